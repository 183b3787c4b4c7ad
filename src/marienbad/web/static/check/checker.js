// The checker: written from the specification of certificates alone, beside the one in Python, so that
// two must err in the same way before anything false is believed.

import { Counting } from "./blocking.js";
import { SHOWN, digestOf, firstPositions } from "./claim.js";
import { readCertificate } from "./format.js";
import { nameOf } from "./names.js";
import { Numeration } from "./numeration.js";
import { Runs, lettersOf, machinesOf } from "./runs.js";
import { Budget, Refused, rejected } from "./verdict.js";
import { checkWords, checkZeros, commonMove, commonWord, everything, positionOf, uncovered } from "./walks.js";
import { waysOf } from "./ways.js";

/** @typedef {import("./format.js").Certificate} Certificate */
/** @typedef {import("./format.js").Automaton} Automaton */

/**
 * What was checked, of an accepted certificate.
 * @typedef {object} Claim
 * @property {number} heaps
 * @property {boolean} isMisere
 * @property {number | null} value the Grundy value of the positions, where there is one
 * @property {number | null} block one position fewer may be forbidden before each move, where some may
 * @property {import("./format.js").Take[]} takes
 * @property {"known" | "author" | "rules"} naming
 * @property {string} name the game, or its author's word; nothing of rules that were not read
 * @property {number} states of the automaton
 * @property {string[]} weights the first of them
 * @property {string[][]} positions the first, as decimals
 * @property {boolean} isComplete whether there are no others
 * @property {string} digest
 */
/** @typedef {{verdict: "accepted", claim: Claim} | {verdict: "rejected" | "unreadable" | "given-up", key: string, values: import("./verdict.js").Values}} Result */

/** Check a certificate. @param {string} text @param {Budget} [budget] @returns {Result} */
export function check(text, budget = new Budget()) {
  try {
    budget.at("reading");
    const certificate = readCertificate(text, budget);
    return { verdict: "accepted", claim: new Check(certificate, budget).run() };
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    return problem.result;
  }
}

class Check {
  /** @param {Certificate} certificate @param {Budget} budget */
  constructor(certificate, budget) {
    this.certificate = certificate;
    this.budget = budget;
    this.numeration = new Numeration(certificate.numeration);
    this.ways = waysOf(certificate.takes, certificate.heaps);
    this.letters = lettersOf(this.numeration.base, certificate.heaps);
  }

  /** @returns {Claim} */
  run() {
    const { certificate, numeration, budget, ways } = this;
    const naming = nameOf(certificate, ways);
    const all = everything(numeration, this.letters, budget);
    for (const set of new Set([certificate.positions, ...certificate.levels.map(({ positions }) => positions)])) {
      checkWords(set, all, budget);
      checkZeros(set, numeration.period);
    }
    if (certificate.terminal) checkWords(certificate.terminal, all, budget);
    this.machines = machinesOf(ways, numeration, certificate.heaps, budget);
    if (certificate.block === null) {
      this.checkDisjoint();
      this.checkLevels(all);
      this.checkMisere(all);
    } else this.checkCounts(all, certificate.block);
    return this.claim(naming);
  }

  /** No position has two values. */
  checkDisjoint() {
    const sets = this.certificate.levels.map(({ positions }) => positions);
    sets.forEach((positions, value) => {
      for (const lower of sets.slice(0, value)) {
        const word = commonWord(positions, lower, this.budget);
        if (word) throw rejected("values", { position: this.position(word) });
      }
    });
  }

  /** No move stays in a set, and from whatever is in none up to it a move leads into it. @param {Automaton} all */
  checkLevels(all) {
    const { certificate, budget } = this;
    /** @type {Automaton[]} */ const excepted = certificate.terminal ? [certificate.terminal] : [];
    for (const { positions, cover } of certificate.levels) {
      const runs = new Runs(this.machines ?? [], positions, budget);
      excepted.push(positions);
      this.checkNoMove(positions, runs, "inside");
      const word = uncovered(cover, runs, all, excepted, budget, "cover");
      if (word) throw rejected("cover", { position: this.position(word) });
    }
  }

  /** From these positions, and no others, moves lead to few enough of them that all can be forbidden. @param {Automaton} all @param {number} block */
  checkCounts(all, block) {
    const runs = new Runs(this.machines ?? [], this.certificate.positions, this.budget);
    new Counting(runs, all, block, (word) => this.position(word)).check();
  }

  /** In misère play: the finished positions are finished, and no other is to leave. @param {Automaton} all */
  checkMisere(all) {
    const { terminal, movable, positions } = this.certificate;
    const { budget } = this;
    if (!terminal || !movable) return;
    const runs = new Runs(this.machines ?? [], all, budget);
    this.checkNoMove(terminal, runs, "terminal");
    const word = uncovered(movable, runs, positions, [], budget, "movable");
    if (word) throw rejected("movable", { position: this.position(word) });
  }

  /** @param {Automaton} from @param {Runs} runs @param {"inside" | "terminal"} key */
  checkNoMove(from, runs, key) {
    const found = commonMove(from, runs, this.budget, key);
    if (found) throw rejected(key, { position: this.position(found.before), left: this.position(found.after) });
  }

  /** @param {number[]} word */
  position(word) {
    return positionOf(word, this.numeration, this.certificate.heaps);
  }

  /** @param {"known" | "author" | "rules"} naming @returns {Claim} */
  claim(naming) {
    const { certificate, numeration, ways, budget } = this;
    const { heaps, isMisere, value, block, takes, game, positions } = certificate;
    budget.at("claim");
    return {
      heaps,
      isMisere,
      value,
      block,
      takes,
      naming,
      name: naming === "rules" ? "" : game,
      states: positions.states,
      weights: [...Array(SHOWN).keys()].map((place) => String(numeration.weight(place))),
      ...firstPositions(positions, numeration, this.letters, budget),
      digest: digestOf(certificate, ways),
    };
  }
}
