// The choice before it is played: how many from each heap, whether it may be taken, and why not.
// What is legal is the server's word: a list of moves, or its answer to one choice.

import { getJson, isForNow } from "../common/api.js";
import { integer, t } from "../common/words.js";

/** @typedef {{game: string, position: bigint[], moves: bigint[][] | null}} Situation */

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
    /** @type {Set<string>} the pairs of heaps from which one move takes */
    this.joined = new Set();
    this.isLegal = false;
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
    this.take = situation ? situation.position.map(() => 0n) : [];
    this.judge();
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
    if (this.take[heap] !== amount) this.choose(heap, amount);
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
    if (this.isEmpty) return t(`web.action.choose.${game.nouns.object}`);
    if (this.isLegal) return t("web.take", { count: this.sum });
    return this.reason ?? t("web.action.not_yet");
  }

  /** @param {bigint[]} take */
  set(take) {
    this.take = take;
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
    return !this.situation?.moves || this.legal.has(String(take));
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
    this.isLegal = this.legal.has(String(this.take));
    this.reason = this.judged = null;
    if (!this.situation || this.isEmpty || this.isLegal) return;
    const { game, position } = this.situation;
    const query = { game, position: position.join(","), take: this.take.join(",") };
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
