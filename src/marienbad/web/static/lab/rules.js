// The text of the rules: coloured, completed, underlined where it is wrong, its numbers turned by dials.

import { html, refill, set, button, fill, say } from "../common/dom.js";
import { dial, turn } from "../common/fields.js";
import { t } from "../common/words.js";
import { Completion } from "./grammar.js";

// What the text was before: every change can be taken back, whoever made it.

/** @typedef {{text: string, caret: number, by: string, at: number}} Version */

/** Letters typed within so many milliseconds are taken back together. */
const TOGETHER = 900;
const KEPT = 300;

class Versions {
  /** @type {Version[]} */ past = [];
  /** @type {Version[]} */ future = [];

  /** @param {string} text */
  constructor(text) {
    /** @type {Version} */ this.now = { text, caret: text.length, by: "", at: 0 };
  }

  /**
   * @param {string} text
   * @param {number} caret
   * @param {string} by who changed it: a hand that types, a dial, the form
   */
  add(text, caret, by) {
    if (text === this.now.text) return;
    const at = Date.now();
    const isOneWithLast = by !== "" && by === this.now.by && at - this.now.at < TOGETHER;
    if (!isOneWithLast) this.past.push(this.now);
    if (this.past.length > KEPT) this.past.shift();
    this.now = { text, caret, by, at };
    this.future = [];
  }

  undo() {
    return this.walk(this.past, this.future);
  }

  redo() {
    return this.walk(this.future, this.past);
  }

  /** @param {Version[]} from @param {Version[]} to @returns {Version | null} */
  walk(from, to) {
    const version = from.pop();
    if (!version) return null;
    to.push(this.now);
    this.now = { ...version, by: "" };
    return version;
  }
}

/** @typedef {string | [name: string, value: number]} Piece a part of the text, or a number of it */
/** @typedef {{line: number, column: number}} Place */

const PAUSE = 180;
const QUICK = 30;
const DIAL = 12;

export class RuleEditor {
  /** @type {Piece[] | null} the text as the server cut it; null once it was changed by hand */
  pieces = null;
  /** @type {Map<string, number>} how far the dial of a named number goes */
  reaches = new Map();
  /** @type {import("./grammar.js").Vocabulary | null} */ vocabulary = null;
  /** @type {Place | null} where the text is wrong */
  mistake = null;
  mirror = html("div.mirror", { "aria-hidden": "true" });
  problem = html("p.problem", { id: "lab-problem", "aria-live": "polite" });
  dials = html("div.dials");
  undoButton = button("undo-rules", t("web.lab.undo"), () => this.walk("undo"));
  redoButton = button("redo-rules", t("web.lab.redo"), () => this.walk("redo"));

  /** @param {(pause: number) => void} changed with the milliseconds to wait until the rules count */
  constructor(changed) {
    this.rules = "";
    this.changed = changed;
    this.versions = new Versions("");
    this.text = html("textarea", {
      id: "lab-rules",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-describedby": "lab-problem",
      "data-input": "rules",
      input: () => this.typed(),
      beforeinput: (event) => {
        // the browser's own memory knows nothing of what the form and the dials wrote
        const way = { historyUndo: "undo", historyRedo: "redo" }[event.inputType];
        if (!way) return;
        event.preventDefault();
        this.walk(way === "undo" ? "undo" : "redo");
      },
    });
    this.completion = new Completion(this);
    this.element = html("div.editor", this.mirror, this.text, this.completion.list);
    this.tools = html("div.editor-tools", this.undoButton, this.redoButton);
    this.paint();
  }

  /** Begin with rules: there is nothing to take back. @param {string} rules */
  begin(rules) {
    this.versions = new Versions(rules);
    this.text.value = rules;
    this.write(rules, QUICK);
  }

  typed() {
    this.versions.add(this.text.value, this.text.selectionEnd, "hand");
    this.write(this.text.value, PAUSE);
    this.completion.propose();
  }

  /** Put other rules into the text. @param {string} rules @param {string} [by] @param {Piece[] | null} [pieces] */
  replace(rules, by = "", pieces = null) {
    this.versions.add(rules, rules.length, by);
    this.text.value = rules;
    this.write(rules, QUICK, pieces);
  }

