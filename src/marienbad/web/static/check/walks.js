// What can be reached is walked: words that an automaton may read, positions of two sets, moves.

import { Numbers, Tuples } from "./conditions.js";
import { liveLetters } from "./runs.js";
import { rejected, unreadable } from "./verdict.js";

/** @typedef {import("./conditions.js").Ints} Ints */
/** @typedef {import("./format.js").Automaton} Automaton */
/** @typedef {import("./numeration.js").Numeration} Numeration */
/** @typedef {import("./runs.js").Runs} Runs */
/** @typedef {import("./verdict.js").Budget} Budget */
/** @typedef {import("./format.js").Witness} Witness */

/** The automaton of all positions has at most so many states. */
const MOST_STATES = 400_000;

/** Tuples of states that are reached by words, breadth first; each remembers by which letter it was. */
export class Walk {
  /** @param {number} width @param {Budget} budget */
  constructor(width, budget) {
    this.met = new Tuples(width, budget);
    this.came = new Numbers(budget);
    this.letters = new Numbers(budget);
  }

  get sought() {
    return this.met.sought;
  }

  get count() {
    return this.met.count;
  }

  /** One of the states of a tuple. @param {number} number @param {number} place @returns {number} */
  state(number, place) {
    return this.met.items[number * this.met.width + place];
  }

  /** The tuple that is sought is reached, from another by a letter. @param {number} from @param {number} letter */
  reach(from, letter) {
    const before = this.met.count;
    const number = this.met.add();
    if (number === before) {
      this.came.push(from);
      this.letters.push(letter);
    }
    return number;
  }

  /** The letters of a word that leads to a tuple. @param {number} number */
  word(number) {
    const found = [];
    for (let at = number; at > 0; at = this.came.items[at]) found.push(this.letters.items[at]);
    return found.reverse();
  }

  /** The tuples on the way to one, the first of all first. @param {number} number */
  path(number) {
    const found = [number];
    for (let at = number; at > 0; at = this.came.items[at]) found.push(this.came.items[at]);
    return found.reverse();
  }
}

/** The numbers that letters write, as decimals, one for each heap. @param {number[]} word @param {Numeration} numeration @param {number} heaps */
export function positionOf(word, numeration, heaps) {
  const { base } = numeration;
  return [...Array(heaps).keys()].map((heap) =>
    String(numeration.value(word.map((letter) => Math.floor(letter / base ** (heaps - 1 - heap)) % base))),
  );
}

/**
 * The automaton of all positions.
 * @param {Numeration} numeration
 * @param {number[][]} letters
 * @param {Budget} budget
 * @returns {Automaton}
 */
export function everything({ language, phases }, letters, budget) {
  const heaps = letters[0]?.length ?? 0;
  const met = new Tuples(heaps, budget);
  const table = new Numbers(budget);
  for (let letter = 0; letter < letters.length; letter += 1) table.push(0);
  met.add();
  for (let state = 0; state < met.count; state += 1) {
    if (met.count >= MOST_STATES) throw unreadable("states", { most: MOST_STATES });
    const parts = met.items.slice(state * heaps, (state + 1) * heaps);
    budget.spend(letters.length);
    for (const digits of letters) {
      const next = parts.map((part, heap) => language[part]?.[Number(digits[heap])] ?? -1);
      met.sought.set(next);
      table.push(next.includes(-1) ? 0 : met.add() + 1);
    }
  }
  const accepting = new Int32Array(met.count + 1);
  for (let state = 0; state < met.count; state += 1)
    accepting[state + 1] = phases[met.items[state * heaps]] === 0 ? 1 : 0;
  return { states: met.count + 1, letters: letters.length, start: 1, table: table.whole(), accepting };
}

/**
 * Whatever does not lead to state 0 is made of words, and what is accepted has a length of whole periods (7).
 * Words are those of the automaton of all positions.
 * @param {Automaton} automaton
 * @param {Automaton} all
 * @param {Budget} budget
 */
