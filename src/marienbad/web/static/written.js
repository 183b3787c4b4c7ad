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
    if ("offline" in this.place.dataset) this.timer = setInterval(lookAgain, OFTEN);
  }

  close() {
    clearInterval(this.timer);
  }
}

async function lookAgain() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer) location.reload();
}
