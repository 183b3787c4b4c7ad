// Guesses about which situations are to leave, and the smallest one against each.

import { address, moveTo } from "../common/address.js";
import { getJson, Refusal } from "../common/api.js";
import { button, html, refill, select, set } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { Field, saveFile } from "../common/fields.js";
import { open as openChecker } from "../check/handover.js";
import { sayProblem } from "../common/trouble.js";
import { lang, t } from "../common/words.js";
import { KeptConjectures } from "./kept.js";

/** @typedef {import("./page.js").Subject} Subject */
/** @typedef {import("./kept.js").Conjecture} Conjecture */
/** @typedef {{title: string, condition: string, tells_much: boolean}} Ready */

const CLAIMS = ["exactly", "sufficient", "necessary"];
/** Up to which size all situations with as many rows as the start can be tried. */
const SIZES = ["4", "6", "9", "12", "20", "40"];
const LONGEST = 300;

export class Conjectures {
  /** @param {URLSearchParams} query of the address, which may bring a conjecture */
  constructor(query) {
    /** @type {Subject | null} */ this.subject = null;
    /** How often something was asked: what comes late is dropped. */
    this.asked = 0;
    this.isOffered = false;
    this.condition = new Field(t("investigate.conjecture.condition"), {
      "data-input": "condition",
      maxlength: LONGEST,
      autocapitalize: "off",
    });
    this.condition.input.value = (query.get("condition") ?? "").slice(0, LONGEST);
    const [claim, size] = [query.get("claim") ?? "", query.get("up_to") ?? ""];
    this.claim = CLAIMS.includes(claim) ? claim : "exactly";
    this.size = SIZES.includes(size) ? size : "";
    /** What was asked last: it is asked again where the game or the start is another. */
    this.latest = this.condition.text ? () => this.try() : null;
    this.claims = select(
      t("investigate.conjecture.claim"),
      named(CLAIMS, "claim"),
      this.claim,
      (one) => this.choose(one),
      { "data-input": "claim" },
    );
    this.ready = html("div.ready", { role: "group", "aria-label": t("investigate.conjecture.ready") });
    this.more = html("div.ready");
    this.words = html("dl.condition-words");
    this.result = html("div.verdict", { role: "status" });
    this.link = html("a", { hidden: true, "data-link": "conjecture" }, t("investigate.conjecture.link"));
    this.prove = button("prove", t("investigate.conjecture.prove"), () => void this.decide());
    this.kept = new KeptConjectures({ again: (one) => void this.again(one), all: (them) => void this.againAll(them) });
    this.element = this.laid();
  }

