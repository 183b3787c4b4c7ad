// What the text was before: every change can be taken back, whoever made it.

/** @typedef {{text: string, caret: number, by: string, at: number}} Version */

/** Letters typed within so many milliseconds are taken back together. */
const TOGETHER = 900;
const KEPT = 300;

export class Versions {
  /** @type {Version[]} */
  past = [];
  /** @type {Version[]} */
  future = [];

  /** @param {string} text */
  constructor(text) {
    /** @type {Version} */
    this.now = { text, caret: text.length, by: "", at: 0 };
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
