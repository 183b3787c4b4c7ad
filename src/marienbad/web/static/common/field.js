// A field in which something is written, with what is wrong with it beside it.

import { html, say, set } from "./dom.js";

let fields = 0;

export class Field {
  /** @param {string} label @param {import("./dom.js").Attributes} attributes of the input */
  constructor(label, attributes) {
    const id = `field-${++fields}`;
    this.problem = html("p.problem", { role: "alert", id: `${id}-problem` });
    this.input = html("input", {
      type: "text",
      id,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-problem`,
      ...attributes,
    });
    this.element = html(
      "div.written-field",
      html("label.field", { for: id }, html("span", label)),
      this.input,
      this.problem,
    );
  }

  get text() {
    return this.input.value;
  }

  /** Say what is wrong; an empty text takes it back. @param {string} problem */
  refuse(problem) {
    say(this.problem, problem);
    set(this.input, { "aria-invalid": problem ? "true" : null });
  }
}
