// The graph of all situations.

import { html } from "../common/dom.js";

/** @typedef {import("./page.js").Subject} Subject */

export class Graph {
  element = html("div", { class: "graph" });

  /** @param {Subject} subject */
  async show(subject) {
    void subject;
  }

  close() {}
}
