// Boxes with beads: a machine that learns by losing.

import { html } from "../common/dom.js";

/** @typedef {import("./page.js").Subject} Subject */

export class Learner {
  element = html("div", { class: "machine" });

  /** @param {Subject} subject */
  async show(subject) {
    void subject;
  }

  close() {}
}
