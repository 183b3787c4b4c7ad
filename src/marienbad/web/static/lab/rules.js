// The text of the rules: written by hand, underlined where it is wrong, its numbers turned by dials.

import { html, refill, say, set } from "../common/dom.js";
import { dial, turn } from "./dial.js";

/** @typedef {string | [name: string, value: number]} Piece a part of the text, or a number of it */

const PAUSE = 180;
const QUICK = 30;
const DIAL = 12;

export class RuleEditor {
  /** @type {Piece[] | null} the text as the server cut it; null once it was changed by hand */
  pieces = null;
  /** @type {Map<string, number>} how far the dial of a named number goes */
  reaches = new Map();
  mirror = html("div", { class: "mirror", "aria-hidden": "true" });
  problem = html("p", { class: "problem", id: "lab-problem", "aria-live": "polite" });
  dials = html("div", { class: "dials" });

  /**
   * @param {string} rules
   * @param {(pause: number) => void} changed with the milliseconds to wait until the rules count
   */
  constructor(rules, changed) {
    this.rules = rules;
    this.changed = changed;
    this.text = html("textarea", {
      id: "lab-rules",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-describedby": "lab-problem",
      "data-input": "rules",
      input: () => this.write(this.text.value, PAUSE),
    });
    this.text.value = rules;
    this.element = html("div", { class: "editor" }, this.mirror, this.text);
    this.paint();
  }

  /** Put other rules into the text. @param {string} rules */
  replace(rules) {
    this.text.value = rules;
    this.write(rules, QUICK);
  }

  /** @param {string} rules @param {number} pause @param {Piece[] | null} [pieces] */
  write(rules, pause, pieces = null) {
    this.rules = rules;
    this.pieces = pieces;
    say(this.problem, "");
    this.paint();
    this.changed(pause);
  }

  /** The rules were understood. @param {string} rules @param {Piece[]} pieces */
  accept(rules, pieces) {
    say(this.problem, "");
    if (this.mirror.querySelector("mark")) this.paint();
    if (rules !== this.rules) return;
    this.pieces = pieces;
    this.paintDials();
  }

  /** The rules were refused. @param {string} reason @param {{line: number, column: number} | null} place */
  refuse(reason, place) {
    say(this.problem, reason);
    if (place) this.paint(place);
    // where the numbers stand in a text that was not understood nobody knows
    for (const input of this.dials.querySelectorAll("input")) input.disabled = !this.pieces;
  }

  /** The text once more under the text, where the place of a mistake is underlined. @param {{line?: number, column?: number}} [place] */
  paint({ line, column } = {}) {
    const lines = this.rules.split("\n");
    const at = line
      ? lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + (column ?? 1) - 1
      : -1;
    const length = line ? Math.max(1, /^[\w.]+/u.exec(this.rules.slice(at))?.[0].length ?? 1) : 0;
    const marked = this.rules.slice(at, at + length).trimEnd() || "\u00a0";
    refill(
      this.mirror,
      ...(line
        ? [this.rules.slice(0, at), html("mark", {}, marked), this.rules.slice(at + length)]
        : [this.rules]),
      "\n",
    );
    set(this.text, { "aria-invalid": line ? "true" : null });
  }

  /** A dial for each named number. */
  paintDials() {
    const numbers = (this.pieces ?? []).filter((piece) => typeof piece !== "string");
    const shape = numbers.map(([name]) => name).join(" ");
    if (this.dials.dataset.shape !== shape) {
      this.dials.dataset.shape = shape;
      refill(
        this.dials,
        ...numbers.map(([name, value]) => {
          const most = Math.max(DIAL, 2 * value, this.reaches.get(name) ?? 0);
          this.reaches.set(name, most);
          return dial(name, [Math.min(1, value), most], value, (number) => this.turn(name, number), String);
        }),
      );
    }
    for (const [name, value] of numbers) turn(this.dials, name, value, String);
    for (const input of this.dials.querySelectorAll("input")) input.disabled = false;
  }

  /** Change a number of the text. @param {string} name @param {number} value */
  turn(name, value) {
    /** @type {Piece[] | undefined} */
    const pieces = this.pieces?.map((piece) =>
      typeof piece !== "string" && piece[0] === name ? [name, value] : piece,
    );
    if (!pieces) return;
    this.text.value = pieces.map((piece) => (typeof piece === "string" ? piece : piece[1])).join("");
    this.write(this.text.value, QUICK, pieces);
  }
}
