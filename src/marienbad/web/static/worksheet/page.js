// worksheet

import { html, refill } from "../common/dom.js";
import { t } from "../common/words.js";

export class WorksheetPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    refill(place, html("div", { class: "worksheet page" }, html("h1", {}, t("worksheet.title"))));
  }

  async open() {}

  close() {}
}
