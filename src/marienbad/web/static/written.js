// A page that the server has written: only another language makes it write the page again. The one
// that is shown without a network makes room for the real one as soon as the server answers.

import { lang } from "./common/words.js";

const OFTEN = 3000;

export class WrittenPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  async open() {
    if (this.place.lang !== lang()) location.reload();
    if ("offline" in this.place.dataset) this.timer = setInterval(() => void this.lookAgain(), OFTEN);
  }

  /** Load the page once the server itself answers, not a proxy that stands before it. */
  async lookAgain() {
    const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
    if (!answer || answer.status >= 500) return;
    this.close();
    location.reload();
  }

  close() {
    clearInterval(this.timer);
  }
}
