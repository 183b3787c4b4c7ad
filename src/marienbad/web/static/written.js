// A page that the server has written: only another language makes it write the page again.

import { lang } from "./common/words.js";

export class WrittenPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  async open() {
    if (this.place.lang !== lang()) location.reload();
  }

  close() {}
}
