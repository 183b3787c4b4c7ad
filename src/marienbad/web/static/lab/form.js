// Rules by choice, for those who do not want to write: the server writes what was chosen.

import { postJson } from "../common/api.js";
import { html, select, set } from "../common/dom.js";
import { t } from "../common/words.js";

export class RuleForm {
  /** @param {{wrote: (rules: string) => void, failed: (problem: unknown) => void}} tell */
  constructor(tell) {
    this.tell = tell;
    this.changes = 0;
    /** @type {Record<string, string | number | boolean>} */
    this.choices = { heaps: 2, one: "any", both: "same", all: "none", amounts: "1, 3, 4" };
    const [bound, multiple, gap] = [this.number("bound", 3), this.number("multiple", 2), this.number("gap", 2)];
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
    const last = html("input", { type: "checkbox", change: () => this.change("last_loses", last.checked) });
    this.element = html(
      "div",
      { class: "rule-form" },
      this.choice("heaps", ["1", "2", "3", "4"]),
      row(this.choice("one", ["any", "bound", "multiple", "set", "none"]), bound, multiple, amounts),
      row(both, gap),
      all,
      singles,
      html("label", { class: "check" }, last, html("span", {}, t("web.lab.form.last"))),
    );
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
      { "data-input": `form-${name}` },
    );
  }

  /** @param {string} name @param {number} value */
  number(name, value) {
    this.choices[name] = value;
    const input = html("input", { type: "number", min: 1, max: 999, value, "data-input": `form-${name}` });
    input.addEventListener("input", () => this.change(name, input.valueAsNumber || 1));
    return field(name, input);
  }

  /** @param {string} name */
  list(name, label = name) {
    const value = this.choices[name] ?? "";
    const placeholder = value ? null : "(2, 2)";
    const input = html("input", { type: "text", autocomplete: "off", placeholder, value, "data-input": `form-${label}` });
    input.addEventListener("input", () => this.change(name, input.value));
    return field(label, input);
  }

  paint() {
    for (const [element, isShown] of this.conditional) set(element, { hidden: !isShown() });
  }

  /**
   * Let the server write the rules; of several changes only the latest counts.
   * @param {string} name
   * @param {string | number | boolean} value
   */
  async change(name, value) {
    this.choices[name] = value;
    this.paint();
    const change = ++this.changes;
    try {
      const { rules } = await postJson("/api/lab/text", this.choices);
      if (change === this.changes) this.tell.wrote(rules);
    } catch (problem) {
      if (change === this.changes) this.tell.failed(problem);
    }
  }
}

/** @param {Element[]} fields */
function row(...fields) {
  return html("div", { class: "form-row" }, ...fields);
}

/** @param {string} name @param {HTMLElement} input */
function field(name, input) {
  return html("label", { class: "field" }, html("span", {}, t(`web.lab.form.${name}`)), input);
}
