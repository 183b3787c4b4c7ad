// Runs: moves that are being made while positions are read. A run is a way to move, a state of the
// automaton in which the move is to end, and a state of each condition of the way.

import { atomOf, Numbers, Tuples } from "./conditions.js";

/** @typedef {import("./conditions.js").Ints} Ints */
/** @typedef {import("./format.js").Automaton} Automaton */
/** @typedef {import("./conditions.js").Atom} Atom */
/** @typedef {import("./verdict.js").Budget} Budget */

/**
 * A way with its conditions as automata: for each of them, what the digits before and after add to the
 * scalar; and for each letter what it has of the heaps that stay as they are.
 * @typedef {{atoms: Atom[], before: Ints[], after: Ints[], rest: Ints}} Machine
 */

/** The digits of each letter. @param {number} base @param {number} heaps @returns {number[][]} */
export function lettersOf(base, heaps) {
  const digits = (/** @type {number} */ letter) =>
    [...Array(heaps).keys()].map((heap) => Math.floor(letter / base ** (heaps - 1 - heap)) % base);
  return [...Array(base ** heaps).keys()].map(digits);
}

/**
 * @param {import("./ways.js").Way[]} ways
 * @param {import("./numeration.js").Numeration} numeration
 * @param {number} heaps
 * @param {Budget} budget
 * @returns {Machine[]}
 */
export function machinesOf(ways, numeration, heaps, budget) {
  const letters = lettersOf(numeration.base, heaps);
  /** @type {Map<string, {atom: Atom, before: Ints, after: Ints}>} */ const known = new Map();
  const made = (/** @type {import("./ways.js").Condition} */ condition) => {
    const atom = atomOf(condition, numeration, budget);
    budget.keep(2 * letters.length);
    const worth = (/** @type {number} */ from, /** @type {number} */ more) =>
      Int32Array.from(letters, (digits) =>
        digits.reduce((sum, digit, heap) => sum + digit * Number(condition.form[from + heap]), more),
      );
    // the least scalar is at place 0
    return { atom, before: worth(0, -atom.least), after: worth(heaps, 0) };
  };
  return ways.map(({ chosen, conditions }, number) => {
    budget.at("conditions", number / ways.length);
    const parts = conditions.map((condition) => {
      const key = JSON.stringify(condition);
      const part = known.get(key) ?? made(condition);
      known.set(key, part);
      return part;
    });
    budget.keep(letters.length);
    return {
      atoms: parts.map(({ atom }) => atom),
      before: parts.map(({ before }) => before),
      after: parts.map(({ after }) => after),
      rest: Int32Array.from(letters, (digits) =>
        digits.reduce((sum, digit, heap) => sum * numeration.base + (chosen.includes(heap) ? 0 : digit), 0),
      ),
    };
  });
}

/** All runs that are met of moves into one automaton, by numbers. */
export class Runs {
  /** @param {Machine[]} machines @param {Automaton} automaton @param {Budget} budget */
  constructor(machines, automaton, budget) {
    this.machines = machines;
    this.automaton = automaton;
    this.budget = budget;
    this.known = new Tuples(2 + Math.max(0, ...machines.map(({ atoms }) => atoms.length)), budget);
    /** @type {(Ints | undefined)[]} For each run, by letter, 1 and the place in `lists` of what follows, or 0. */
    this.places = [];
    /** What follows a run by a letter: how many runs, and their numbers. */
    this.lists = new Numbers(budget);
    this.live = liveLetters(automaton, budget);
  }

  /** The run of a way that has just begun. @param {number} way */
  beginning(way) {
    const { sought } = this.known;
    sought.fill(0);
    sought[0] = way;
    sought[1] = this.automaton.start;
    sought.fill(1, 2, 2 + this.machine(way).atoms.length);
    return this.known.add();
  }

  /** @param {number} way */
  machine(way) {
    return /** @type {Machine} */ (this.machines[way]);
  }

