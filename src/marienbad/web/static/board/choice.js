// The choice before it is played: how many from each heap, whether it may be taken, and why not.
// What is legal is the server's word: a list of moves, or its answer to one choice.

import { getJson, isForNow } from "../common/api.js";
import { html, refill, select, set } from "../common/dom.js";
import { Call, Split, call, leftBy, readPlace, saidOf } from "../common/moves.js";
import { count, integer, t } from "../common/words.js";

/** @typedef {{game: import("../common/model.js").Game, position: bigint[], moves: bigint[][] | null, lefts?: bigint[][]}} Situation */

/** After how many milliseconds a choice is judged again that could not be. */
const AGAIN = 3000;

export class Choice {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {bigint[]} */ this.take = [];
    /** @type {Situation | null} */ this.situation = null;
    /** @type {Set<string>} */ this.legal = new Set();
    /** @type {Set<string>} what moves take, whatever becomes of the rest */
    this.begun = new Set();
    /** @type {Set<string>} the pairs of heaps from which one move takes */
    this.joined = new Set();
    this.isLegal = false;
    /** Where in its heap stands what is chosen, as many before it: what is left is parted there. */
    this.from = 0;
    /** @type {string | null} */ this.reason = null;
    this.judgements = 0;
    /** @type {Promise<void> | null} */ this.judged = null;
    /** @type {string | undefined} what a second press does, where it does not simply take */
    this.again = undefined;
  }

  /** Show in a place what belongs to the choice besides what is raised, where there is such a thing. @param {HTMLElement} _place @param {boolean} _isOpen */
  paintBeside(_place, _isOpen) {
    return false;
  }

  /** @param {Situation | null} situation */
  begin(situation) {
    this.situation = situation;
    this.legal = new Set(situation?.moves?.map(String));
    this.joined = new Set(situation?.moves?.flatMap(pairsOf));
    this.begun = new Set(situation?.moves?.map((move) => [...move].join()));
    this.take = situation ? situation.position.map(() => 0n) : [];
    this.from = 0;
    this.judge();
  }

  /** The objects that are chosen, where the rest of their heap may be parted; else nothing is said. */
  get range() {
    const heap = this.take.findIndex((amount) => amount > 0n);
    if (!this.situation?.game.parts || heap < 0) return null;
    const amount = Number(this.take[heap]);
    return { heap, from: this.from, to: this.from + amount - 1, size: Number(this.situation.position[heap]) };
  }

  /** The smaller part of what is left of the heap; `null` where it is not parted. */
  get parting() {
    const { range } = this;
    const smaller = range ? Math.min(range.from, range.size - 1 - range.to) : 0;
    return smaller > 0 ? BigInt(smaller) : null;
  }

  /**
   * A click on an object of a heap that may be parted chooses it, or it too beside what is chosen;
   * one on what is chosen plays.
   * @param {number} heap
   * @param {number} index
   * @param {() => void} play
   */
  clickAt(heap, index, play) {
    const { range } = this;
    const size = Number(this.situation?.position[heap] ?? 0n);
    const isHere = range?.heap === heap;
    if (range && isHere && index >= range.from && index <= range.to && this.isLegal) {
      play();
      return;
    }
    const isBeside = range && isHere && (index === range.from - 1 || index === range.to + 1);
    const amount = isBeside ? range.to - range.from + 2 : 1;
    if (range && isBeside && this.mayBegin(heap, amount)) {
      this.place(heap, amount, Math.min(range.from, index));
      return;
    }
    const least = [...Array(size).keys()].find((more) => this.mayBegin(heap, more + 1)) ?? 0;
    this.place(heap, least + 1, Math.min(index, size - least - 1));
  }

  /** Whether some move takes so many of a heap. @param {number} heap @param {number} amount */
  mayBegin(heap, amount) {
    const take = this.take.map((_, index) => (index === heap ? BigInt(amount) : 0n));
    return !this.situation?.moves || this.begun.has(take.join());
  }

  /** @param {number} heap @param {number} amount @param {number} from */
  place(heap, amount, from) {
    this.take = this.take.map((_, index) => (index === heap ? BigInt(amount) : 0n));
    this.from = from;
    this.judge();
    this.changed();
  }

  /** What a move does: takes, calls, chooses what is called, or forbids. */
  get act() {
    return saidOf(this.situation?.position ?? []).act;
  }

  /** Whether a heap is called, not a number. */
  get callsHeaps() {
    return this.situation?.game.memory?.kind === "heap";
  }

  /** What a move leaves: as it came with the moves, else as the server says. @param {bigint[]} move @returns {Promise<bigint[]>} */
  async leftBy(move, situation = this.situation) {
    const { game, position, moves, lefts } = /** @type {Situation} */ (situation);
    const known = lefts?.[moves?.findIndex((one) => String(one) === String(move)) ?? -1];
    if (known) return known;
    if (!game.memory) return leftBy(position, move);
    const query = { game: game.game, position: position.join(","), take: String(move) };
    return readPlace(await getJson("/api/check", query), "leave");
  }

  /** What would be played: what is chosen, the call of it, or the choice of what is called. */
  get move() {
    return this.moveOf(this.take);
  }

  /** @param {bigint[]} take @returns {bigint[]} */
  moveOf(take) {
    if (this.act === "call" && take.some((amount) => amount > 0n)) {
      const heap = BigInt(take.findIndex((amount) => amount > 0n) + 1);
      return call(this.callsHeaps ? heap : take.reduce((sum, amount) => sum + amount, 0n));
    }
    if (this.parting === null || String(take) !== String(this.take)) return take;
    return this.splits.find((move) => this.partsOf(move)[0] === this.parting) ?? take;
  }

  /** The moves that take what is chosen and part the rest. @returns {Split[]} */
  get splits() {
    const isOf = (/** @type {bigint[]} */ move) => move instanceof Split && [...move].join() === this.take.join();
    return /** @type {Split[]} */ (this.isEmpty ? [] : (this.situation?.moves?.filter(isOf) ?? []));
  }

  /** @param {Split} move @returns {[bigint, bigint]} */
  partsOf(move) {
    const heap = move.findIndex((amount) => amount > 0n);
    return [move.left[heap] ?? 0n, move.left[heap + 1] ?? 0n];
  }

  /** Into what the rest may be parted. */
  get partings() {
    return this.splits.map((move) => this.partsOf(move));
  }

  /** Whether the rest may also stay one heap, or be nothing. */
  get mayStayWhole() {
    return this.legal.has(this.take.join());
  }

  /** Part the rest; `null` leaves it whole. @param {bigint | null} smaller */
  part(smaller) {
    const { range } = this;
    if (!range) return;
    const amount = range.to - range.from + 1;
    this.place(range.heap, amount, smaller === null ? range.size - amount : Number(smaller));
  }

  /** Choose what a move says. @param {bigint[]} move */
  show(move) {
    const position = this.situation?.position ?? [];
    if (move instanceof Call) {
      const wanted = this.callsHeaps ? Number(move.number) - 1 : -1;
      const heap = wanted >= 0 ? wanted : position.findIndex((size) => size >= move.number);
      const amount = wanted >= 0 ? 1n : move.number;
      this.set(position.map((_, index) => (index === heap ? amount : 0n)));
      return;
    }
    this.set([...move]);
    if (move instanceof Split) this.part(this.partsOf(move)[0]);
  }

  get isEmpty() {
    return this.take.every((amount) => amount === 0n);
  }

  /** What would be taken, `3`, or `2 + 2` from two heaps. */
  get sum() {
    return this.take
      .filter((amount) => amount > 0n)
      .map(integer)
      .join(" + ");
  }

  /**
   * Choose an amount of one heap; what was chosen elsewhere stays where both can go together.
   * @param {number} heap
   * @param {bigint} amount
   */
  choose(heap, amount) {
    this.set(this.together(heap, amount));
  }

  /** @param {number} heap @param {bigint} amount */
  together(heap, amount) {
    // Of a number that is called, all goes or nothing.
    const called = this.act === "choose" && !this.callsHeaps && amount ? this.situation?.moves?.[0] : null;
    const number = called?.find((part) => part > 0n) ?? amount;
    if (called) return this.take.map((_, index) => (index === heap ? number : 0n));
    return this.take.map((other, index) => (index === heap ? amount : this.canJoin(heap, index) ? other : 0n));
  }

  /**
   * A click chooses; the second on the same place plays.
   * @param {number} heap
   * @param {bigint} amount
   * @param {() => void} play
   */
  click(heap, amount, play) {
    const chosen = this.together(heap, amount);
    if (String(this.take) !== String(chosen)) this.choose(heap, amount);
    else if (this.isLegal) play();
  }

  /**
   * The same on the chessboard, where a square is a whole move; one that was refused is given up.
   * @param {bigint[]} take
   * @param {() => void} play
   */
  clickSquare(take, play) {
    if (String(this.take) !== String(take)) this.set(take);
    else if (this.isLegal) play();
    else if (this.reason) this.clear();
  }

  /** What the button that takes says: how many, or why not yet. @param {import("../common/model.js").Game} game */
  label(game) {
    const { heap, object } = game.nouns;
    const calls = game.memory?.kind === "number" || game.memory?.kind === "heap" ? game.memory.kind : null;
    if (this.isEmpty) {
      if (this.act === "call") return t(`web.action.call.${calls === "heap" ? heap : object}`);
      return t(`web.action.choose.${calls === "number" ? heap : object}`);
    }
    const { move } = this;
    if (this.isLegal && move instanceof Call)
      return calls === "heap"
        ? t("web.call.heap", { heap: t(`words.${heap}.name`, { number: move.number }) })
        : t("web.call", { count: count(object, move.number) });
    if (this.isLegal && calls === "number") {
      const number = this.take.findIndex((amount) => amount > 0n) + 1;
      return t("web.choose_heap", { heap: t(`words.${heap}.name`, { number }) });
    }
    if (this.isLegal) return t("web.take", { count: this.sum });
    return this.reason ?? t("web.action.not_yet");
  }

  /** @param {bigint[]} take */
  set(take) {
    this.take = take;
    const heap = take.findIndex((amount) => amount > 0n);
    this.from = Number((this.situation?.position[heap] ?? 0n) - (take[heap] ?? 0n));
    if (!this.mayStayWhole) this.from = Number(this.partings[0]?.[0] ?? this.from);
    this.judge();
    this.changed();
  }

  clear() {
    this.set(this.take.map(() => 0n));
  }

  /**
   * Whether some move takes from both heaps; where the moves are too many to list, it may.
   * @param {number} one
   * @param {number} other
   */
  canJoin(one, other) {
    return !this.situation?.moves || this.joined.has(`${one} ${other}`);
  }

  /**
   * Whether this amount from this heap completes the choice to a legal move.
   * @param {number} heap
   * @param {bigint} amount
   */
  wouldBeLegal(heap, amount) {
    return this.mayTake(this.together(heap, amount));
  }

  /** Whether this is a move; where the moves are too many to list, it may be. @param {bigint[]} take */
  mayTake(take) {
    if (!this.situation?.moves) return true;
    return this.legal.has(String(this.moveOf(take))) || this.begun.has(take.join());
  }

  /** The same number from both heaps, where that is a move. */
  get twin() {
    const amount = this.take.find((number) => number > 0n);
    const take = this.take.map(() => amount ?? 0n);
    const isNew = amount !== undefined && String(take) !== String(this.take);
    return isNew && this.legal.has(String(take)) ? take : null;
  }

  judge() {
    const number = ++this.judgements;
    this.isLegal = this.legal.has(String(this.move));
    this.reason = this.judged = null;
    if (!this.situation || this.isEmpty || this.isLegal) return;
    const { game, position } = this.situation;
    const query = { game: game.game, position: position.join(","), take: String(this.move) };
    const judged = (/** @type {{legal: boolean, reason: string | null}} */ { legal, reason }) => {
      if (number !== this.judgements) return;
      this.isLegal = legal;
      this.reason = reason;
      this.changed();
    };
    this.judged = getJson("/api/check", query).then(judged, (problem) => {
      judged({ legal: false, reason: problem.message });
      if (isForNow(problem)) setTimeout(() => number === this.judgements && this.judge(), AGAIN);
    });
  }
}

