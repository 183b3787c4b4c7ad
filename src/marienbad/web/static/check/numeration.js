// How a certificate writes numbers: the digit language, its weights, and that it is a numeration.

import { rejected } from "./verdict.js";

/** @typedef {import("./format.js").Written} Written */

export class Numeration {
  /** Whether it is one is checked at once (1 to 6). @param {Written} written */
  constructor({ language, free, first, recurrence, base }) {
    this.language = language;
    this.free = free;
    this.base = base;
    this.states = language.length;
    this.period = free.length;
    /** @type {bigint[][]} By length the number of words that can be read from each state. */
    this.counted = [language.map(() => 1n)];
    this.phases = this.findPhases();
    this.checkLanguage();
    this.checkWeights(first, recurrence);
    /** For each state the states that follow, and by how many digits. */
    this.following = language.map((row) => {
      /** @type {Map<number, bigint>} */ const found = new Map();
      for (const state of row) found.set(state, (found.get(state) ?? 0n) + 1n);
      return [...found];
    });
  }

  /** The phase before this one, of what follows. @param {number} phase */
  before(phase) {
    return (phase + this.period - 1) % this.period;
  }

  /** The state of `free` at a place, whatever multiple of the period it is from it. @param {number} place */
  freeAt(place) {
    return Number(this.free[place % this.period]);
  }

  /** How many words of a length can be read from each state. @param {number} length */
  counts(length) {
    for (let known = this.counted.length; known <= length; known += 1) {
      const shorter = /** @type {bigint[]} */ (this.counted[known - 1]);
      this.counted.push(this.language.map((row) => row.reduce((sum, state) => sum + (shorter[state] ?? 0n), 0n)));
    }
    return /** @type {bigint[]} */ (this.counted[length]);
  }

  /** The weight of a place. @param {number} place */
  weight(place) {
    return this.counts(place)[this.freeAt(place)] ?? 0n;
  }

  /** Each state can be reached, with one phase only (1). */
  findPhases() {
    const { language } = this;
    /** @type {number[]} */ const phases = [0];
    const met = [0];
    for (const state of met) {
      const phase = this.before(Number(phases[state]));
      for (const next of language[state] ?? []) {
        if (next >= language.length) throw rejected("numeration", { number: "1" });
        if (phases[next] === undefined) {
          phases[next] = phase;
          met.push(next);
        } else if (phases[next] !== phase) throw rejected("numeration", { number: "1" });
      }
    }
    if (met.length < language.length) throw rejected("numeration", { number: "1" });
    return phases;
  }

  /** What is allowed, and where it leads (2 to 5). */
  checkLanguage() {
    const { language, free, phases } = this;
    if (free[0] !== 0 || free.some((state, phase) => phases[state] !== phase)) {
      throw rejected("numeration", { number: "2" });
    }
    language.forEach((row, state) => {
      const target = free[this.before(Number(phases[state]))];
      if (row.slice(0, -1).some((next) => next !== target)) throw rejected("numeration", { number: "3" });
    });
    if (free.some((state) => (language[state]?.length ?? 0) < 2)) throw rejected("numeration", { number: "4" });
    for (const state of language.keys()) this.checkReadable(state, Number(free[Number(phases[state])]));
  }

  /** Whatever can be read from a state can be read from another (5). @param {number} state @param {number} other */
  checkReadable(state, other) {
    const { language, states } = this;
    const met = new Set([state * states + other]);
    for (const pair of met) {
      const row = language[Math.floor(pair / states)] ?? [];
      const wider = language[pair % states] ?? [];
      if (row.length > wider.length) throw rejected("numeration", { number: "5" });
      for (const [digit, next] of row.entries()) met.add(next * states + Number(wider[digit]));
    }
  }

  /** The weights begin as they should, and obey their recurrence (6). @param {number[]} first @param {number[][]} recurrence */
  checkWeights(first, recurrence) {
    const { length } = first;
    const isShaped = recurrence.length === this.period && recurrence.every((row) => row.length === length);
    if (!isShaped || first.some((weight, place) => this.weight(place) !== BigInt(weight))) {
      throw rejected("numeration", { number: "6" });
    }
    for (let place = length; place < length + this.states; place += 1) {
      const row = /** @type {number[]} */ (recurrence[place % this.period]);
      const sum = row.reduce((found, factor, back) => found + BigInt(factor) * this.weight(place - 1 - back), 0n);
      if (sum !== this.weight(place)) throw rejected("numeration", { number: "6" });
    }
  }

  /** The number that the digits write, the most significant first. @param {number[]} digits */
  value(digits) {
    return digits.reduce((sum, digit, place) => sum + BigInt(digit) * this.weight(digits.length - 1 - place), 0n);
  }
}
