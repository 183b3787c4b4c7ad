// JSON, read by what is expected: integers, texts, lists and objects, each within its bounds. A reader
// that expects something never builds what it does not, however deep or long a file is.

import { unreadable } from "./verdict.js";

const [TAB, NEWLINE, RETURN, SPACE, QUOTE, COMMA, MINUS, ZERO, NINE, COLON, BACKSLASH] = [...'\t\n\r ",-09:\\'].map(
  (sign) => sign.charCodeAt(0),
);
const ESCAPED = /** @type {Record<string, string>} */ ({
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
});
/** No text in a certificate is longer, nor is what names a field. */
const LONGEST = 2048;
/** No integer of a certificate has more digits: more are out of every range. */
const DIGITS = 7;

export class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** What is wrong at this place. @param {string} key @param {import("./verdict.js").Values} [values] */
  wrong(key, values = {}) {
    return unreadable(key, { at: this.at + 1, ...values });
  }

  /** The code of the next sign that is no space; at the end it is not a number. */
  next() {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === SPACE || code === NEWLINE || code === RETURN || code === TAB) {
      code = text.charCodeAt(++this.at);
    }
    return code;
  }

  /** Whether a sign comes next; then it is passed. @param {string} sign */
  has(sign) {
    if (this.next() !== sign.charCodeAt(0)) return false;
    this.at += 1;
    return true;
  }

  /** Something that must come next. @param {string} sign */
  pass(sign) {
    if (!this.has(sign)) throw this.wrong("json");
  }

  /** Nothing may follow. */
  end() {
    this.next();
    if (this.at < this.text.length) throw this.wrong("json");
  }

  /** Whether `null` comes next; then it is passed. */
  isNull() {
    if (this.next() !== 110 || !this.text.startsWith("null", this.at)) return false;
    this.at += 4;
    return true;
  }

  isText() {
    return this.next() === QUOTE;
  }

  /** @param {number} low @param {number} high */
  integer(low, high) {
    const { text } = this;
    const isNegative = this.next() === MINUS;
    const from = isNegative ? this.at + 1 : this.at;
    let place = from;
    let found = 0;
    let code = text.charCodeAt(place);
    while (code >= (ZERO ?? 0) && code <= (NINE ?? 0)) {
      found = 10 * found + code - (ZERO ?? 0);
      code = text.charCodeAt(++place);
      if (place - from > DIGITS) break;
    }
    const isWritten = place > from && (text.charCodeAt(from) !== ZERO || place === from + 1);
    // a point or an exponent is no part of an integer, and would stand here
    const isWhole = code !== 46 && code !== 101 && code !== 69;
    const value = isNegative ? 0 - found : found;
    if (!isWritten || !isWhole || place - from > DIGITS || value < low || value > high) {
      throw this.wrong("integer", { low, high });
    }
    this.at = place;
    return value;
  }

  /** A text; where it is too long, or no text, it is not read on. */
  string() {
    if (this.next() !== QUOTE) throw this.wrong("text");
    const { text } = this;
    let found = "";
    this.at += 1;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === QUOTE) break;
      if (!(code >= 32) || found.length > LONGEST) throw this.wrong("text");
      found += code === BACKSLASH ? this.escaped() : text[this.at];
      this.at += 1;
    }
    this.at += 1;
    return found;
  }

  /** What a backslash and the signs after it stand for; the last of them is left to be passed. */
  escaped() {
    const sign = this.text[++this.at] ?? "";
    if (sign in ESCAPED) return ESCAPED[sign];
    const code = this.text.slice(this.at + 1, this.at + 5);
    if (sign !== "u" || !/^[0-9a-fA-F]{4}$/u.test(code)) throw this.wrong("text");
    this.at += 4;
    return String.fromCharCode(parseInt(code, 16));
  }

  /**
   * A list; its items are read one by one.
   * @param {number} least
   * @param {number} most
   * @param {(place: number) => void} read
   */
  list(least, most, read) {
    const { at } = this;
    let count = 0;
    if (!this.has("[")) throw this.wrong("list", { least, most });
    if (!this.has("]")) {
      do {
        if (count === most) throw this.wrong("list", { least, most });
        read(count);
        count += 1;
      } while (this.next() === COMMA && ++this.at);
      this.pass("]");
    }
    if (count < least) throw unreadable("list", { at: at + 1, least, most });
    return count;
  }

  /** An object; each of its fields is read once. @param {(name: string) => void} read */
  object(read) {
    const names = new Set();
    if (!this.has("{")) throw this.wrong("object");
    if (this.has("}")) return names;
    do {
      this.next();
      const { at } = this;
      const name = this.string();
      if (names.has(name)) throw unreadable("twice", { at: at + 1 });
      names.add(name);
      if (this.next() !== COLON) throw this.wrong("json");
      this.at += 1;
      read(name);
    } while (this.next() === COMMA && ++this.at);
    this.pass("}");
    return names;
  }

  /** An object with exactly these fields. @param {Record<string, () => void>} fields */
  record(fields) {
    const { at } = this;
    const names = this.object((name) => {
      if (!Object.hasOwn(fields, name)) throw this.wrong("field");
      fields[name]?.();
    });
    if (names.size !== Object.keys(fields).length) throw unreadable("missing", { at: at + 1 });
  }
}
