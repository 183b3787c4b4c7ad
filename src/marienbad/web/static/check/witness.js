// Witnesses: that from every position of a kind some move leads where it should.

import { liveLetters } from "./runs.js";
import { Walk } from "./walks.js";
import { rejected } from "./verdict.js";

/** @typedef {import("./tuples.js").Ints} Ints */
/** @typedef {import("./format.js").Automaton} Automaton */
/** @typedef {import("./format.js").Witness} Witness */
/** @typedef {import("./runs.js").Runs} Runs */
/** @typedef {import("./verdict.js").Budget} Budget */

/**
 * A witness is held against the words of an automaton, some excepted (11 and 12); the first word that it fails for is returned.
 * @param {Witness} witness
 * @param {Runs} runs of moves into the automaton where they are to end
 * @param {Automaton} words
 * @param {Automaton[]} excepted
 * @param {Budget} budget
 * @param {string} stage
 */
export function uncovered(witness, runs, words, excepted, budget, stage) {
  return new Holding(witness, runs, words, budget).walk(excepted, stage);
}

class Holding {
  /** @param {Witness} witness @param {Runs} runs @param {Automaton} words @param {Budget} budget */
  constructor(witness, runs, words, budget) {
    this.witness = witness;
    this.runs = runs;
    this.words = words;
    this.budget = budget;
    const { count, from, items } = witness.runs;
    budget.keep(2 * count + (witness.table.length >> 2));
    /** @type {Ints} The numbers of the runs that the witness names; -1 where an entry is none. */
    this.named = new Int32Array(count);
    for (let entry = 0; entry < count; entry += 1) {
      budget.spend(from[entry + 1] - from[entry]);
      this.named[entry] = runs.named(/** @type {Ints} */ (items.subarray(from[entry], from[entry + 1])));
    }
    /** @type {Uint8Array & {[place: number]: any}} Which steps of the witness were checked, by state and letter. */
    this.checked = new Uint8Array(witness.table.length);
    /** @type {Uint8Array & {[place: number]: any}} Whether a set holds a run that accepts: 1, or 2 where none does. */
    this.accepting = new Uint8Array(witness.states);
    /** @type {Ints} For each run the last question in which it followed. */
    this.marks = new Int32Array(1024);
    this.question = 0;
  }

  /** @param {Automaton[]} excepted @param {string} stage */
  walk(excepted, stage) {
    const { witness, words, budget } = this;
    const live = liveLetters(words, budget);
    const walk = new Walk(2 + excepted.length, budget);
    this.checkBeginning();
    walk.sought.set([words.start, witness.start, ...excepted.map(({ start }) => start)]);
    let seen = 0;
    if (words.start !== 0) walk.reach(0, 0);
    for (let number = 0; number < walk.count; number += 1) {
      const state = walk.state(number, 0);
      const covering = walk.state(number, 1);
      const isExcepted = excepted.some(({ accepting }, place) => accepting[walk.state(number, 2 + place)]);
      if (words.accepting[state] && !isExcepted && !this.holdsAccepting(covering)) return walk.word(number);
      for (let at = live.from[state]; at < live.from[state + 1]; at += 1) {
        const letter = live.items[at];
        const step = covering * words.letters + letter;
        if (!this.checked[step]) {
          this.checkStep(covering, letter, witness.table[step]);
          this.checked[step] = 1;
          budget.at(stage, ++seen / this.checked.length);
        }
        walk.sought[0] = words.table[state * words.letters + letter];
        walk.sought[1] = witness.table[step];
        for (let place = 0; place < excepted.length; place += 1) {
          const { table, letters } = /** @type {Automaton} */ (excepted[place]);
          walk.sought[2 + place] = table[walk.state(number, 2 + place) * letters + letter];
        }
        walk.reach(number, letter);
      }
      budget.spend((1 + live.from[state + 1] - live.from[state]) * (1 + excepted.length));
    }
    return null;
  }

  /** Every run of the first set has just begun. */
  checkBeginning() {
    const { sets, start } = this.witness;
    for (let at = sets.from[start]; at < sets.from[start + 1]; at += 1) {
      const run = this.named[sets.items[at]];
      if (run < 0 || !this.runs.begins(run)) throw rejected("witness");
    }
  }

  /** Every run of the next set follows from one of this set. @param {number} state @param {number} letter @param {number} next */
  checkStep(state, letter, next) {
    const { sets } = this.witness;
    const { runs, named, budget } = this;
    if (sets.from[next] === sets.from[next + 1]) return;
    this.question += 1;
    for (let at = sets.from[state]; at < sets.from[state + 1]; at += 1) {
      const run = named[sets.items[at]];
      if (run < 0) continue;
      const place = runs.following(run, letter);
      const { items } = runs.lists;
      for (let one = place + 1; one <= place + items[place]; one += 1) this.mark(items[one]);
      budget.spend(1 + items[place]);
    }
    for (let at = sets.from[next]; at < sets.from[next + 1]; at += 1) {
      const run = named[sets.items[at]];
      if (run < 0 || this.marks[run] !== this.question) throw rejected("witness");
    }
    budget.spend(sets.from[next + 1] - sets.from[next]);
  }

  /** @param {number} run */
  mark(run) {
    if (run >= this.marks.length) {
      let size = this.marks.length;
      while (size <= run) size *= 2;
      this.budget.keep(size - this.marks.length);
      const larger = new Int32Array(size);
      larger.set(this.marks);
      this.marks = larger;
    }
    this.marks[run] = this.question;
  }

  /** Whether a set holds a run that accepts. @param {number} state */
  holdsAccepting(state) {
    if (this.accepting[state]) return this.accepting[state] === 1;
    const { sets } = this.witness;
    let found = false;
    for (let at = sets.from[state]; at < sets.from[state + 1] && !found; at += 1) {
      const run = this.named[sets.items[at]];
      found = run >= 0 && this.runs.accepts(run);
    }
    this.accepting[state] = found ? 1 : 2;
    return found;
  }
}
