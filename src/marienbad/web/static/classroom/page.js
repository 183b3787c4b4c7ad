// classroom

import { html, refill } from "../common/dom.js";
import { t } from "../common/words.js";

export class ClassPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    refill(place, html("div", { class: "classroom page" }, html("h1", {}, t("classroom.title"))));
  }

  async open() {}

  close() {}
}
