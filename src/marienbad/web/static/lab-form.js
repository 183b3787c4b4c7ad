// Rules by choice, for those who do not want to write: the server writes what was chosen.

import { postJson } from "./api.js";
import { html, select, set } from "./dom.js";
import { t } from "./words.js";

export class RuleForm {
  /** @param {{wrote: (rules: string) => void, failed: (problem: unknown) => void}} tell */
  constructor(tell) {
    this.tell = tell;
    this.changes = 0;
    this.heaps = "2";
    this.one = "any";
    this.both = "same";
    this.all = "none";
    this.bound = this.number("bound", 3);
    this.multiple = this.number("multiple", 2);
    this.gap = this.number("gap", 2);
    this.set = this.list("set", "1, 3, 4");
    this.without = this.list("without", "");
    this.added = this.list("added", "");
    this.last = html("input", { type: "checkbox", change: () => void this.write() });
    this.fields = {
      bound: field("bound", this.bound),
      multiple: field("multiple", this.multiple),
      set: field("set", this.set),
      gap: field("gap", this.gap),
    };
    this.bothChoice = this.choice("both", ["same", "near", "ratio", "none"]);
    this.allChoice = this.choice("all", ["none", "same"]);
    this.singles = html(
      "div",
      { class: "form-row" },
      field("without", this.without),
      field("added", this.added),
    );
    this.element = html(
      "div",
      { class: "rule-form" },
      this.choice("heaps", ["1", "2", "3", "4"]),
      html(
        "div",
        { class: "form-row" },
        this.choice("one", ["any", "bound", "multiple", "set", "none"]),
        this.fields.bound,
        this.fields.multiple,
        this.fields.set,
      ),
      html("div", { class: "form-row" }, this.bothChoice, this.fields.gap),
      this.allChoice,
      this.singles,
      html("label", { class: "check" }, this.last, html("span", {}, t("web.lab.form.last"))),
    );
    this.paint();
  }

  /**
   * @param {"heaps" | "one" | "both" | "all"} name
   * @param {string[]} values
   */
  choice(name, values) {
    const label = (/** @type {string} */ value) =>
      name === "heaps" ? value : t(`web.lab.form.${name}.${value}`);
    return select(
      t(`web.lab.form.${name}`),
      values.map((value) => /** @type {[string, string]} */ ([value, label(value)])),
      this[name],
      (value) => {
        this[name] = value;
        this.paint();
        void this.write();
      },
      { "data-input": `form-${name}` },
    );
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  number(name, value) {
    const made = html("input", { type: "number", min: 1, max: 999, "data-input": `form-${name}` });
    made.value = String(value);
    made.addEventListener("input", () => void this.write());
    return made;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  list(name, value) {
    const made = html("input", {
      type: "text",
      autocomplete: "off",
      placeholder: name === "set" ? null : "(2, 2)",
      "data-input": `form-${name}`,
    });
    made.value = value;
    made.addEventListener("input", () => void this.write());
    return made;
  }

  paint() {
    set(this.fields.bound, { hidden: this.one !== "bound" });
    set(this.fields.multiple, { hidden: this.one !== "multiple" });
    set(this.fields.set, { hidden: this.one !== "set" });
    set(this.fields.gap, { hidden: this.both !== "near" || this.heaps === "1" });
    set(this.bothChoice, { hidden: this.heaps === "1" });
    set(this.allChoice, { hidden: Number(this.heaps) < 3 });
    set(this.singles, { hidden: this.heaps === "1" });
  }

  /** Let the server write the rules; of several changes only the latest counts. */
  async write() {
    const change = ++this.changes;
    try {
      const { rules } = await postJson("/api/lab/text", this.choices);
      if (change === this.changes) this.tell.wrote(rules);
    } catch (problem) {
      if (change === this.changes) this.tell.failed(problem);
    }
  }

  get choices() {
    return {
      heaps: Number(this.heaps),
      one: this.one,
      both: this.both,
      all: this.all,
      bound: this.bound.valueAsNumber || 1,
      multiple: this.multiple.valueAsNumber || 1,
      gap: this.gap.valueAsNumber || 1,
      amounts: this.set.value,
      without: this.without.value,
      added: this.added.value,
      last_loses: this.last.checked,
    };
  }
}

/**
 * @param {string} name
 * @param {HTMLElement} input
 */
function field(name, input) {
  return html("label", { class: "field" }, html("span", {}, t(`web.lab.form.${name}`)), input);
}
