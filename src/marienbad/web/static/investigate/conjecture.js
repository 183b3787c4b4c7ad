// Guesses about which situations are to leave, and the smallest one against each.

import { html } from "../common/dom.js";

/** @typedef {import("./page.js").Subject} Subject */

export class Conjectures {
  element = html("div", { class: "conjecture" });

  /** @param {Subject} subject */
  async show(subject) {
    void subject;
  }

  close() {}
}
