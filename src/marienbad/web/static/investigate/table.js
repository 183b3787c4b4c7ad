// Every situation with all its winning moves.

import { html } from "../common/dom.js";

/** @typedef {import("./page.js").Subject} Subject */

export class MoveTable {
  element = html("div", { class: "table" });

  /** @param {Subject} subject */
  async show(subject) {
    void subject;
  }

  close() {}
}