  /** The run that an entry of a witness names, or -1. @param {Ints} entry */
  named(entry) {
    const machine = this.machines[entry[0]];
    if (!machine || entry.length !== 2 + machine.atoms.length || entry[1] >= this.automaton.states) return -1;
    if (machine.atoms.some((atom, place) => entry[2 + place] >= atom.states)) return -1;
    this.known.sought.fill(0);
    this.known.sought.set(entry);
    return this.known.add();
  }

  /** Whether a run has just begun. @param {number} run */
  begins(run) {
    const way = this.known.items[run * this.known.width];
    return this.beginning(way) === run;
  }

  /** @param {number} run */
  accepts(run) {
    const { items, width } = this.known;
    const base = run * width;
    if (!this.automaton.accepting[items[base + 1]]) return false;
    return this.machine(items[base]).atoms.every((atom, place) => atom.accepting[items[base + 2 + place]] === 1);
  }

  /**
   * The place in `lists` of what follows a run by a letter: how many runs, and after it their numbers.
   * @param {number} run
   * @param {number} letter
   */
  following(run, letter) {
    let places = this.places[run];
    if (!places) {
      this.budget.keep(this.automaton.letters);
      places = this.places[run] = new Int32Array(this.automaton.letters);
    }
    if (!places[letter]) places[letter] = 1 + this.follow(run, letter);
    return places[letter] - 1;
  }

  /** Find what follows a run by a letter. @param {number} run @param {number} letter */
  follow(run, letter) {
    const { lists } = this;
    const place = lists.length;
    lists.push(0);
    this.eachNext(run, letter, (_, next) => {
      lists.push(next);
      lists.items[place] += 1;
    });
    return place;
  }

  /**
   * Each letter after the move by which a run goes on, and the run that follows.
   * @param {number} run
   * @param {number} letter before the move
   * @param {(after: number, next: number) => void} tell
   */
  eachNext(run, letter, tell) {
    const { known, live } = this;
    const { table, letters } = this.automaton;
    const way = known.items[run * known.width];
    const state = known.items[run * known.width + 1];
    const { rest } = this.machine(way);
    this.budget.spend(1 + live.from[state + 1] - live.from[state]);
    for (let at = live.from[state]; at < live.from[state + 1]; at += 1) {
      const after = live.items[at];
      if (rest[after] !== rest[letter] || !this.move(run, letter, after)) continue;
      known.sought[0] = way;
      known.sought[1] = table[state * letters + after];
      tell(after, known.add());
    }
  }

  /**
   * Whether the conditions of a run go on with these letters before and after the move; their states are
   * left in what is sought.
   * @param {number} run
   * @param {number} letter
   * @param {number} other
   */
  move(run, letter, other) {
    const { items, width, sought } = this.known;
    const base = run * width;
    const { atoms, before, after } = this.machine(items[base]);
    for (let place = 0; place < atoms.length; place += 1) {
      const { table, scalars } = /** @type {Atom} */ (atoms[place]);
      const scalar = before[place]?.[letter] + after[place]?.[other];
      const next = table[items[base + 2 + place] * scalars + scalar];
      if (next === 0) return false;
      sought[2 + place] = next;
    }
    sought.fill(0, 2 + atoms.length);
    return true;
  }

  /** A letter after the move by which a run follows another. @param {number} run @param {number} letter @param {number} next */
  letterTo(run, letter, next) {
    let found = 0;
    this.eachNext(run, letter, (after, following) => {
      if (following === next) found = after;
    });
    return found;
  }
}

/**
 * For each state the letters that do not lead to state 0.
 * @param {Automaton} automaton
 * @param {Budget} budget
 * @returns {{from: Ints, items: Ints}}
 */
export function liveLetters({ states, letters, table }, budget) {
  const items = new Numbers(budget);
  /** @type {Ints} */ const from = new Int32Array(states + 1);
  for (let state = 0; state < states; state += 1) {
    for (let letter = 0; letter < letters; letter += 1) {
      if (table[state * letters + letter] !== 0) items.push(letter);
    }
    from[state + 1] = items.length;
  }
  budget.spend(table.length);
  return { from, items: items.whole() };
}
