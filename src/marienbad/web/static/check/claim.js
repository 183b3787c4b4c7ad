// What is claimed: its digest, and the first positions.

import { Budget } from "./verdict.js";
import { movesText } from "./ways.js";

/** @typedef {import("./format.js").Automaton} Automaton */
/** @typedef {import("./format.js").Certificate} Certificate */
/** @typedef {import("./numeration.js").Numeration} Numeration */
/** @typedef {import("./conditions.js").Ints} Ints */

// SHA-256 (FIPS 180-4) of an ASCII text. Browsers have their own for pages that came by https only.

const PRIMES = firstPrimes(64);

/** @param {number} count */
function firstPrimes(count) {
  /** @type {bigint[]} */ const found = [];
  for (let number = 2n; found.length < count; number += 1n) {
    if (found.every((prime) => number % prime !== 0n)) found.push(number);
  }
  return found;
}

/** The first 32 bits after the point of a root, exactly. @param {bigint} prime @param {bigint} degree */
function fraction(prime, degree) {
  const scaled = prime << (32n * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= scaled) low = middle;
    else high = middle;
  }
  return Number(BigInt.asIntN(32, low));
}

const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2n));
/** @type {import("./conditions.js").Ints} */
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(prime, 3n));

/** @param {string} text in ASCII */
function sha256(text) {
  const length = text.length;
  const blocks = Math.floor((length + 8) / 64) + 1;
  const octets = new Uint8Array(64 * blocks);
  for (let place = 0; place < length; place += 1) octets[place] = text.charCodeAt(place);
  octets[length] = 0x80;
  const view = new DataView(octets.buffer);
  view.setBigUint64(octets.length - 8, BigInt(8 * length));
  const hash = START.slice();
  /** @type {import("./conditions.js").Ints} */ const words = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let place = 0; place < 16; place += 1) words[place] = view.getInt32(64 * block + 4 * place);
    mix(hash, words);
  }
  return [...hash].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

/** One block, whose sixteen words are given. @param {import("./conditions.js").Ints} hash @param {import("./conditions.js").Ints} words */
function mix(hash, words) {
  for (let place = 16; place < 64; place += 1) {
    const early = words[place - 15];
    const late = words[place - 2];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = words[place - 16] + first + words[place - 7] + second;
  }
  let [a, b, c, d, e, f, g, h] = /** @type {any} */ (hash);
  for (let round = 0; round < 64; round += 1) {
    const upper = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + upper + ((e & f) ^ (~e & g)) + ROUNDS[round] + words[round]) | 0;
    const lower = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [place, part] of [a, b, c, d, e, f, g, h].entries()) hash[place] += part;
}

