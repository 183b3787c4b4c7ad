// Rules by choice, for those who do not want to write: the server puts what is chosen into the text,
// and says of a text whether the form can show it. What it cannot show it leaves alone.

import { postJson } from "../common/api.js";
import { button, html, say, select, set } from "../common/dom.js";
import { Field } from "../common/fields.js";
import { t } from "../common/words.js";

/** @typedef {Record<string, string | number | boolean>} Choices */

/** What belongs to a choice: it keeps its value while something else is chosen. */
const PARTS = /** @type {const} */ ({
  bound: ["one", "bound"],
  multiple: ["one", "multiple"],
  amounts: ["one", "set"],
  gap: ["both", "near"],
});
const MOST_HEAPS = 8;
const LARGEST = 999;

export class RuleForm {
  /** @type {Choices} */
  choices = { heaps: 2, one: "any", both: "same", all: "none", bound: 3, multiple: 2, gap: 2, amounts: "1, 3, 4" };
  /** @type {Field[]} */ numbers = [];
  changes = 0;
  isWriting = false;
  /** Whether the text is not one that the form shows. */
  isMistaken = false;
  /** The text that the form wrote last. */
  written = "";
  notice = html("p.form-notice", { "aria-live": "polite" });
  instead = button("use-form", t("web.lab.form.instead"), () => void this.write(""), { hidden: true });

  /** @param {{rules: () => string, wrote: (rules: string) => void, failed: (problem: unknown) => void}} tell */
  constructor(tell) {
    this.tell = tell;
    const [bound, multiple, gap] = [this.number("bound"), this.number("multiple"), this.number("gap")];
    const amounts = this.list("amounts", "set");
    const both = this.choice("both", ["same", "near", "ratio", "none"]);
    const all = this.choice("all", ["none", "same"]);
    const singles = row(this.list("without"), this.list("added"));
    /** @type {[Element, () => boolean][]} what is shown only where it matters */
    this.conditional = [
      [bound, () => this.choices.one === "bound"],
      [multiple, () => this.choices.one === "multiple"],
      [amounts, () => this.choices.one === "set"],
      [gap, () => this.choices.both === "near" && this.choices.heaps !== 1],
      [both, () => this.choices.heaps !== 1],
      [all, () => Number(this.choices.heaps) > 2],
      [singles, () => this.choices.heaps !== 1],
    ];
    this.last = html("input", {
      type: "checkbox",
      "data-input": "form-last_loses",
      change: () => this.change("last_loses", this.last.checked),
    });
    this.fields = html(
      "fieldset.rule-form",
      { "aria-label": t("web.lab.form") },
      this.choice(
        "heaps",
        Array.from({ length: MOST_HEAPS }, (_, index) => String(index + 1)),
      ),
      row(this.choice("one", ["any", "bound", "multiple", "set", "none"]), bound, multiple, amounts),
      row(both, gap),
      all,
      singles,
      html("label.check", this.last, html("span", t("web.lab.form.last"))),
    );
    this.element = html("div", this.notice, this.instead, this.fields);
    this.paint();
  }

  /** @param {string} name @param {string[]} values */
  choice(name, values) {
    const isNumber = name === "heaps";
    return select(
      t(`web.lab.form.${name}`),
      values.map((value) => [value, isNumber ? value : t(`web.lab.form.${name}.${value}`)]),
      String(this.choices[name]),
      (value) => this.change(name, isNumber ? Number(value) : value),
      { "data-input": `form-${name}`, "data-choice": name },
    );
  }

  /** @param {string} name */
  number(name) {
    const label = t(`web.lab.form.${name}`);
    const bounds = { type: "number", min: 1, max: LARGEST };
    const number = new Field(label, { ...bounds, "data-input": `form-${name}`, "data-choice": name });
    this.numbers.push(number);
    number.input.addEventListener("input", () => {
      const isRight = /^\d+$/u.test(number.text) && number.input.validity.valid;
      number.refuse(isRight ? "" : t("web.lab.form.number", { name: label, most: LARGEST }));
      if (isRight) this.change(name, Number(number.text));
    });
    return number.element;
  }

  /** @param {string} name */
  list(name, label = name) {
    const placeholder = name === "amounts" ? null : "(2, 2)";
    const input = html("input", {
      type: "text",
      autocomplete: "off",
      placeholder,
      "data-input": `form-${label}`,
      "data-choice": name,
    });
    input.addEventListener("input", () => this.change(name, input.value));
    return field(label, input);
  }

  /** The text was understood: show what it says, or that the form cannot. @param {Choices | null} choices */
  show(choices) {
    if (this.isWriting) return;
    this.rest(choices === null ? "web.lab.form.cannot" : null);
    if (choices === null) return;
    for (const [name, value] of Object.entries(choices)) {
      const part = PARTS[/** @type {keyof typeof PARTS} */ (name)];
      if (!part || choices[part[0]] === part[1]) this.choices[name] = value;
    }
    this.paint();
  }

  /** The text was not understood; what the form wrote itself it can mend. */
  wait() {
    this.isMistaken = true;
    if (!this.isWriting && this.tell.rules() !== this.written) this.rest("web.lab.form.wrong");
  }

  /** Leave the text alone, and say why; or do not. @param {string | null} key */
  rest(key) {
    this.isMistaken = key !== null;
    set(this.fields, { disabled: key !== null });
    set(this.instead, { hidden: key === null });
    say(this.notice, key ? t(key) : "");
  }

  paint() {
    for (const [element, isShown] of this.conditional) set(element, { hidden: !isShown() });
    for (const control of this.fields.querySelectorAll("[data-choice]")) {
      const known = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
      const value = String(this.choices[control.getAttribute("data-choice") ?? ""] ?? "");
      // what is being typed stays as it is typed
      if (!known || control === document.activeElement || control.value === value) continue;
      control.value = value;
      this.numbers.find(({ input }) => input === control)?.refuse("");
    }
    this.last.checked = this.choices.last_loses === true;
  }

  /** @param {string} name @param {string | number | boolean} value */
  change(name, value) {
    this.choices[name] = value;
    this.paint();
    const rules = this.tell.rules();
    void this.write(this.isMistaken && rules === this.written ? "" : rules);
  }

  /** Let the server put the choices into a text; of several changes only the latest counts. @param {string} rules */
  async write(rules) {
    const change = ++this.changes;
    this.isWriting = true;
    try {
      const found = await postJson("/api/lab/text", { ...this.choices, rules });
      if (change !== this.changes) return;
      this.isWriting = false;
      this.written = found.rules;
      this.rest(null);
      this.tell.wrote(found.rules);
    } catch (problem) {
      if (change !== this.changes) return;
      this.isWriting = false;
      this.tell.failed(problem);
    }
  }
}

/** @param {Element[]} fields */
function row(...fields) {
  return html("div.form-row", ...fields);
}

/** @param {string} name @param {HTMLElement} input */
function field(name, input) {
  return html("label.field", html("span", t(`web.lab.form.${name}`)), input);
}
