// The words of a text of rules by their kind, for the eye: keywords, numbers, names, comments.

/** @typedef {{statements: string[], counts: string[], before_counts: string, before_condition: string, own: string[], all: string[]}} Keywords */
/** @typedef {"keyword" | "number" | "name" | "comment" | ""} Kind */
/** @typedef {{kind: Kind, text: string, start: number}} Piece */

export class Vocabulary {
  /** @param {Keywords} keywords */
  constructor(keywords) {
    this.keywords = keywords;
    this.known = new Set(keywords.all);
    // what is not made of letters from a to z alone is looked for first, the longest first
    const phrases = keywords.all.filter((word) => !/^[a-z]+$/u.test(word));
    phrases.sort((one, other) => other.length - one.length);
    const written = phrases.map((phrase) => `${phrase.replaceAll(" ", "[ \\t]+")}(?!\\w)|`).join("");
    this.pattern = new RegExp(`(#[^\\n]*)|([0-9]+)|(${written}[A-Za-z_]\\w*)`, "gu");
  }

  /** @param {string} text @returns {Piece[]} the text in pieces, in order */
  pieces(text) {
    /** @type {Piece[]} */
    const pieces = [];
    let end = 0;
    for (const match of text.matchAll(this.pattern)) {
      const [whole, comment, number] = match;
      if (match.index > end) pieces.push({ kind: "", text: text.slice(end, match.index), start: end });
      end = match.index + whole.length;
      pieces.push({
        kind: comment ? "comment" : number ? "number" : this.kindOf(whole),
        text: whole,
        start: match.index,
      });
    }
    if (end < text.length) pieces.push({ kind: "", text: text.slice(end), start: end });
    return pieces;
  }

  /** @param {string} word @returns {Kind} */
  kindOf(word) {
    return this.known.has(word.replace(/\s+/gu, " ")) ? "keyword" : "name";
  }

  /**
   * What may be written at a place: statements at the beginning of one, else words and names.
   * @param {string} text @param {number} at
   */
  proposals(text, at) {
    const before = text.slice(0, at);
    const statement = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf(";")) + 1);
    if (statement.includes("#")) return { word: "", words: [] };
    const word = /[\p{L}_]*$/u.exec(statement)?.[0] ?? "";
    const { statements, counts, before_counts, before_condition, own } = this.keywords;
    const names = this.pieces(text)
      .filter(({ kind, text: name, start }) => kind === "name" && start + name.length !== at)
      .map(({ text: name }) => name);
    const written = this.pieces(statement.slice(0, statement.length - word.length)).filter(({ kind }) => kind);
    const last = written.at(-1)?.text;
    const isHeap = last === before_counts && !written.some(({ text: one }) => one === before_condition);
    const others = [...own.filter((one) => !statements.includes(one) && !counts.includes(one)), ...names];
    const known = last === undefined ? statements : isHeap ? counts : others;
    // who has written a word in full wants no other
    const isWhole = this.known.has(word) || names.includes(word);
    const words = isWhole ? [] : [...new Set(known)].filter((one) => one.startsWith(word));
    return { word, words };
  }
}
