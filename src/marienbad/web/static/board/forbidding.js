// Games in which the player who is not to move may forbid the other to leave some positions. What may be
// forbidden, how many at once, and what is forbidden, says the server.

import { Choice } from "./choice.js";
import { button, html, refill, set } from "../common/dom.js";
import { loadMoves } from "../common/model.js";
import { Block, block, readStep, saidOf, stateOf } from "../common/moves.js";
import { leave } from "../common/numbers.js";
import { positionText, taken } from "../common/speech.js";
import { t, tuple } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */

export class Forbidding {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** How it is chosen what is forbidden, and what is taken. */
  get Choice() {
    return ForbiddingChoice;
  }

  /** What a square of the board would forbid, where something is to be forbidden. @param {Choice} choice @param {string} square */
  square(choice, square) {
    const isForbidding = choice instanceof ForbiddingChoice && choice.isForbidding;
    return isForbidding ? t("web.forbid.square", { position: `(${square.replace(",", ", ")})` }) : null;
  }

  /** What stands above the board: the start, and what is forbidden. @param {import("../play/state.js").Session} session */
  heading({ match, position, isOver }) {
    const told = isOver ? "" : saidOf(position).text;
    return [positionText([...match.start]), told].filter(Boolean).join(" — ");
  }

  /** The squares to which one may not go: what is forbidden, what somebody forbids now, what one is about to forbid. @param {import("./rows.js").View} view */
  crossed({ position, take, isOpen, choice }) {
    if (take instanceof Block) return take.forbidden;
    return isOpen && choice instanceof ForbiddingChoice && choice.isForbidding
      ? choice.forbidden
      : saidOf(position).forbidden;
  }

  /**
   * What the coach says of somebody else's choice of what to forbid; nothing where something is to be
   * taken.
   * @param {readonly bigint[]} position
   * @param {any} analysis
   * @param {number} step
   */
  advice(position, analysis, step) {
    if (!isToForbid(position)) return null;
    const won = analysis.winning_moves.at(-1);
    if (step === 1) return { text: t(won ? "web.forbid.can_win" : "web.forbid.loses"), take: null };
    if (!won) return { text: t("web.forbid.in_vain"), take: null };
    const take = readStep(won, position);
    return { text: t("web.forbid.better", { taken: taken(this.game, take) }), take };
  }

  /** Who wins where it is said what is forbidden, or that something is to be. @param {readonly bigint[]} position @param {string} outcome */
  outcome(position, outcome) {
    if (!stateOf(position)) return null;
    const end = isToForbid(position) ? "" : ".move";
    return `${saidOf(position).text} ${t(`web.forbid.${outcome === "N" ? "can_win" : "loses"}${end}`)}`;
  }
}

/** What is chosen to be forbidden: one move of the other beside others. */
class ForbiddingChoice extends Choice {
  /** @type {bigint[][]} the positions that are to be forbidden, beside the one that is chosen */
  forbidden = [];
  painted = "";

  /** @param {import("./choice.js").Situation | null} situation */
  begin(situation) {
    this.forbidden = [];
    const isForbidding = situation !== null && isToForbid(situation.position);
    const again = this.mostOf(situation) > 1 ? "web.forbid.again.add" : "web.forbid.again";
    this.again = isForbidding ? t(again) : undefined;
    super.begin(isForbidding ? { ...situation, moves: takings(situation) } : situation);
    if (isForbidding && !situation.moves) void this.ask(situation);
  }

  /** Where there are too many ways to forbid, the positions are asked for. @param {import("./choice.js").Situation} situation */
  async ask(situation) {
    const { game, position } = situation;
    const { moves } = await loadMoves(game.game, [...position]).catch(() => ({ moves: null }));
    if (!moves || String(this.situation?.position) !== String(position) || this.forbidden.length) return;
    this.begin({ ...situation, moves });
    this.changed();
  }

  get isForbidding() {
    return this.situation !== null && isToForbid(this.situation.position);
  }

  /** @param {import("./choice.js").Situation | null} situation */
  mostOf(situation) {
    return situation?.game.memory?.most ?? 0;
  }

  get most() {
    return this.mostOf(this.situation);
  }

  /** @param {bigint[]} take */
  leftOf(take) {
    return leave([...(this.situation?.position ?? [])], take);
  }

  /** @param {bigint[]} take */
  isForbidden(take) {
    const left = String(this.leftOf(take));
    return this.forbidden.some((one) => String(one) === left);
  }

  /** Whether what is chosen can be put beside what else is to be forbidden. */
  get canAdd() {
    return this.isForbidding && this.most > 1 && !this.isEmpty && this.isLegal && !this.isForbidden(this.take);
  }

