// Games in which options may be forbidden: to how many positions of the set moves lead is counted along
// the word of the position before the move. What a word of the position after it has led to is a class,
// the runs of all ways that go on with it; a tally says of how many words each class is, up to the number
// from which more make no difference.

import { liveLetters } from "./runs.js";
import { Numbers } from "./conditions.js";
import { Walk } from "./walks.js";
import { rejected } from "./verdict.js";

/** @typedef {import("./conditions.js").Ints} Ints */
/** @typedef {import("./format.js").Automaton} Automaton */
/** @typedef {import("./runs.js").Runs} Runs */
/** @typedef {import("./verdict.js").Budget} Budget */

/** What a list that is kept takes besides its numbers. */
const ENTRY = 32;

/** Lists of numbers, numbered from 0 as they are met. */
class Distinct {
  /** @param {Budget} budget */
  constructor(budget) {
    this.budget = budget;
    /** @type {Map<string, number>} */ this.numbers = new Map();
    /** @type {number[][]} */ this.lists = [];
  }

  /** The number of a list, which is added where it is new. @param {number[]} list */
  add(list) {
    const key = list.join();
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.budget.keep(ENTRY + 2 * list.length + key.length);
    this.numbers.set(key, this.lists.length);
    this.lists.push(list);
    return this.lists.length - 1;
  }

  /** @param {number} number */
  list(number) {
    return /** @type {number[]} */ (this.lists[number]);
  }
}

/** Sets of runs that words before and after a move have led to. */
class Classes {
  /** @param {Runs} runs @param {number} block */
  constructor(runs, block) {
    this.runs = runs;
    this.budget = runs.budget;
    this.block = block;
    this.known = new Distinct(runs.budget);
    /** @type {(Ints | undefined)[]} For each class, by letter, 1 and the place in `steps` of what follows, or 0. */
    this.places = [];
    /** What follows a class by a letter: how many classes, and each with how many letters after the move lead there. */
    this.steps = new Numbers(runs.budget);
    /** @type {(boolean | undefined)[]} */ this.accepting = [];
  }

  /** The class of all ways that have just begun. */
  beginning() {
    return this.known.add(inOrder(this.runs.machines.map((_, way) => this.runs.beginning(way))));
  }

  /** Whether a class holds a run that accepts. @param {number} number */
  accepts(number) {
    this.accepting[number] ??= this.known.list(number).some((run) => this.runs.accepts(run));
    return this.accepting[number];
  }

  /** The place in `steps` of what follows a class by a letter. @param {number} number @param {number} letter */
  following(number, letter) {
    const { letters } = this.runs.automaton;
    let places = this.places[number];
    if (!places) {
      this.budget.keep(letters);
      places = this.places[number] = new Int32Array(letters);
    }
    if (!places[letter]) places[letter] = 1 + this.follow(number, letter);
    return places[letter] - 1;
  }

  /** @param {number} number @param {number} letter */
  follow(number, letter) {
    const { runs, known, steps } = this;
    /** @type {Map<number, number[]>} By the letter after the move the runs that follow. */
    const after = new Map();
    for (const run of known.list(number)) {
      runs.eachNext(run, letter, (other, next) => {
        const found = after.get(other);
        if (found) found.push(next);
        else after.set(other, [next]);
        this.budget.spend(2);
      });
    }
    /** @type {Map<number, number>} */ const counts = new Map();
    for (const found of after.values()) add(counts, known.add(inOrder(found)), 1, this.block);
    const place = steps.length;
    steps.push(counts.size);
    for (const [next, count] of counts) {
      steps.push(next);
      steps.push(count);
    }
    return place;
  }
}

/** More of something, up to a bound. @param {Map<number, number>} counts @param {number} what @param {number} more @param {number} most */
function add(counts, what, more, most) {
  counts.set(what, Math.min(most, (counts.get(what) ?? 0) + more));
}

/** Numbers in ascending order, each once. @param {number[]} numbers */
function inOrder(numbers) {
  return [...new Set(numbers)].sort((one, other) => one - other);
}

/**
 * A position is in a set exactly if moves lead from it to fewer than `block` positions of the set (16).
 * Each node of the walk, a state of all positions, one of the set and a tally, is looked at as soon as it is met.
 */
export class Counting {
  /**
   * @param {Runs} runs of moves into the set
   * @param {Automaton} all
   * @param {number} block
   * @param {(word: number[]) => string[]} told the position that a word writes
   */
  constructor(runs, all, block, told) {
    this.set = runs.automaton;
    this.all = all;
    this.block = block;
    this.told = told;
    this.budget = runs.budget;
    this.classes = new Classes(runs, block);
    /** Each a list of classes in ascending order, each followed by its number. */
    this.tallies = new Distinct(runs.budget);
    this.walk = new Walk(3, runs.budget);
  }

  check() {
    const { walk, set, all, classes, tallies, budget } = this;
    const live = liveLetters(all, budget);
    this.reach(all.start, set.start, tallies.add([classes.beginning(), 1]), 0, 0);
    for (let number = 0; number < walk.count; number += 1) {
      budget.at("block", number / walk.count);
      const state = walk.state(number, 0);
      const inSet = walk.state(number, 1);
      const tally = tallies.list(walk.state(number, 2));
      for (let at = live.from[state]; at < live.from[state + 1]; at += 1) {
        const letter = live.items[at];
        const next = tallies.add(this.following(tally, letter));
        this.reach(
          all.table[state * all.letters + letter],
          set.table[inSet * set.letters + letter],
          next,
          number,
          letter,
        );
      }
    }
  }

  /** The tally after one more letter before the move. @param {number[]} tally @param {number} letter */
  following(tally, letter) {
    const { classes, budget, block } = this;
    /** @type {Map<number, number>} */ const counts = new Map();
    for (let at = 0; at < tally.length; at += 2) {
      const place = classes.following(Number(tally[at]), letter);
      const { items } = classes.steps;
      const end = place + 2 * items[place];
      for (let one = place + 1; one < end; one += 2)
        add(counts, items[one], Number(tally[at + 1]) * items[one + 1], block);
      budget.spend(1 + items[place]);
    }
    budget.spend(1 + 4 * counts.size);
    return [...counts].sort(([one], [other]) => one - other).flat();
  }

  /**
   * @param {number} state of all positions
   * @param {number} inSet
   * @param {number} tally
   * @param {number} from
   * @param {number} letter
   */
  reach(state, inSet, tally, from, letter) {
    const { walk, set, all, block } = this;
    const before = walk.count;
    walk.sought[0] = state;
    walk.sought[1] = inSet;
    walk.sought[2] = tally;
    const number = walk.reach(from, letter);
    if (number < before || !all.accepting[state]) return;
    const isMany = this.count(tally) >= block;
    if (isMany !== Boolean(set.accepting[inSet])) return;
    const values = { position: this.told(walk.word(number)), block };
    throw isMany ? rejected("many", values) : rejected("few", values);
  }

  /** To how many positions of the set moves lead, where a word ends with a tally. @param {number} tally */
  count(tally) {
    const list = this.tallies.list(tally);
    let sum = 0;
    for (let at = 0; at < list.length; at += 2) if (this.classes.accepts(Number(list[at]))) sum += Number(list[at + 1]);
    this.budget.spend(list.length);
    return sum;
  }
}
