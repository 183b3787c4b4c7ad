// Boxes with beads: a machine that learns by losing. The browser keeps the beads; the server draws,
// plays and learns.

import { address } from "../common/address.js";
import { postJson } from "../common/api.js";
import { button, html, named, refill, say, select, set } from "../common/dom.js";
import { Field } from "../common/fields.js";
import { readInteger } from "../common/numbers.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";
import { Boxes, curve, ByHand } from "./boxes.js";

/** @typedef {import("./page.js").Subject} Subject */

const ITSELF = "itself";
const FIRSTS = /** @type {const} */ (["machine", "opponent", "turns"]);
const LESSONS = [1, 10, 100];
const AMOUNTS = /** @type {Record<string, number[]>} */ ({
  beads: [1, 2, 3, 4, 5, 10],
  lose: [1, 2, 3],
  win: [0, 1, 2, 3],
});
/** What classes build: eight, of which one takes one or two. */
const classic = () => address("/investigate", { view: "machine", game: "subtraction:1.2", position: "8" });
const LARGEST_SEED = 2n ** 53n - 1n;

export class Learner {
  constructor() {
    /** @type {Subject | null} */ this.subject = null;
    /** @type {any} The machine as the server has shown it last. */
    this.shown = null;
    /** @type {boolean[]} */ this.results = [];
    /** @type {Record<string, unknown>} */
    this.rules = { beads: 3, lose: 1, win: 0, punish: "last", first: "machine", seed: 1 };
    this.against = "novice";
    this.isBusy = false;
    /** How often it was begun anew: what comes late for an earlier machine is dropped. */
    this.machines = 0;
    /** @type {Map<string, string>} The boxes used last, and what was left from each. */
    this.lit = new Map();
    this.boxes = new Boxes();
    this.hand = new ByHand({
      wish: () => this.wish(),
      light: (box, colour) => this.light(box, colour),
      learned: (shown) => this.take(shown),
      begins: () => this.begins(),
    });
    this.count = html("p.machine-count");
    this.status = html("p.machine-status", { role: "status" });
    this.plot = html("div.machine-curve");
    this.tools = html("div.acts.machine-tools");
    this.lessons = LESSONS.map((number) =>
      button("train", t("investigate.machine.train", { number }), () => void this.train(number), {
        "data-games": number,
      }),
    );
    this.seed = new Field(t("investigate.machine.seed"), { inputmode: "numeric", "data-input": "seed" });
    this.seed.input.value = "1";
    this.seed.input.addEventListener("change", () => this.reseed());
    this.element = html("div.machine", { hidden: true }, ...this.parts());
  }

  parts() {
    return [
      html("p.machine-lead", t("investigate.machine.lead")),
      this.tools,
      html("details.machine-rules", html("summary", t("investigate.machine.rules")), this.rulesForm()),
      this.hand.element,
      html("div.machine-told", this.count, this.status, this.plot),
      this.boxes.key,
      this.boxes.element,
    ];
  }

  rulesForm() {
    const numbers = Object.entries(AMOUNTS).map(([name, amounts]) => {
      const choices = amounts.map((number) => /** @type {[string, string]} */ ([String(number), String(number)]));
      const choose = (/** @type {string} */ value) => this.change(name, Number(value));
      return select(t(`investigate.machine.${name}`), choices, String(this.rules[name]), choose, {
        "data-input": name,
      });
    });
    const punished = ["last", "all"].map(
      (name) => /** @type {[string, string]} */ ([name, t(`investigate.machine.punish.${name}`)]),
    );
    return html(
      "div.acts",
      ...numbers,
      select(t("investigate.machine.punish"), punished, "last", (value) => this.change("punish", value), {
        "data-input": "punish",
      }),
      this.seed.element,
    );
  }

  /** @param {Subject} subject */
  async show(subject) {
    const isSame = this.subject?.game === subject.game && String(this.subject.start) === String(subject.start);
    if (isSame && this.shown) return;
    this.subject = subject;
    this.paintTools(subject);
    set(this.element, { hidden: true });
    await this.renew();
    set(this.element, { hidden: null });
  }

  close() {
    this.machines += 1;
    this.hand.stop();
  }

  /** @param {Subject} subject */
  paintTools({ game }) {
    const levels = [...named(game.levels), /** @type {[string, string]} */ ([ITSELF, t("investigate.machine.itself")])];
    const firsts = FIRSTS.map(
      (name) => /** @type {[string, string]} */ ([name, t(`investigate.machine.first.${name}`)]),
    );
    refill(
      this.tools,
      select(t("investigate.machine.against"), levels, this.against, (value) => (this.against = value), {
        "data-input": "against",
      }),
      select(t("investigate.machine.first"), firsts, String(this.rules.first), (value) => (this.rules.first = value), {
        "data-input": "first",
      }),
      ...this.lessons,
      button("hand", t("investigate.machine.hand"), () => void this.hand.begin(this.subject)),
      button("judge", t("investigate.machine.judge"), () => void this.attempt(() => this.judge())),
      button("renew", t("investigate.machine.renew"), () => void this.attempt(() => this.renew())),
      html("a.button", { href: classic() }, t("investigate.machine.classic")),
    );
  }

