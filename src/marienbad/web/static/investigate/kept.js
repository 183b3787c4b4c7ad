// The conjectures about a game that this browser keeps, with what became of each.

import { button, html, refill, set } from "../common/dom.js";
import { saveFile } from "../common/fields.js";
import { always } from "../common/storage.js";
import { t, tuple } from "../common/words.js";

/**
 * A conjecture and where it was tried; what the prover said has an outcome and no start.
 * @typedef {object} Conjecture
 * @property {string} condition
 * @property {string | null} [words] what it says, where it was one to choose
 * @property {string} claim
 * @property {string} start
 * @property {string} size
 * @property {number} situations
 * @property {number} wrong
 * @property {number[] | null} position the smallest against it
 * @property {"proved" | "refuted" | "open" | null} outcome
 */

const SHELF = "marienbad.conjectures.";
const MOST = 50;

export class KeptConjectures {
  /** @param {{again: (one: Conjecture) => void, all: (them: Conjecture[]) => void}} hands */
  constructor(hands) {
    this.hands = hands;
    this.shelf = "";
    /** @type {Conjecture[]} */ this.all = [];
    this.title = "";
    this.list = html("ol.kept-conjectures");
    this.acts = html(
      "div.acts",
      button("all-again", t("investigate.conjecture.all_again"), () => hands.all(this.different())),
      button("save", t("investigate.conjecture.save"), () => this.save()),
    );
    this.element = html("section.kept", html("h2", t("investigate.conjecture.kept")), this.list, this.acts);
  }

  /** @param {import("../common/model.js").Game} game */
  show(game) {
    this.shelf = SHELF + game.game;
    this.title = game.title;
    this.all = this.read();
    this.paint();
  }

  /** @returns {Conjecture[]} */
  read() {
    try {
      const found = JSON.parse(always.getItem(this.shelf) ?? "[]");
      return found.filter(
        (/** @type {any} */ one) => typeof one?.condition === "string" && typeof one?.claim === "string",
      );
    } catch {
      return [];
    }
  }

  /** The newest stands first, in place of an earlier answer to the same question. @param {Conjecture} one */
  keep(one) {
    this.all = [one, ...this.all.filter((other) => identity(other) !== identity(one))].slice(0, MOST);
    this.write();
  }

  /** @param {Conjecture} one */
  remove(one) {
    this.all = this.all.filter((other) => other !== one);
    this.write();
    this.element.tabIndex = -1;
    this.element.focus();
  }

  write() {
    always.setItem(this.shelf, JSON.stringify(this.all));
    this.paint();
  }

  /** Each conjecture once, wherever it was tried; the oldest first. */
  different() {
    const found = new Map(this.all.filter((one) => !one.outcome).map((one) => [`${one.claim} ${one.condition}`, one]));
    return [...found.values()].reverse();
  }

  paint() {
    set(this.element, { hidden: this.all.length === 0 });
    refill(this.list, ...this.all.map((one) => this.line(one)));
  }

  /** @param {Conjecture} one */
  line(one) {
    const name = { "aria-label": t("investigate.conjecture.again_of", { condition: spoken(one) }) };
    const gone = { "aria-label": t("investigate.conjecture.remove_of", { condition: spoken(one) }) };
    return html(
      "li",
      { "data-stands": String(stands(one)) },
      html(
        "p",
        one.words && `${one.words} `,
        html("code", { class: one.words ? "written" : null }, one.condition),
        ` · ${t(`investigate.conjecture.claim.${one.claim}`)}`,
        html("span.kept-verdict", `${stands(one) ? "✓" : "✗"} ${verdict(one)}`),
      ),
      html(
        "div.acts",
        button("again", t("investigate.conjecture.again"), () => this.hands.again(one), name),
        button("remove", t("investigate.conjecture.remove"), () => this.remove(one), gone),
      ),
    );
  }

  save() {
    const lines = this.all.map(
      (one) =>
        `${one.words ? `${one.words} (${one.condition})` : one.condition} · ${t(`investigate.conjecture.claim.${one.claim}`)}\n    ${stands(one) ? "✓" : "✗"} ${verdict(one)}\n`,
    );
    saveFile("conjectures.txt", `${this.title}\n\n${lines.join("")}`);
  }
}

/** @param {Conjecture} one */
function identity(one) {
  return JSON.stringify([one.condition, one.claim, one.start, one.size, Boolean(one.outcome)]);
}

/** @param {Conjecture} one */
function spoken(one) {
  return one.words || one.condition;
}

/** Whether nothing was found against it. @param {Conjecture} one */
function stands(one) {
  return one.outcome ? one.outcome !== "refuted" : one.wrong === 0;
}

/** What became of a conjecture, in short. @param {Conjecture} one */
function verdict(one) {
  const position = one.position?.some(Boolean) ? tuple(one.position) : t("investigate.conjecture.empty");
  if (one.outcome) return t(`investigate.conjecture.outcome.${one.outcome}`, { position });
  const start = one.start.replaceAll(",", "-");
  const where = one.size
    ? t("investigate.conjecture.tried.box", { rows: one.start.split(",").length, size: one.size })
    : t("investigate.conjecture.tried.start", { start });
  const { situations, wrong } = one;
  if (!wrong) return t("investigate.conjecture.stands", { where, situations });
  return t("investigate.conjecture.fails", { where, situations, wrong, position });
}