/** @param {bigint[]} move */
function pairsOf(move) {
  const touched = [...move.keys()].filter((heap) => move[heap]);
  return touched.flatMap((one) => touched.map((other) => `${one} ${other}`));
}

// Into what the rest of a heap is parted, where the rules let it be: chosen from a list.

export class Parting {
  constructor() {
    this.element = html("span.parting", { hidden: true });
    this.painted = "";
  }

  /** @param {Choice} choice @param {boolean} isOpen */
  paint(choice, isOpen) {
    if (choice.paintBeside(this.element, isOpen)) return;
    const partings = isOpen ? choice.partings : [];
    const shape = `${partings} ${choice.parting} ${choice.mayStayWhole}`;
    set(this.element, { hidden: partings.length === 0 });
    if (shape === this.painted) return;
    this.painted = shape;
    const whole = choice.mayStayWhole ? [["", t("web.parting.whole")]] : [];
    const parts = partings.map(([smaller, larger]) => [String(smaller), t("web.parting.parts", { smaller, larger })]);
    const hadFocus = this.element.contains(document.activeElement);
    refill(
      this.element,
      partings.length > 0 &&
        select(
          t("web.parting"),
          /** @type {[string, string][]} */ ([...whole, ...parts]),
          choice.parting === null ? "" : String(choice.parting),
          (smaller) => choice.part(smaller ? BigInt(smaller) : null),
          { "data-action": "parting" },
        ),
    );
    if (hadFocus) this.element.querySelector("select")?.focus();
  }
}
