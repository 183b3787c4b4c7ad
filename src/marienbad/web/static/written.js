// A page that the server has written: only another language makes it write the page again. The one
// that is shown without a network makes room for the real one as soon as the server answers.

import { isBack } from "./common/trouble.js";
import { lang } from "./common/words.js";

export class WrittenPage {
  isClosed = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  async open() {
    if (this.place.lang !== lang()) location.reload();
    if ("offline" in this.place.dataset) void this.makeRoom();
  }

  async makeRoom() {
    if (await isBack(() => !this.isClosed)) location.reload();
  }

  close() {
    this.isClosed = true;
  }
}
