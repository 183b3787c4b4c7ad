// Conditions as automata: they read the values of a form on the digits before and after a move, the
// most significant first, and their states are numbered as the specification numbers them.

/** @typedef {import("./verdict.js").Budget} Budget */
/** @typedef {import("./numeration.js").Numeration} Numeration */
/** @typedef {import("./ways.js").Condition} Condition */

// Whole numbers of four octets, kept close together: lists that grow, and tuples that have a number.

/**
 * Numbers in a row; whoever reads a place knows that it is there.
 * @typedef {Int32Array & {[place: number]: any}} Ints
 */

/** A list that grows. */
export class Numbers {
  /** @param {Budget} budget */
  constructor(budget) {
    this.budget = budget;
    /** @type {Ints} */ this.items = new Int32Array(64);
    this.length = 0;
  }

  /** @param {number} number */
  push(number) {
    if (this.length === this.items.length) this.items = grown(this.items, this.budget);
    this.items[this.length++] = number;
  }

  /** What is in the list. @returns {Ints} */
  whole() {
    return this.items.slice(0, this.length);
  }
}

/** Twice the room. @param {Ints} items @param {Budget} budget @returns {Ints} */
function grown(items, budget) {
  budget.keep(items.length);
  const larger = new Int32Array(2 * items.length);
  larger.set(items);
  return larger;
}

/** Tuples of one length, numbered from 0 as they are met. Two are the same if all their numbers are. */
export class Tuples {
  /** @param {number} width @param {Budget} budget */
  constructor(width, budget) {
    this.width = width;
    this.budget = budget;
    this.count = 0;
    /** @type {Ints} */ this.items = new Int32Array(64 * width);
    /** @type {Ints} For each place of the hash table the number of a tuple and 1, or 0. */
    this.slots = new Int32Array(128);
    /** @type {Ints} What is looked for. */
    this.sought = new Int32Array(width);
    budget.keep(this.items.length + this.slots.length);
  }

  /** The number of the tuple that is sought, which is added where it is new. */
  add() {
    const slot = this.slot();
    const known = this.slots[slot];
    if (known) return known - 1;
    const { width } = this;
    if ((this.count + 1) * width > this.items.length) this.items = grown(this.items, this.budget);
    this.items.set(this.sought, this.count * width);
    this.slots[slot] = ++this.count;
    if (2 * this.count > this.slots.length) this.spread();
    return this.count - 1;
  }

  /** The number of the tuple that is sought, or -1. */
  find() {
    return this.slots[this.slot()] - 1;
  }

  /** Where the tuple that is sought stands in the hash table, or is to stand. */
  slot() {
    const { sought, slots, items, width } = this;
    const mask = slots.length - 1;
    let slot = hash(sought, 0, width) & mask;
    for (let known = slots[slot]; known; known = slots[slot]) {
      const base = (known - 1) * width;
      let place = 0;
      while (place < width && items[base + place] === sought[place]) place += 1;
      if (place === width) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** A hash table twice as large. */
  spread() {
    const { items, width } = this;
    const size = 2 * this.slots.length;
    this.budget.keep(size / 2);
    /** @type {Ints} */ const slots = new Int32Array(size);
    for (let number = 0; number < this.count; number += 1) {
      let slot = hash(items, number * width, width) & (size - 1);
      while (slots[slot]) slot = (slot + 1) & (size - 1);
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

/** @param {Ints} items @param {number} from @param {number} width */
function hash(items, from, width) {
  let found = 0x811c9dc5;
  for (let place = from; place < from + width; place += 1) {
    found = Math.imul(found ^ items[place], 0x9e3779b1);
    found ^= found >>> 15;
  }
  return Math.imul(found, 0x85ebca6b) ^ (found >>> 13);
}

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
    /** @type {Map<string, number>} */ const numbers = new Map([["no", NO]]);
    const start = { phase: 0, factors: zero, key: this.keyOf(0, zero) };
    if (this.isYes(start)) start.key = "yes";
    numbers.set(start.key, BEGINNING);
    /** @type {State[]} */ const states = [{ ...start, key: "no" }, start];
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