  laid() {
    const sizes = /** @type {[string, string][]} */ ([
      ["", t("investigate.conjecture.where.start")],
      ...SIZES.map((size) => [size, t("investigate.conjecture.where.box", { size })]),
    ]);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.try();
    };
    return html(
      "div.conjecture",
      html("p.conjecture-lead", t("investigate.conjecture.lead")),
      this.ready,
      html(
        "details",
        html("summary", t("investigate.conjecture.more")),
        html("p", t("investigate.conjecture.more.much")),
        this.more,
      ),
      html(
        "details.how",
        html("summary", t("investigate.conjecture.how")),
        html("p", t("investigate.conjecture.how.rows")),
        html("p", t("investigate.conjecture.how.signs")),
        this.words,
      ),
      html(
        "form.conjecture-form",
        { submit },
        this.condition.element,
        this.claims,
        select(
          t("investigate.conjecture.where"),
          sizes,
          this.size,
          (size) => {
            this.size = size;
          },
          { "data-input": "up_to" },
        ),
        html(
          "div.acts",
          html("button.strong", { type: "submit", "data-action": "try" }, t("investigate.conjecture.try")),
          this.prove,
          this.link,
        ),
      ),
      this.result,
      this.kept.element,
    );
  }

  /** @param {Subject} subject */
  async show(subject) {
    this.subject = subject;
    this.asked += 1;
    refill(this.result);
    const { heaps, parts, memory } = subject.game;
    set(this.prove, { hidden: (heaps !== null && heaps !== 2) || parts || memory !== null });
    this.kept.show(subject.game);
    await this.offer();
    await this.latest?.();
  }

  close() {
    this.asked += 1;
  }

  /** The conditions to choose and the words to write, once. */
  async offer() {
    if (this.isOffered) return;
    const { ready, words } = await getJson("/api/conjecture/conditions", { lang: lang() });
    for (const [place, isTelling] of /** @type {const} */ ([
      [this.ready, false],
      [this.more, true],
    ])) {
      const offered = ready.filter((/** @type {Ready} */ one) => one.tells_much === isTelling);
      refill(place, ...offered.map((/** @type {Ready} */ one) => this.chip(one)));
    }
    refill(
      this.words,
      ...words.flatMap((/** @type {{word: string, meaning: string}} */ { word, meaning }) => [
        html("dt", html("code", word)),
        html("dd", meaning),
      ]),
    );
    this.isOffered = true;
  }

  /** @param {Ready} ready */
  chip({ title, condition }) {
    return button("ready", title, () => this.write(condition), { "data-condition": condition });
  }

  /** @param {string} condition */
  write(condition) {
    this.condition.input.value = condition;
    void this.try();
  }

  /** @param {string} claim */
  choose(claim) {
    this.claim = claim;
    const control = this.claims.querySelector("select");
    if (control) control.value = claim;
  }

  /** What is asked of the server, without the place where it is tried. */
  question() {
    return {
      game: this.subject?.game.game ?? "",
      condition: this.condition.text.trim(),
      claim: this.claim,
      lang: lang(),
    };
  }

  async try() {
    const { subject, size } = this;
    const asked = this.question();
    if (!subject) return;
    const position = subject.start.join(",");
    const found = await this.answer("/api/conjecture", { ...asked, position, up_to: size }, () => this.try());
    if (!found) return;
    const { game, condition, claim } = asked;
    const url = address("/investigate", { game, position, view: "conjecture", condition, claim, up_to: size });
    set(this.link, { href: url, hidden: null });
    moveTo(url, "replace");
    refill(this.result, ...heading(found), ...sections(found.html));
    this.kept.keep({
      condition,
      words: found.words,
      claim,
      start: position,
      size,
      situations: found.situations,
      wrong: found.wrong,
      position: found.counterexample?.position ?? null,
      outcome: null,
    });
  }

  /** Ask the prover for two heaps of every size. */
  async decide() {
    const asked = this.question();
    const found = await this.answer("/api/conjecture/prove", asked, () => this.decide());
    if (!found) return;
    const { certificate } = found;
    const save = button("certificate", t("investigate.conjecture.certificate"), () =>
      saveFile("certificate.json", certificate),
    );
    const check = button("check", t("web.check.yourself"), () => openChecker(certificate));
    const acts = certificate && html("div.acts", save, check);
    refill(this.result, ...heading(found), ...sections(found.html), acts);
    const { condition, claim } = asked;
    const position = found.counterexample?.position ?? null;
    const { outcome, words } = found;
    this.kept.keep({ condition, words, claim, start: "", size: "", situations: 0, wrong: 0, position, outcome });
  }

  /**
   * What the server answers, nothing where it refuses or something else was asked meanwhile.
   * @param {string} path
   * @param {import("../common/address.js").Query} query
   * @param {() => Promise<void>} again
   */
  async answer(path, query, again) {
    this.asked += 1;
    const { asked } = this;
    this.condition.refuse("");
    if (!query.condition) {
      this.condition.refuse(t("investigate.conjecture.nothing"));
      return null;
    }
    this.latest = again;
    try {
      const found = await getJson(path, query);
      return asked === this.asked ? found : null;
    } catch (problem) {
      if (asked !== this.asked) return null;
      refill(this.result);
      if (problem instanceof Refusal && problem.place) this.condition.refuse(problem.message);
      else sayProblem(this.result, problem, () => void again());
      return null;
    }
  }

  /** Try a conjecture again that was kept, on what is investigated now. @param {Conjecture} one */
  async again(one) {
    this.condition.input.value = one.condition;
    this.choose(one.claim);
    await (one.outcome ? this.decide() : this.try());
    this.result.scrollIntoView({ block: "nearest" });
  }

  /** @param {Conjecture[]} them */
  async againAll(them) {
    for (const one of them) await this.again(one);
  }
}

/**
 * What is claimed; where it is said in plain words, the condition as it is written stands beside it.
 * @param {{claimed: string, words: string | null, condition: string}} found
 */
function heading({ claimed, words, condition }) {
  return [html("h2", claimed), words && html("p.written", html("code", condition))];
}

/** @param {string[]} names @param {string} kind @returns {[string, string][]} */
function named(names, kind) {
  return names.map((name) => [name, t(`investigate.conjecture.${kind}.${name}`)]);
}