  /** Put something in the place of a part of the text. @param {number} start @param {number} end @param {string} written */
  put(start, end, written) {
    this.replace(this.rules.slice(0, start) + written + this.rules.slice(end));
    const caret = start + written.length;
    this.versions.now.caret = caret;
    this.text.setSelectionRange(caret, caret);
    this.text.focus();
  }

  /** Put a line below the one where the caret is. @param {string} line */
  addLine(line) {
    const { rules } = this;
    const caret = this.text.selectionEnd;
    const end = `${rules}\n`.indexOf("\n", caret);
    const isEmpty = rules.slice(rules.lastIndexOf("\n", end - 1) + 1, end).trim() === "";
    this.put(end, end, isEmpty ? line : `\n${line}`);
  }

  /** @param {"undo" | "redo"} way */
  walk(way) {
    const version = this.versions[way]();
    if (!version) return;
    this.text.value = version.text;
    this.text.setSelectionRange(version.caret, version.caret);
    this.completion.close();
    this.write(version.text, QUICK);
  }

  /** @param {string} rules @param {number} pause @param {Piece[] | null} [pieces] */
  write(rules, pause, pieces = null) {
    this.rules = rules;
    this.pieces = pieces;
    this.mistake = null;
    say(this.problem, "");
    this.paint();
    this.changed(pause);
  }

  /** The rules were understood. @param {string} rules @param {Piece[]} pieces */
  accept(rules, pieces) {
    say(this.problem, "");
    if (this.mistake) {
      this.mistake = null;
      this.paint();
    }
    if (rules !== this.rules) return;
    this.pieces = pieces;
    this.paintDials();
  }

  /** The rules were refused. @param {string} reason @param {Place | null} place */
  refuse(reason, place) {
    say(this.problem, reason);
    this.mistake = place;
    if (place) this.paint();
    // where the numbers stand in a text that was not understood nobody knows
    for (const input of this.dials.querySelectorAll("input")) input.disabled = !this.pieces;
  }

  /** The text in its colours, under the one that is written, with the place of a mistake underlined. */
  paint() {
    const { rules, mistake } = this;
    const lines = rules.split("\n");
    const before = lines.slice(0, (mistake?.line ?? 1) - 1);
    const at = mistake ? before.reduce((sum, text) => sum + text.length + 1, 0) + mistake.column - 1 : rules.length;
    const length = /^[\p{L}\w.]+/u.exec(rules.slice(at))?.[0].length ?? 1;
    const end = mistake ? at + length : at;
    refill(this.mirror);
    this.colour(this.mirror, 0, at);
    if (mistake) {
      const mark = this.mirror.appendChild(html("mark"));
      this.colour(mark, at, end);
      if (!mark.textContent?.trim()) refill(mark, "\u00a0");
    }
    this.colour(this.mirror, end, rules.length);
    fill(this.mirror, "\n");
    set(this.text, { "aria-invalid": mistake ? "true" : null });
    set(this.undoButton, { "aria-disabled": this.versions.past.length ? null : "true" });
    set(this.redoButton, { "aria-disabled": this.versions.future.length ? null : "true" });
  }

  /** @param {Element} place @param {number} from @param {number} to */
  colour(place, from, to) {
    const pieces = this.vocabulary?.pieces(this.rules) ?? [{ kind: "", text: this.rules, start: 0 }];
    for (const { kind, text, start } of pieces) {
      const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
      if (part) fill(place, kind ? html("span", { class: `is-${kind}` }, part) : part);
    }
  }

  /** Put a box below the place of the caret. @param {HTMLElement} box */
  placeAtCaret(box) {
    let rest = this.text.selectionEnd;
    const walker = document.createTreeWalker(this.mirror, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0;
      if (rest <= length) {
        const range = document.createRange();
        range.setStart(node, rest);
        const [caret, frame] = [range.getBoundingClientRect(), this.element.getBoundingClientRect()];
        const left = Math.min(caret.left - frame.left, frame.width - box.offsetWidth);
        box.style.setProperty("--left", `${Math.max(0, left)}px`);
        box.style.setProperty("--top-edge", `${caret.bottom - frame.top}px`);
        return;
      }
      rest -= length;
    }
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
    const text = pieces.map((piece) => (typeof piece === "string" ? piece : piece[1])).join("");
    this.replace(text, `dial ${name}`, pieces);
  }
}
