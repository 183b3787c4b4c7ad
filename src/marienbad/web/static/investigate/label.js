// Label every situation from the end backwards: to leave, or not to leave.

import { html } from "../common/dom.js";

/** @typedef {import("./page.js").Subject} Subject */

export class Labels {
  element = html("div", { class: "label" });

  /** @param {Subject} subject */
  async show(subject) {
    void subject;
  }

  close() {}
}
