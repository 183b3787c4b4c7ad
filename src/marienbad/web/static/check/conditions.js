// Conditions as automata: they read the values of a form on the digits before and after a move, the
// most significant first, and their states are numbered as the specification numbers them.

import { Numbers } from "./tuples.js";

/** @typedef {import("./numeration.js").Numeration} Numeration */
/** @typedef {import("./ways.js").Condition} Condition */
/** @typedef {import("./verdict.js").Budget} Budget */
/** @typedef {import("./tuples.js").Ints} Ints */
/** @typedef {{least: number, scalars: number, states: number, table: Ints, accepting: Ints}} Atom row after row, the scalar `least` first */
/** @typedef {{phase: number, factors: bigint[], key: string}} State what was read, by the states of the language: phase and factors of the numbers of words */

const NO = 0;
const BEGINNING = 1;
/** An operation on numbers of any size counts as so many steps. */
const COSTLY = 8;
/** After so many digits without an answer there is none. */
const PATIENCE = 400;

/** @param {Condition} condition @param {Numeration} numeration @param {Budget} budget @returns {Atom} */
export function atomOf(condition, numeration, budget) {
  return new AtomMaker(condition, numeration, budget).make();
}

class AtomMaker {
  /** @param {Condition} condition @param {Numeration} numeration @param {Budget} budget */
  constructor(condition, numeration, budget) {
    this.condition = condition;
    this.numeration = numeration;
    this.budget = budget;
    const sum = (/** @type {number} */ sign) =>
      condition.form.reduce((total, factor) => total + Math.max(0, sign * factor), 0);
    this.gain = sum(1);
    this.loss = sum(-1);
    this.modulus = BigInt(condition.modulus);
    /** How many places decide whether two values are the same at all of them, by phase. */
    this.places = Array(numeration.period).fill(0);
    for (const phase of numeration.phases) this.places[phase] += 1;
  }

  make() {
    const { numeration, budget } = this;
    const top = numeration.base - 1;
    const least = -this.loss * top;
    const scalars = this.gain * top - least + 1;
    const table = new Numbers(budget);
    const accepting = new Numbers(budget);
    for (let scalar = 0; scalar < scalars; scalar += 1) table.push(NO);
    accepting.push(0);
    const zero = numeration.language.map(() => 0n);
    /** @type {Map<string, number>} */
    const numbers = new Map([["no", NO]]);
    const start = { phase: 0, factors: zero, key: this.keyOf(0, zero) };
    if (this.isYes(start)) start.key = "yes";
    numbers.set(start.key, BEGINNING);
    /** @type {State[]} */
    const states = [{ ...start, key: "no" }, start];
    for (let number = BEGINNING; number < states.length; number += 1) {
      const state = /** @type {State} */ (states[number]);
      accepting.push(this.accepts(state) ? 1 : 0);
      for (let scalar = least; scalar < least + scalars; scalar += 1) {
        const next = state.key === "yes" ? state : this.after(state, scalar);
        let known = numbers.get(next.key);
        if (known === undefined) {
          known = states.length;
          numbers.set(next.key, known);
          states.push(next);
          budget.keep(4 * numeration.states + next.key.length);
        }
        table.push(known);
      }
    }
    return { least, scalars, states: states.length, table: table.whole(), accepting: accepting.whole() };
  }

  /** The state after one more scalar. @param {State} state @param {number} scalar @returns {State} */
  after({ phase, factors }, scalar) {
    const { numeration, modulus } = this;
    const next = numeration.before(phase);
    const made = this.shifted(factors);
    const free = numeration.freeAt(next);
    made[free] = (made[free] ?? 0n) + BigInt(scalar);
    const kept = modulus ? made.map((factor) => factor % modulus) : made;
    const state = { phase: next, factors: kept, key: "" };
    state.key = this.isNo(state) ? "no" : this.isYes(state) ? "yes" : this.keyOf(next, kept);
    return state;
  }

  /** The factors for words that are shorter by a digit. @param {bigint[]} factors */
  shifted(factors) {
    const { following, states } = this.numeration;
    this.budget.spend(COSTLY * states);
    const made = factors.map(() => 0n);
    factors.forEach((factor, state) => {
      if (factor === 0n) return;
      for (const [next, digits] of following[state] ?? []) made[next] = (made[next] ?? 0n) + factor * digits;
    });
    return made;
  }

  /** What was read, as a text: the same where the values at all places are the same. @param {number} phase @param {bigint[]} factors */
  keyOf(phase, factors) {
    const { numeration, modulus } = this;
    const values = [];
    for (let place = 0; place < this.places[phase]; place += 1) {
      const value = this.valueAt(factors, phase + place * numeration.period);
      values.push(modulus ? ((value % modulus) + modulus) % modulus : value);
    }
    this.budget.spend(COSTLY * values.length * numeration.states);
    return `${phase}:${values.join()}`;
  }

  /** @param {bigint[]} factors @param {number} length */
  valueAt(factors, length) {
    const counts = this.numeration.counts(length);
    return factors.reduce((sum, factor, state) => sum + factor * (counts[state] ?? 0n), 0n);
  }

  /** Whether the condition cannot hold any more. @param {State} state */
  isNo(state) {
    const { low, high } = this.condition;
    return (
      (high !== null && this.isAlways(state, 1n, this.loss, high + 1)) ||
      (low !== null && this.isAlways(state, -1n, this.gain, 1 - low))
    );
  }

  /** Whether it cannot fail any more. @param {State} state */
  isYes(state) {
    const { low, high } = this.condition;
    if (low !== null) return high === null && this.isAlways(state, 1n, this.loss, low);
    return high !== null && this.isAlways(state, -1n, this.gain, -high);
  }

  /**
   * Whether what was read, times `sign`, less what the digits to come may take away, is at least a
   * bound, however many digits come; asked in the specification's way.
   * @param {State} state
   * @param {bigint} sign
   * @param {number} most what the digits to come may take away: so many times the largest number
   * @param {number} bound
   */
  isAlways({ phase, factors }, sign, most, bound) {
    const { numeration } = this;
    const constant = BigInt(most);
    const least = BigInt(bound);
    const free = numeration.freeAt(phase);
    let worst = factors.map((factor, state) => sign * factor - (state === free ? constant : 0n));
    for (let digits = 0; digits < PATIENCE; digits += 1) {
      const isEnough = worst.reduce((sum, factor) => sum + factor, constant) >= least;
      if (isEnough && worst.every((factor) => factor >= 0n)) return true;
      // the word may end here, or the values only fall
      const isPlace = (numeration.period + digits - phase) % numeration.period === 0;
      if (!isEnough && (isPlace || worst.every((factor) => factor <= 0n))) return false;
      worst = this.shifted(worst);
    }
    return false;
  }

  /** @param {State} state */
  accepts({ phase, factors, key }) {
    if (key === "yes" || key === "no") return key === "yes";
    if (phase !== 0) return false;
    const { low, high, residue } = this.condition;
    const value = this.valueAt(factors, 0);
    if (this.modulus) return (value - BigInt(residue)) % this.modulus === 0n;
    return (low === null || value >= BigInt(low)) && (high === null || value <= BigInt(high));
  }
}
