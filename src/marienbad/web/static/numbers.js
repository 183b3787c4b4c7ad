// A number in a base, in Fibonacci numbers or over a continued fraction: digits, shifts, its place.

import { address, moveTo } from "./common/address.js";
import { getJson } from "./common/api.js";
import { button, html, refill, say, select, set } from "./common/dom.js";
import { sections } from "./common/explanation.js";
import { Field } from "./common/field.js";
import { sayProblem } from "./common/trouble.js";
import { t } from "./common/words.js";

const GOLDEN = "fibonacci";
const STEPS = /** @type {const} */ (["before", "after", "left", "right"]);
/** What stands in the field when a kind of numeration is chosen. */
const EXAMPLES = { [GOLDEN]: "", base: "2", fraction: "[1;2]" };

/** @param {string} system @returns {keyof typeof EXAMPLES} */
function kindOf(system) {
  return system === GOLDEN ? GOLDEN : /[[,]/u.test(system) ? "fraction" : "base";
}

export class NumbersPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.question = 0;
    /** @type {Record<string, string | number | null>} */
    this.beside = {};
    const changed = { input: () => void this.load() };
    this.number = new Field(t("web.number"), { inputmode: "numeric", "data-input": "number", ...changed });
    this.terms = new Field("", { "data-input": "system", ...changed });
    this.kinds = html("div");
    this.options = html("div", { class: "options" }, this.number.element, this.kinds, this.terms.element);
    this.steps = html(
      "div",
      { class: "acts" },
      ...STEPS.map((step) => button(step, t(`web.number.${step}`), () => this.go(step))),
    );
    this.status = html("p", { class: "status", role: "status" });
    this.text = html("div", { class: "text" });
    refill(
      place,
      html(
        "div",
        { class: "numbers page" },
        html("h1", {}, t("web.nav.numbers")),
        html("p", { class: "lead" }, t("web.numbers.lead")),
        html(
          "form",
          { class: "ask", submit: (/** @type {Event} */ event) => event.preventDefault() },
          this.options,
          this.steps,
        ),
        this.status,
        this.text,
      ),
    );
  }

  async open() {
    this.read();
    await this.load("replace");
  }

  async revisit() {
    this.read();
    await this.load("replace");
  }

  /** What the address asks for. */
  read() {
    const query = new URLSearchParams(location.search);
    this.number.input.value = query.get("number") ?? "50";
    this.choose(query.get("system") || GOLDEN);
  }

  /** @param {string} system */
  choose(system) {
    this.kind = kindOf(system);
    this.terms.input.value = this.kind === GOLDEN ? "" : system;
    set(this.terms.element, { hidden: this.kind === GOLDEN });
    say(
      /** @type {Element} */ (this.terms.element.querySelector("span")),
      t(this.kind === "base" ? "web.number.base" : "web.number.terms"),
    );
    const choices = Object.keys(EXAMPLES).map(
      (kind) => /** @type {[string, string]} */ ([kind, t(`web.number.kind.${kind}`)]),
    );
    const chosen = (/** @type {string} */ kind) => {
      this.choose(kind === GOLDEN ? kind : EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (kind)]);
      /** @type {HTMLElement | null} */ (this.kinds.querySelector("select"))?.focus();
      void this.load();
    };
    refill(
      this.kinds,
      select(t("web.number.system"), choices, this.kind, chosen, { "data-action": "system" }),
    );
  }

  /** To a neighbour, or to what a shift is worth. @param {string} step */
  go(step) {
    const next = this.beside[step];
    if (next === null || next === undefined) return;
    this.number.input.value = String(next);
    void this.load();
  }

  async load(how = /** @type {"push" | "replace"} */ ("replace")) {
    const number = ++this.question;
    const written = this.number.text.replace(/\s/gu, "");
    const isRight = /^\d{1,1000}$/u.test(written);
    this.number.refuse(isRight ? "" : t("web.number.wrong", { text: written.slice(0, 40) }));
    if (!isRight) {
      this.clear();
      return;
    }
    const system = this.kind === GOLDEN ? GOLDEN : this.terms.text.trim();
    moveTo(address("/numbers", { number: written, system }), how);
    try {
      const found = await getJson("/api/number", { number: written, system });
      if (number !== this.question) return;
      this.beside = found;
      say(this.status, t(`web.number.told.${this.kind}`, { number: written, system }));
      refill(this.text, ...sections(found.html));
    } catch (problem) {
      if (number !== this.question) return;
      this.clear();
      sayProblem(this.status, problem, () => void this.load());
    }
    for (const step of STEPS) {
      const control = /** @type {Element} */ (this.steps.querySelector(`[data-action=${step}]`));
      const isThere = this.beside[step] !== null && this.beside[step] !== undefined;
      set(control, { "aria-disabled": isThere ? null : "true" });
    }
  }

  clear() {
    this.beside = {};
    say(this.status, "");
    refill(this.text);
  }

  close() {
    this.question += 1;
  }
}
