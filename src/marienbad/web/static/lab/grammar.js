// What may be written in a text of rules: its words by their kind, what may come next, the grammar at hand.

import { button, html, refill, set } from "../common/dom.js";
import { t } from "../common/words.js";

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
    /** @type {Piece[]} */ const pieces = [];
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

// Words that may come next, under the caret: arrows choose, Tab or Enter puts in, Escape closes.

const SHOWN = 8;

export class Completion {
  /** @type {string[]} */ words = [];
  /** The one that is chosen; -1 while none was chosen by the arrows. */
  chosen = -1;
  list = html("ul.completion", { id: "lab-words", role: "listbox", hidden: true, "aria-label": t("web.lab.words") });

  /** @param {import("./rules.js").RuleEditor} editor */
  constructor(editor) {
    this.editor = editor;
    set(editor.text, {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": "lab-words",
      keydown: (event) => this.press(event),
      blur: () => this.close(),
      click: () => this.close(),
    });
  }

  /** Propose what begins like the word before the caret. @param {boolean} [isAsked] also where it is empty */
  propose(isAsked = false) {
    const { text, vocabulary } = this.editor;
    const isWriting = text.selectionStart === text.selectionEnd && !/\w/u.test(text.value[text.selectionEnd] ?? "");
    const found = vocabulary && isWriting ? vocabulary.proposals(text.value, text.selectionEnd) : null;
    this.words = found && (isAsked || found.word) ? found.words.slice(0, SHOWN) : [];
    this.written = found?.word ?? "";
    this.chosen = -1;
    this.paint();
  }

  close() {
    this.words = [];
    this.paint();
  }

  paint() {
    const isOpen = this.words.length > 0;
    set(this.list, { hidden: !isOpen });
    const active = isOpen && this.chosen >= 0 ? `lab-word-${this.chosen}` : null;
    set(this.editor.text, { "aria-activedescendant": active });
    refill(
      this.list,
      ...this.words.map((word, index) =>
        html(
          "li",
          {
            id: `lab-word-${index}`,
            role: "option",
            "aria-selected": String(index === this.chosen),
            // the text keeps the focus
            pointerdown: (event) => event.preventDefault(),
            click: () => this.accept(word),
          },
          word,
        ),
      ),
    );
    if (isOpen) this.editor.placeAtCaret(this.list);
  }

  /** @param {string} word */
  accept(word) {
    const { text } = this.editor;
    const end = text.selectionEnd;
    const start = end - (this.written ?? "").length;
    const space = /^[\s,;)]/u.test(text.value.slice(end)) ? "" : " ";
    this.close();
    this.editor.put(start, end, word + space);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.propose(true);
      return;
    }
    if (!this.words.length || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const word = this.words[Math.max(0, this.chosen)] ?? "";
    if (step) this.chosen = (this.chosen + step + this.words.length) % this.words.length;
    else if (event.key === "Tab" && !event.shiftKey) this.accept(word);
    else if (event.key === "Enter" && this.chosen >= 0) this.accept(word);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    if (step) this.paint();
  }
}

// The grammar at hand: each line is an example, and a click puts it into the text.

/**
 * @param {Record<string, string>} lines examples by the name of what they mean
 * @param {string[]} operators what binds most first
 * @param {(line: string) => void} insert
 */
export function grammarHelp(lines, operators, insert) {
  return html(
    "details.grammar",
    html("summary", t("web.lab.grammar")),
    html("p.quiet", t("web.lab.grammar.lead")),
    html(
      "ul",
      ...Object.entries(lines).map(([name, line]) =>
        html(
          "li",
          button("grammar", html("code", line), () => insert(line), { "data-line": name }),
          html("span", t(`web.lab.grammar.${name}`)),
        ),
      ),
    ),
    html("p.quiet", t("web.lab.grammar.conditions"), " ", html("code", operators.join(" "))),
    html("p.quiet", t("web.lab.grammar.one_line")),
  );
}
