// drill

import { html, refill } from "../common/dom.js";
import { t } from "../common/words.js";

export class DrillPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    refill(place, html("div", { class: "drill page" }, html("h1", {}, t("drill.title"))));
  }

  async open() {}

  close() {}
}