/** @param {number} word @param {number} bits */
function turned(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** So many positions are shown. */
export const SHOWN = 10;

/** The SHA-256 of the claim. @param {Certificate} certificate @param {import("./ways.js").Way[]} ways */
export function digestOf(certificate, ways) {
  return sha256(claimText(certificate, ways));
}

/** The claim as a text. @param {Certificate} certificate @param {import("./ways.js").Way[]} ways */
function claimText({ format, heaps, isMisere, value, block, positions, numeration }, ways) {
  const { language } = numeration;
  const order = asMet([0], (state) => language[state] ?? []);
  const rows = [...order.keys()].map((state) => (language[state] ?? []).map((next) => order.get(next)));
  const { start, table, letters, accepting } = positions;
  const row = (/** @type {number} */ state) => table.subarray(state * letters, (state + 1) * letters);
  const states = asMet([0, start], row);
  const accepted = [...states].filter(([state]) => accepting[state]).map(([, number]) => number);
  const lines = [...states.keys()].map((state) => `[${Array.from(row(state), (next) => states.get(next))}]`);
  return [
    `"marienbad claim ${format}"`,
    heaps,
    block ?? value ?? (isMisere ? 1 : 0),
    movesText(ways),
    JSON.stringify(rows),
    JSON.stringify(accepted),
    `[${lines}]`,
  ].join();
}

/** States with their new numbers, as they are met. @param {number[]} first @param {(state: number) => Iterable<number>} row */
function asMet(first, row) {
  /** @type {Map<number, number>} */ const found = new Map();
  const add = (/** @type {number} */ state) => found.has(state) || found.set(state, found.size);
  first.forEach(add);
  for (const state of found.keys()) for (const next of row(state)) add(next);
  return found;
}

/**
 * The first positions that an automaton accepts, by their total and then heap by heap, and whether
 * there are no others.
 * @param {Automaton} automaton
 * @param {Numeration} numeration
 * @param {number[][]} letters the digits of each
 * @param {Budget} budget
 */
export function firstPositions(automaton, numeration, letters, budget) {
  return new Ordered(automaton, numeration, letters, budget).first();
}

class Ordered {
  /** @param {Automaton} automaton @param {Numeration} numeration @param {number[][]} letters @param {Budget} budget */
  constructor(automaton, numeration, letters, budget) {
    this.automaton = automaton;
    this.numeration = numeration;
    this.letters = letters;
    this.budget = budget;
    this.digitSums = letters.map((digits) => BigInt(digits.reduce((sum, digit) => sum + digit, 0)));
    /** @type {(bigint | null)[][]} By length, for each state the least total of a word that is accepted from there. */
    this.least = [Array.from(automaton.accepting, (isSo) => (isSo ? 0n : null))];
  }

  first() {
    const { numeration } = this;
    const heaps = BigInt(this.letters[0]?.length ?? 1);
    const longest = this.findLongest();
    for (let most = 1n; ; most *= 2n) {
      // a heap that needs more digits is larger than the total may be
      let length = 0;
      while (numeration.weight(length) <= most && (longest === null || length < longest)) length += numeration.period;
      const found = this.upTo(most, length);
      const isAll = longest !== null && length >= longest && most >= heaps * numeration.weight(length);
      if (isAll || found.length > SHOWN) {
        const positions = found.slice(0, SHOWN).map((position) => position.map(String));
        return { positions, isComplete: found.length <= SHOWN };
      }
    }
  }

  /** All positions up to a total, in order. @param {bigint} most @param {number} length of the words */
  upTo(most, length) {
    const { automaton, letters, numeration, digitSums, budget } = this;
    const heaps = letters[0]?.length ?? 1;
    /** @type {bigint[][]} */ const found = [];
    for (let known = this.least.length; known <= length; known += 1) this.lengthen();
    const visit = (
      /** @type {number} */ state,
      /** @type {number} */ left,
      /** @type {bigint} */ total,
      /** @type {bigint[]} */ position,
    ) => {
      const least = this.least[left]?.[state] ?? null;
      if (least === null || total + least > most) return;
      if (left === 0) {
        found.push(position);
        return;
      }
      const weight = numeration.weight(left - 1);
      budget.spend(letters.length);
      letters.forEach((digits, letter) => {
        const next = automaton.table[state * automaton.letters + letter];
        if (next === 0) return;
        const sum = total + (digitSums[letter] ?? 0n) * weight;
        visit(
          next,
          left - 1,
          sum,
          position.map((heap, place) => heap + BigInt(digits[place] ?? 0) * weight),
        );
      });
    };
    visit(automaton.start, length, 0n, Array(heaps).fill(0n));
    const total = (/** @type {bigint[]} */ position) => position.reduce((sum, heap) => sum + heap, 0n);
    const order = (/** @type {bigint} */ one, /** @type {bigint} */ other) => (one < other ? -1 : one > other ? 1 : 0);
    return found.sort((one, other) => {
      const place = one.findIndex((heap, at) => heap !== other[at]);
      return order(total(one), total(other)) || order(one[place] ?? 0n, other[place] ?? 0n);
    });
  }

  /** The least totals for words that are longer by a letter. */
  lengthen() {
    const { automaton, numeration, digitSums, budget } = this;
    const weight = numeration.weight(this.least.length - 1);
    const shorter = this.least.at(-1) ?? [];
    budget.spend(4 * automaton.table.length);
    budget.keep(4 * automaton.states);
    const costs = digitSums.map((sum) => sum * weight);
    this.least.push(
      shorter.map((_, state) => {
        /** @type {bigint | null} */ let best = null;
        for (let letter = 0; letter < automaton.letters; letter += 1) {
          const rest = shorter[automaton.table[state * automaton.letters + letter]] ?? null;
          if (rest === null) continue;
          const sum = rest + (costs[letter] ?? 0n);
          if (best === null || sum < best) best = sum;
        }
        return best;
      }),
    );
  }

  /**
   * How many letters the longest word has that does not begin with a period of zeros; null where there is no longest.
   * @returns {number | null}
   */
  findLongest() {
    const { start, table, letters, states } = this.automaton;
    const useful = this.useful();
    /** How far the longest word leads from a state: 0 unknown, -1 under way. */
    const far = /** @type {Ints} */ (new Int32Array(states));
    let most = 0;
    let zeros = start;
    for (let place = 0; place < this.numeration.period; place += 1) {
      for (let letter = 1; letter < letters; letter += 1) {
        const next = table[zeros * letters + letter];
        if (!useful[next]) continue;
        const length = farthest(next, table, letters, useful, far);
        if (length === null) return null;
        most = Math.max(most, place + length);
      }
      zeros = table[zeros * letters];
    }
    return most;
  }

  /** From which states a word is accepted. */
  useful() {
    const { table, letters, accepting, states } = this.automaton;
    const useful = /** @type {Ints} */ (accepting.slice());
    for (let isNew = true; isNew; ) {
      isNew = false;
      this.budget.spend(table.length);
      for (let state = states - 1; state > 0; state -= 1) {
        if (useful[state]) continue;
        for (let letter = 0; letter < letters && !useful[state]; letter += 1) {
          if (useful[table[state * letters + letter]]) useful[state] = 1;
        }
        if (useful[state]) isNew = true;
      }
    }
    return useful;
  }
}

/**
 * How many letters the longest word from a state has, and the letter that leads there; null where
 * words have no longest.
 * @param {number} first
 * @param {Ints} table
 * @param {number} letters
 * @param {Ints} useful
 * @param {Ints} far what is known already
 */
function farthest(first, table, letters, useful, far) {
  /** @type {[number, number][]} States on the way with the next letter to try. */
  const way = [[first, 0]];
  if (far[first] > 0) return Number(far[first]);
  far[first] = -1;
  /** @type {Map<number, number>} */ const best = new Map([[first, 0]]);
  while (way.length) {
    const top = /** @type {[number, number]} */ (way.at(-1));
    const [state, letter] = top;
    if (letter === letters) {
      way.pop();
      far[state] = 1 + (best.get(state) ?? 0);
      best.delete(state);
      const above = way.at(-1)?.[0];
      if (above !== undefined) best.set(above, Math.max(best.get(above) ?? 0, far[state]));
      continue;
    }
    top[1] += 1;
    const next = table[state * letters + letter];
    if (!useful[next]) continue;
    if (far[next] === -1) return null;
    if (far[next] > 0) best.set(state, Math.max(best.get(state) ?? 0, far[next]));
    else {
      far[next] = -1;
      best.set(next, 0);
      way.push([next, 0]);
    }
  }
  return Number(far[first]);
}
