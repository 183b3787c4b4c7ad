// learn

import { html, refill } from "../common/dom.js";
import { t } from "../common/words.js";

export class LearnPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    refill(place, html("div", { class: "learn page" }, html("h1", {}, t("learn.title"))));
  }

  async open() {}

  close() {}
}
