// Rules by choice, for those who do not want to write: every change writes the text anew.

import { html, select, set } from "./dom.js";
import { t } from "./words.js";

const COUNTS = ["", "one", "two", "three", "all"];

export class RuleForm {
  /** @param {(text: string) => void} wrote */
  constructor(wrote) {
    this.wrote = wrote;
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
    this.last = html("input", { type: "checkbox", change: () => this.write() });
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
        this.write();
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
    made.addEventListener("input", () => this.write());
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
    made.addEventListener("input", () => this.write());
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

  write() {
    this.wrote(this.text);
  }

  /** The rules that the choices say. */
  get text() {
    const heaps = Number(this.heaps);
    const numbers = {
      ...(this.one === "bound" && { k: this.bound.value || "1" }),
      ...(this.one === "multiple" && { b: this.multiple.value || "1" }),
      ...(heaps > 1 && this.both === "near" && { a: this.gap.value || "1" }),
    };
    const lets = Object.entries(numbers).map(([name, value]) => `${name} = ${value}`);
    const added = moves(this.added.value).map(
      (amounts) => `take ${amounts.join(", ")} from ${COUNTS[amounts.length]}`,
    );
    return [
      `heaps ${heaps}`,
      ...(lets.length ? [`let ${lets.join(", ")}`] : []),
      ...this.fromOne(),
      ...(heaps > 1 ? this.fromTwo() : []),
      ...(heaps > 2 && this.all === "same" ? [`take ${Array(heaps).fill("n").join(", ")} from all`] : []),
      ...(heaps > 1 ? added : []),
      ...(this.last.checked ? ["last loses"] : []),
      "",
    ].join("\n");
  }

  fromOne() {
    const where = {
      any: [],
      bound: ["n <= k"],
      multiple: ["n % b == 0"],
      set: [`n in {${(this.set.value.match(/\d+/gu) ?? ["1"]).join(", ")}}`],
    }[this.one];
    if (!where) return [];
    const excluded = this.excluded(1).map(([n]) => `n != ${n}`);
    return [statement("n", "one", [...where, ...excluded])];
  }

  fromTwo() {
    const excluded = this.excluded(2);
    if (this.both === "same") {
      const equal = excluded.filter(([one, other]) => one === other);
      return [statement("n, n", "two", equal.map(([n]) => `n != ${n}`))];
    }
    const where = {
      near: "abs(c - d) < a",
      ratio: "(c == d or c == 2 * d or d == 2 * c)",
    }[this.both];
    if (!where) return [];
    const both = excluded.flatMap(([one, other]) => (one === other ? [[one, other]] : [[one, other], [other, one]]));
    const not = both.map(([one, other]) => `not (c == ${one} and d == ${other})`);
    return [statement("c, d", "two", [where, ...not])];
  }

  /** @param {number} count the single moves left out that take from so many heaps */
  excluded(count) {
    return moves(this.without.value).filter((amounts) => amounts.length === count);
  }
}

/**
 * @param {string} name
 * @param {HTMLElement} input
 */
function field(name, input) {
  return html("label", { class: "field" }, html("span", {}, t(`web.lab.form.${name}`)), input);
}

/**
 * @param {string} amounts
 * @param {string} heaps
 * @param {string[]} where
 */
function statement(amounts, heaps, where) {
  return `take ${amounts} from ${heaps}${where.length ? ` where ${where.join(" and ")}` : ""}`;
}

/**
 * Single moves as people write them, `2, 2` or `(1, 3); (2, 5)`: what is taken from each heap.
 * @param {string} text
 * @returns {number[][]}
 */
function moves(text) {
  return text
    .split(/[;()]+/u)
    .map((part) => (part.match(/\d+/gu) ?? []).map(Number).filter((amount) => amount > 0))
    .filter((amounts) => amounts.length > 0 && amounts.length <= 4);
}
