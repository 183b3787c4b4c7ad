// The field in which a position is written.

import { Field } from "./field.js";
import { situated } from "./moves.js";
import { readPosition } from "./numbers.js";
import { t } from "./words.js";

export class HeapsField extends Field {
  /** @param {import("./dom.js").Attributes} attributes of the input */
  constructor(attributes) {
    super(t("web.start.heaps"), attributes);
    this.element.classList.add("heaps-field");
    /** What may stand in it. @type {readonly bigint[]} */
    this.example = [3n, 5n, 7n];
    this.input.addEventListener("input", () => this.refuse(""));
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
      return situated(found.heaps, found.state);
    }
    this.refuse(wrongPosition(this.text, found.wrong, this.example));
    return null;
  }

  /** Whoever wrote a position that cannot be is led back to it. @param {string} problem */
  refuse(problem) {
    super.refuse(problem);
    if (!problem) return;
    this.input.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }
}

/** What to say of a text that is no position. @param {string} text @param {string} wrong its part that is no heap @param {readonly bigint[]} example */
export function wrongPosition(text, wrong, example) {
  const written = text.trim();
  const problem = wrong ? "wrong" : written ? "missing" : "none";
  return t(`web.heaps.${problem}`, { text: wrong || written, example: example.join(", ") });
}