  /** A change of the rules makes a new machine. @param {string} name @param {unknown} value */
  change(name, value) {
    this.rules[name] = value;
    void this.attempt(() => this.renew());
  }

  reseed() {
    const seed = readInteger(this.seed.input.value);
    const isRight = seed !== null && seed <= LARGEST_SEED;
    this.seed.refuse(isRight ? "" : t("investigate.machine.seed.wrong", { text: this.seed.text.slice(0, 40) }));
    if (isRight) this.change("seed", Number(seed));
  }

  async renew() {
    this.machines += 1;
    this.hand.stop();
    this.shown = null;
    this.results = [];
    this.lit = new Map();
    say(this.status, "");
    await this.ask("", {});
  }

  /** The machine as the server reads it. */
  wish() {
    const { subject, shown, rules } = this;
    const boxes = shown?.boxes.map((/** @type {any} */ box) =>
      box.colours.map((/** @type {any} */ colour) => colour.beads),
    );
    return {
      ...rules,
      game: subject?.game.game,
      position: subject?.start.join(","),
      boxes: boxes ?? null,
      played: shown?.played ?? 0,
    };
  }

  /** @param {string} call @param {Record<string, unknown>} more */
  async ask(call, more) {
    const { machines } = this;
    const shown = await postJson(`/api/machine${call}`, { ...this.wish(), ...more });
    if (machines !== this.machines) return null;
    this.take(shown);
    return shown;
  }

  /** @param {any} shown */
  take(shown) {
    this.shown = shown;
    this.results.push(...shown.won);
    if (shown.last) this.lit = usedBoxes(shown.last);
    this.paint();
  }

  /** Do it; where it cannot be done, say so. @param {() => Promise<unknown>} act */
  async attempt(act) {
    try {
      await act();
    } catch (problem) {
      sayProblem(this.status, problem, () => void this.attempt(act));
    }
  }

  /** @param {number} games */
  async train(games) {
    if (this.isBusy) return;
    this.hand.stop();
    this.wait(true);
    await this.attempt(async () => {
      let left = games;
      while (left > 0) {
        const shown = await this.ask("", { games: left, against: this.against });
        if (!shown) return;
        left -= shown.won.length;
        say(this.status, this.told(shown.last));
      }
    });
    this.wait(false);
  }

  /** @param {boolean} isBusy */
  wait(isBusy) {
    this.isBusy = isBusy;
    for (const lesson of this.lessons) set(lesson, { "aria-disabled": isBusy ? "true" : null });
  }

  async judge() {
    const shown = await this.ask("", { judge: true });
    if (shown) say(this.status, shown.judgement);
  }

  begins() {
    const { first } = this.rules;
    return first === "machine" || (first === "turns" && (this.shown?.played ?? 0) % 2 === 0);
  }

  /** The last game in words. @param {any} last */
  told({ path, won, gave_up: gaveUp }) {
    const game = t("investigate.machine.last", { path: path.join(" → ") });
    const end = t(`investigate.machine.${won ? "won" : gaveUp ? "gave_up" : "lost"}`);
    return `${game} ${end}`;
  }

  /** A box that is used now. @param {number | string} box @param {number | null} colour */
  light(box, colour) {
    const used = this.shown?.boxes[box];
    if (!used) return;
    this.lit = new Map([[used.label, used.colours[colour ?? -1]?.label ?? ""]]);
    this.paint();
    this.boxes.show(used.label);
  }

  paint() {
    const { shown, results, subject } = this;
    if (!shown || !subject) return;
    this.boxes.paint(shown.boxes, this.lit, subject.game.nouns.object);
    const won = results.filter(Boolean).length;
    say(this.count, t("investigate.machine.count", { played: results.length, won, boxes: shown.boxes.length }));
    refill(this.plot, results.length ? curve(results) : null);
  }
}

/** The boxes that the machine drew from in a game, and what it left. @param {{path: string[], began: boolean}} game */
function usedBoxes({ path, began }) {
  /** @type {Map<string, string>} */ const used = new Map();
  for (let ply = began ? 0 : 1; ply < path.length; ply += 2) {
    const [box, left] = path.slice(ply, ply + 2);
    if (box !== undefined) used.set(box, left ?? "");
  }
  return used;
}