  add() {
    this.forbidden = inOrder([...this.forbidden, this.leftOf(this.take)]);
    this.set(this.take.map(() => 0n));
  }

  /** Let it be left again. @param {bigint[]} left */
  allow(left) {
    this.forbidden = this.forbidden.filter((one) => String(one) !== String(left));
    this.set(this.take);
  }

  /** @param {bigint[]} take */
  moveOf(take) {
    if (!this.isForbidding) return super.moveOf(take);
    const isNothing = take.every((amount) => amount === 0n);
    return block(inOrder(isNothing ? this.forbidden : [...this.forbidden, this.leftOf(take)]));
  }

  /** @param {bigint[]} move */
  show(move) {
    if (!(move instanceof Block)) {
      super.show(move);
      return;
    }
    const [only] = move.forbidden;
    const isOne = this.most === 1 && only !== undefined;
    this.forbidden = isOne ? [] : move.forbidden;
    this.set(isOne ? this.leftOf(only) : this.take.map(() => 0n));
  }

  /** @param {number} heap @param {bigint} amount @param {() => void} play */
  click(heap, amount, play) {
    super.click(heap, amount, () => this.repeat(play));
  }

  /** @param {bigint[]} take @param {() => void} play */
  clickSquare(take, play) {
    if (this.isForbidden(take)) this.allow(this.leftOf(take));
    else super.clickSquare(take, () => this.repeat(play));
  }

  /** The second press on what is chosen. @param {() => void} play */
  repeat(play) {
    if (this.canAdd) this.add();
    else if (!this.isForbidding || this.most === 1) play();
  }

  clear() {
    if (this.isEmpty) this.forbidden = [];
    super.clear();
  }

  /** @param {Game} game */
  label(game) {
    if (!this.isForbidding || !this.isLegal) return super.label(game);
    const [only, ...more] = /** @type {Block} */ (this.move).forbidden;
    if (!only) return t("web.forbid.nothing");
    return more.length ? t("web.forbid.these") : t("web.forbid.one", { position: tuple(only) });
  }

  judge() {
    super.judge();
    if (!this.isForbidding) return;
    const isKnown = this.isEmpty || this.legal.has(this.take.join());
    if (!isKnown || /** @type {Block} */ (this.move).forbidden.length > this.most) return;
    this.judgements += 1; // what was asked is known already
    this.isLegal = true;
    this.reason = this.judged = null;
  }

  /** The list of what is to be forbidden; each can be taken off it again. @param {HTMLElement} place @param {boolean} isOpen */
  paintBeside(place, isOpen) {
    const isShown = isOpen && this.isForbidding && this.most > 1;
    const shape = `${isShown} ${this.canAdd} ${this.take} ${this.forbidden.join("+")}`;
    set(place, { hidden: !isShown });
    if (shape === this.painted && place.querySelector(".forbidding")) return true;
    this.painted = shape;
    const hadFocus = place.contains(document.activeElement);
    const list = html("span.forbidding", { role: "group", "aria-label": t("web.forbid.list") });
    if (isShown) list.append(...this.forbidden.map((left) => this.allowing(left)));
    if (isShown && this.canAdd) list.append(this.adding());
    refill(place, list);
    if (hadFocus) list.querySelector("button")?.focus();
    return true;
  }

  adding() {
    const position = tuple(this.leftOf(this.take));
    return button("add-forbidden", t("web.forbid.add", { position }), () => this.add());
  }

  /** @param {bigint[]} left */
  allowing(left) {
    const position = tuple(left);
    const name = { "aria-label": t("web.forbid.remove", { position }) };
    return button("allow", `${position} ×`, () => this.allow(left), name);
  }
}

/** @param {readonly bigint[]} position */
function isToForbid(position) {
  return saidOf(position).act === "forbid";
}

/** The moves of the other of which some may be forbidden: told as such, or by the ways to forbid one. @param {import("./choice.js").Situation} situation */
function takings({ moves, position }) {
  const taken = (/** @type {bigint[]} */ move) => {
    if (!(move instanceof Block)) return [move];
    return move.forbidden.length === 1 ? move.forbidden.map((left) => leave([...position], left)) : [];
  };
  return moves?.flatMap(taken) ?? null;
}

/** Positions each once, in the order in which the server has them. @param {bigint[][]} positions */
function inOrder(positions) {
  const distinct = [...new Map(positions.map((one) => [String(one), one])).values()];
  return distinct.sort((one, other) => {
    const heap = one.findIndex((size, index) => size !== other[index]);
    return (one[heap] ?? 0n) < (other[heap] ?? 0n) ? -1 : 1;
  });
}
