// A number in a base, in Fibonacci numbers or over a continued fraction: digits, shifts, its place.

import { address, moveTo } from "./common/address.js";
import { getJson } from "./common/api.js";
import { button, html, refill, say, select, set } from "./common/dom.js";
import { sections } from "./common/explanation.js";
import { Field } from "./common/fields.js";
import { sayProblem } from "./common/trouble.js";
import { t } from "./common/words.js";

const GOLDEN = "fibonacci";
const STEPS = /** @type {const} */ (["before", "after", "left", "right"]);
/** The kinds of numeration, each with the one that is shown when the kind is chosen. @type {Record<string, string>} */
const EXAMPLES = { [GOLDEN]: GOLDEN, base: "2", fraction: "[1;2]" };
/** The terms of a continued fraction after its 1, as an address has them. */
const TERMS = /^\[?1[;,](\d+(?:,\d+)*)(?:,(?:…|\.\.\.))?\]?$/u;

/** @param {string} system */
function kindOf(system) {
  return system === GOLDEN ? GOLDEN : /[[,]/u.test(system) ? "fraction" : "base";
}

/** A numeration as the reader's language writes it. @param {string} system */
function spelt(system) {
  const terms = TERMS.exec(system)?.[1];
  return terms === undefined ? system : t("web.number.fraction", { terms: terms.replaceAll(",", ", ") });
}

export class NumbersPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.question = 0;
    /** @type {Record<string, string | number | null>} */ this.beside = {};
    const changed = { input: () => void this.load() };
    const kinds = Object.keys(EXAMPLES).map((kind) => /** @type {const} */ ([kind, t(`web.number.kind.${kind}`)]));
    const chosen = (/** @type {string} */ kind) => {
      this.choose(EXAMPLES[kind] ?? GOLDEN);
      void this.load();
    };
    this.number = new Field(t("web.number"), { inputmode: "numeric", "data-input": "number", ...changed });
    this.terms = new Field("", { "data-input": "system", ...changed });
    this.kinds = select(t("web.number.system"), kinds, GOLDEN, chosen, { "data-action": "system" });
    this.steps = STEPS.map((step) => button(step, t(`web.number.${step}`), () => this.go(step)));
    this.status = html("p.status", { role: "status" });
    this.text = html("div.text");
    refill(
      place,
      html(
        "div.numbers.page",
        html("h1", t("web.nav.numbers")),
        html("p.lead", t("web.numbers.lead")),
        html(
          "form",
          { class: "ask", submit: (event) => event.preventDefault() },
          html("div.options", this.number.element, this.kinds, this.terms.element),
          html("div.acts", ...this.steps),
        ),
        this.status,
        this.text,
      ),
    );
  }

  /** What the address asks for. */
  async open() {
    const query = new URLSearchParams(location.search);
    this.number.input.value = query.get("number") ?? "50";
    this.choose(query.get("system") || GOLDEN);
    await this.load();
  }

  /** @param {string} system */
  choose(system) {
    this.kind = kindOf(system);
    this.terms.input.value = this.kind === GOLDEN ? "" : spelt(system);
    set(this.terms.element, { hidden: this.kind === GOLDEN });
    say(
      /** @type {Element} */ (this.terms.element.querySelector("span")),
      t(this.kind === "base" ? "web.number.base" : "web.number.terms"),
    );
    /** @type {HTMLSelectElement} */ (this.kinds.querySelector("select")).value = this.kind;
  }

  /** To a neighbour, or to what a shift is worth. @param {string} step */
  go(step) {
    const next = this.beside[step];
    if (next === null || next === undefined) return;
    this.number.input.value = String(next);
    void this.load();
  }

  async load() {
    const number = ++this.question;
    const written = this.number.text.replace(/\s/gu, "");
    const isRight = /^\d{1,1000}$/u.test(written);
    const wrong = written ? t("web.number.wrong", { text: written.slice(0, 40) }) : t("web.number.missing");
    this.number.refuse(isRight ? "" : wrong);
    if (!isRight) {
      this.show(null);
      return;
    }
    const system = this.kind === GOLDEN ? GOLDEN : this.terms.text.replace(/\s/gu, "");
    moveTo(address("/numbers", { number: written, system }), "replace");
    try {
      const found = await getJson("/api/number", { number: written, system });
      if (number !== this.question) return;
      this.show(found, t(`web.number.told.${this.kind}`, { number: written, system: spelt(system) }));
    } catch (problem) {
      if (number !== this.question) return;
      this.show(null);
      sayProblem(this.status, problem, () => void this.load());
    }
  }

  /**
   * What is told of a number, and where one can go from it; nothing where it cannot be read.
   * @param {any} found
   * @param {string} [told]
   */
  show(found, told = "") {
    this.beside = found ?? {};
    say(this.status, told);
    refill(this.text, ...(found ? sections(found.html) : []));
    STEPS.forEach((step, index) => {
      const isThere = (this.beside[step] ?? null) !== null;
      set(/** @type {Element} */ (this.steps[index]), { "aria-disabled": isThere ? null : "true" });
    });
  }

  close() {
    this.question += 1;
  }
}
