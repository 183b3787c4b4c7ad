// The choice before it is played: how many from each heap, whether it may be taken, and why not.
// What is legal is the server's word: a list of moves, or its answer to one choice.

import { getJson, isForNow } from "../common/api.js";
import { Call, Split, call, stateOf } from "../common/moves.js";
import { count, integer, t } from "../common/words.js";

/** @typedef {{game: string, memory: import("../common/moves.js").Memory, position: bigint[], moves: bigint[][] | null}} Situation */

/** After how many milliseconds a choice is judged again that could not be. */
const AGAIN = 3000;

export class Choice {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {bigint[]} */
    this.take = [];
    /** @type {Situation | null} */
    this.situation = null;
    /** @type {Set<string>} */
    this.legal = new Set();
    /** @type {Set<string>} what moves take, whatever becomes of the rest */
    this.begun = new Set();
    /** @type {Set<string>} the pairs of heaps from which one move takes */
    this.joined = new Set();
    this.isLegal = false;
    /** @type {bigint | null} The smaller part of what is left of the heap, where it is parted. */
    this.parting = null;
    /** @type {string | null} */
    this.reason = null;
    this.judgements = 0;
    /** @type {Promise<void> | null} */
    this.judged = null;
  }

  /** @param {Situation | null} situation */
  begin(situation) {
    this.situation = situation;
    this.legal = new Set(situation?.moves?.map(String));
    this.joined = new Set(situation?.moves?.flatMap(pairsOf));
    this.begun = new Set(situation?.moves?.map((move) => [...move].join()));
    this.take = situation ? situation.position.map(() => 0n) : [];
    this.parting = null;
    this.judge();
  }

  /** What would be played: what is chosen, the call of it, or the choice of what is called. */
  get move() {
    return this.moveOf(this.take);
  }

  /** @param {bigint[]} take @returns {bigint[]} */
  moveOf(take) {
    const { memory, position } = this.situation ?? { memory: null, position: [] };
    const isCalling = !stateOf(position) && take.some((amount) => amount > 0n);
    if (memory?.kind === "number" && isCalling)
      return call(take.reduce((sum, amount) => sum + amount, 0n));
    if (memory?.kind === "heap" && isCalling)
      return call(BigInt(take.findIndex((amount) => amount > 0n) + 1));
    if (this.parting === null || String(take) !== String(this.take)) return take;
    return this.splits.find((move) => this.partsOf(move)[0] === this.parting) ?? take;
  }

  /** The moves that take what is chosen and part the rest. @returns {Split[]} */
  get splits() {
    const isOf = (/** @type {bigint[]} */ move) =>
      move instanceof Split && [...move].join() === this.take.join();
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
    this.parting = smaller;
    this.judge();
    this.changed();
  }

  /** Choose what a move says. @param {bigint[]} move */
  show(move) {
    const { memory, position } = this.situation ?? { memory: null, position: [] };
    if (move instanceof Call) {
      const wanted = memory?.kind === "heap" ? Number(move.number) - 1 : -1;
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
    const { memory, position } = this.situation ?? { memory: null, position: [] };
    const called = memory?.kind === "number" ? stateOf(position) : 0n;
    // Of what is called, all goes or nothing.
    if (called && amount) return this.take.map((_, index) => (index === heap ? called : 0n));
    return this.take.map((other, index) =>
      index === heap ? amount : this.canJoin(heap, index) ? other : 0n,
    );
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

  /**
   * What the button that takes says: how many, or why not yet.
   * @param {import("../common/model.js").Game} game
   */
  label(game) {
    const { heap, object } = game.nouns;
    const { memory, position } = this.situation ?? { memory: null, position: [] };
    const hasCalls = memory?.kind === "number" || memory?.kind === "heap";
    const isCalling = hasCalls && !stateOf(position);
    if (this.isEmpty) {
      if (isCalling) return t(`web.action.call.${memory.kind === "number" ? object : heap}`);
      return t(memory?.kind === "number" ? `web.action.choose.${heap}` : `web.action.choose.${object}`);
    }
    const { move } = this;
    if (this.isLegal && move instanceof Call)
      return memory?.kind === "heap"
        ? t("web.call.heap", { heap: t(`words.${heap}.name`, { number: move.number }) })
        : t("web.call", { count: count(object, move.number) });
    if (this.isLegal && memory?.kind === "number") {
      const number = this.take.findIndex((amount) => amount > 0n) + 1;
      return t("web.choose_heap", { heap: t(`words.${heap}.name`, { number }) });
    }
    if (this.isLegal) return t("web.take", { count: this.sum });
    return this.reason ?? t("web.action.not_yet");
  }

  /** @param {bigint[]} take */
  set(take) {
    this.take = take;
    this.parting = null;
    if (!this.mayStayWhole) this.parting = this.partings[0]?.[0] ?? null;
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
    const query = { game, position: position.join(","), take: String(this.move) };
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