export function checkWords(automaton, all, budget) {
  const { start, table, letters, accepting } = automaton;
  if (start === 0) return;
  const walk = new Walk(2, budget);
  const live = liveLetters(automaton, budget);
  walk.sought.set([start, all.start]);
  walk.reach(0, 0);
  for (let number = 0; number < walk.count; number += 1) {
    const state = walk.state(number, 0);
    const words = walk.state(number, 1);
    if (accepting[state] && !all.accepting[words]) throw rejected("words");
    budget.spend(1 + live.from[state + 1] - live.from[state]);
    for (let at = live.from[state]; at < live.from[state + 1]; at += 1) {
      const letter = live.items[at];
      const next = all.table[words * letters + letter];
      if (next === 0) throw rejected("words");
      walk.sought[0] = table[state * letters + letter];
      walk.sought[1] = next;
      walk.reach(number, letter);
    }
  }
}

/** A period of zeros leads from the start to the start (8). @param {Automaton} automaton @param {number} period */
export function checkZeros({ start, table, letters }, period) {
  let state = start;
  for (let zero = 0; zero < period; zero += 1) state = table[state * letters];
  if (state !== start) throw rejected("zeros");
}

/**
 * No word is accepted by two automata; otherwise the first such word.
 * @param {Automaton} one
 * @param {Automaton} other
 * @param {Budget} budget
 */
export function commonWord(one, other, budget) {
  const walk = new Walk(2, budget);
  const live = liveLetters(one, budget);
  walk.sought.set([one.start, other.start]);
  walk.reach(0, 0);
  for (let number = 0; number < walk.count; number += 1) {
    const state = walk.state(number, 0);
    const second = walk.state(number, 1);
    if (one.accepting[state] && other.accepting[second]) return walk.word(number);
    budget.spend(1 + live.from[state + 1] - live.from[state]);
    for (let at = live.from[state]; at < live.from[state + 1]; at += 1) {
      const letter = live.items[at];
      walk.sought[0] = one.table[state * one.letters + letter];
      walk.sought[1] = other.table[second * other.letters + letter];
      if (walk.sought[1] !== 0) walk.reach(number, letter);
    }
  }
  return null;
}

/**
 * No move leads from a position of one automaton to one of another; otherwise the words of both.
 * @param {Automaton} from
 * @param {Runs} runs those of moves into the other
 * @param {Budget} budget
 * @param {string} stage
 */
export function commonMove(from, runs, budget, stage) {
  const live = liveLetters(from, budget);
  const { length } = runs.machines;
  for (let way = 0; way < length; way += 1) {
    budget.at(stage, way / length);
    const walk = new Walk(2, budget);
    walk.sought.set([from.start, runs.beginning(way)]);
    walk.reach(0, 0);
    for (let number = 0; number < walk.count; number += 1) {
      const state = walk.state(number, 0);
      const run = walk.state(number, 1);
      if (from.accepting[state] && runs.accepts(run)) return words(walk, number, runs);
      for (let at = live.from[state]; at < live.from[state + 1]; at += 1) {
        const letter = live.items[at];
        const place = runs.following(run, letter);
        const { items } = runs.lists;
        budget.spend(1 + items[place]);
        walk.sought[0] = from.table[state * from.letters + letter];
        for (let next = place + 1; next <= place + items[place]; next += 1) {
          walk.sought[1] = items[next];
          walk.reach(number, letter);
        }
      }
    }
  }
  return null;
}

/** The words of the positions before and after a move that was walked. @param {Walk} walk @param {number} number @param {Runs} runs */
function words(walk, number, runs) {
  const before = walk.word(number);
  const run = walk.path(number).map((tuple) => walk.state(tuple, 1));
  const after = before.map((letter, place) => runs.letterTo(Number(run[place]), letter, Number(run[place + 1])));
  return { before, after };
}

// Witnesses: that from every position of a kind some move leads where it should.

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
