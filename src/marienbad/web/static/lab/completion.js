// Words that may come next, under the caret: arrows choose, Tab or Enter puts in, Escape closes.

import { html, refill, set } from "../common/dom.js";
import { t } from "../common/words.js";

const SHOWN = 8;

export class Completion {
  /** @type {string[]} */
  words = [];
  /** The one that is chosen; -1 while none was chosen by the arrows. */
  chosen = -1;
  list = html("ul.completion", {
    id: "lab-words",
    role: "listbox",
    hidden: true,
    "aria-label": t("web.lab.words"),
  });

  /** @param {import("./rules.js").RuleEditor} editor */
  constructor(editor) {
    this.editor = editor;
    set(editor.text, {
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": "lab-words",
      keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
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
            pointerdown: (/** @type {Event} */ event) => event.preventDefault(),
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
