// The field in which a position is written, with what is wrong with it beside it.

import { html, say, set } from "./dom.js";
import { readPosition } from "./numbers.js";
import { t } from "./words.js";

let fields = 0;

export class HeapsField {
  /** @param {import("./dom.js").Attributes} attributes of the input */
  constructor(attributes) {
    const id = `heaps-${++fields}`;
    this.problem = html("p", { class: "problem", role: "alert", id: `${id}-problem` });
    this.input = html("input", {
      type: "text",
      id,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-problem`,
      ...attributes,
    });
    this.input.addEventListener("input", () => this.refuse(""));
    this.element = html(
      "div",
      { class: "heaps-field" },
      html("label", { class: "field", for: id }, html("span", {}, t("web.start.heaps"))),
      this.input,
      this.problem,
    );
  }

  get text() {
    return this.input.value;
  }

  /** @param {readonly bigint[]} heaps */
  show(heaps) {
    this.write(heaps.join(", "));
  }

  /** @param {string} text */
  write(text) {
    this.input.value = text;
    this.refuse("");
  }

  /** What is written, or `null` after saying what is wrong with it. */
  read() {
    const found = readPosition(this.text);
    if ("heaps" in found) {
      this.refuse("");
      return found.heaps;
    }
    const { wrong } = found;
    this.refuse(wrong ? t("web.heaps.wrong", { text: wrong }) : t("web.heaps.none"));
    return null;
  }

  /** Say what is wrong; an empty text takes it back. @param {string} problem */
  refuse(problem) {
    say(this.problem, problem);
    set(this.input, { "aria-invalid": problem ? "true" : null });
    if (!problem) return;
    this.input.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }
}
