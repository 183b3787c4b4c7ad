// A certificate as data: what the specification's section "The file" asks for is seen to here.

import { Reader } from "./reader.js";
import { Numbers } from "./conditions.js";
import { Budget, LONGEST, unreadable } from "./verdict.js";

/** @typedef {import("./conditions.js").Ints} Ints */
/** @typedef {{form: [string, number][], low: number | null, high: number | null, modulus: number, residue: number}} Where a modulus of 0 is none */
/** @typedef {{amounts: (number | string)[], places: number[] | null, where: Where[]}} Take */
/** @typedef {{language: number[][], free: number[], first: number[], recurrence: number[][], base: number}} Written how numbers are written */
/** @typedef {{states: number, letters: number, start: number, table: Ints, accepting: Ints}} Automaton one row after another; 1 where a state accepts */
/** @typedef {{states: number, letters: number, start: number, table: Ints, runs: Lists, sets: Lists}} Witness */
/** @typedef {{count: number, from: Ints, items: Ints}} Lists list `i` is what stands at `from[i]` to `from[i + 1]` */
/** @typedef {{positions: Automaton, cover: Witness}} Level */
/**
 * @typedef {object} Certificate
 * @property {1 | 2 | 3} format
 * @property {string} game
 * @property {number} heaps
 * @property {boolean} isMisere
 * @property {number | null} value
 * @property {number | null} block the number of positions of which one cannot be forbidden, where some can
 * @property {Take[]} takes
 * @property {Written} numeration
 * @property {Automaton} positions the claimed ones
 * @property {Level[]} levels for each value its positions, and the witness that a move leads there; none with `block`
 * @property {Automaton | null} terminal
 * @property {Witness | null} movable
 */

export const HEAPS = ["x", "y", "z", "w"];
const MILLION = 1_000_000;
const MANY = 400_000;
const LETTERS = 4096;
const RUN = 100;
const FEW = 64;
const RESERVED = new Set(
  "abs all and from gcd heaps in last let loses max min not one or take three two where wins".split(" "),
);
const FORMATS = ["marienbad certificate 1", "marienbad certificate 2", "marienbad certificate 3"];
/** What the formats have besides what is common to all. */
const OWN = [
  ["misere", "positions", "cover"],
  ["value", "levels"],
  ["block", "positions"],
];
const COMMON = ["format", "game", "heaps", "takes", "numeration"];

/** Read a certificate. @param {string} text @param {Budget} budget @returns {Certificate} */
export function readCertificate(text, budget = new Budget()) {
  if (text.length > LONGEST) throw unreadable("large", { most: LONGEST });
  budget.spend(text.length >> 3);
  return new Certificates(new Reader(text), budget).read();
}

/** The fields of one file. */
class Certificates {
  /** @param {Reader} reader @param {Budget} budget */
  constructor(reader, budget) {
    this.reader = reader;
    this.budget = budget;
  }

  read() {
    const { reader } = this;
    /** @type {Record<string, any>} */ const found = {};
    const fields = /** @type {Record<string, () => any>} */ ({
      format: () => reader.string(),
      game: () => this.name(),
      heaps: () => reader.integer(1, HEAPS.length),
      misere: () => reader.integer(0, 1),
      value: () => reader.integer(1, 9),
      block: () => reader.integer(2, 9),
      takes: () => this.items(1, FEW, () => this.take()),
      numeration: () => this.numeration(),
      positions: () => this.automaton(),
      cover: () => this.witness(),
      terminal: () => this.automaton(),
      movable: () => this.witness(),
      levels: () => this.items(2, 10, () => this.level()),
    });
    const names = reader.object((name) => {
      if (!Object.hasOwn(fields, name)) throw reader.wrong("field");
      found[name] = fields[name]?.();
    });
    reader.end();
    return whole(found, names);
  }

  /** @template Item @param {number} least @param {number} most @param {() => Item} read */
  items(least, most, read) {
    /** @type {Item[]} */ const found = [];
    this.reader.list(least, most, () => found.push(read()));
    return found;
  }

  /** @param {number} low @param {number} high */
  integers(low, high) {
    return this.items(1, FEW, () => this.reader.integer(low, high));
  }

  /** The name of the game. */
  name() {
    const { reader } = this;
    const found = reader.string();
    const isShort = found.length <= 60 && !/["\\]/u.test(found);
    const isRules = found.startsWith("rules:") && found.length <= 2048;
    if (!/^[\x20-\x7e]+$/u.test(found) || !(isRules || (isShort && !found.startsWith("rules:")))) {
      throw reader.wrong("game");
    }
    return found;
  }

  take() {
    const { reader } = this;
    /** @type {any} */ const found = {};
    reader.record({
      amounts: () => (found.amounts = this.items(1, HEAPS.length, () => this.amount())),
      places: () => (found.places = reader.isNull() ? null : this.items(1, HEAPS.length, () => reader.integer(0, 3))),
      where: () => (found.where = this.items(0, FEW, () => this.condition())),
    });
    return /** @type {Take} */ (found);
  }

  amount() {
    const { reader } = this;
    if (!reader.isText()) return reader.integer(1, MILLION);
    const found = reader.string();
    const isName = /^[A-Za-z_][A-Za-z0-9_]*$/u.test(found) && found.length <= 2048;
    if (!isName || HEAPS.includes(found) || RESERVED.has(found)) throw reader.wrong("amount");
    return found;
  }

  condition() {
    const { reader } = this;
    /** @type {Where} */ const found = { form: [], low: null, high: null, modulus: 0, residue: 0 };
    const bound = () => (reader.isNull() ? null : reader.integer(-MILLION, MILLION));
    const fields = /** @type {Record<string, () => void>} */ ({
      form: () => reader.object((name) => found.form.push([name, reader.integer(-MILLION, MILLION)])),
      low: () => (found.low = bound()),
      high: () => (found.high = bound()),
      modulus: () => (found.modulus = reader.integer(1, MILLION)),
      residue: () => (found.residue = reader.integer(-MILLION, MILLION)),
    });
    const names = reader.object((name) => {
      if (!Object.hasOwn(fields, name)) throw reader.wrong("field");
      fields[name]?.();
    });
    const both = names.has("modulus") ? ["form", "modulus", "residue"] : ["form", "low", "high"];
    if (names.size !== 3 || !both.every((name) => names.has(name))) throw reader.wrong("missing");
    return found;
  }

  numeration() {
    const { reader } = this;
    /** @type {any} */ const found = {};
    reader.record({
      name: () => {
        if (!/^[\x20-\x7e]{1,2048}$/u.test(reader.string())) throw reader.wrong("game");
      },
      language: () => (found.language = this.items(1, FEW, () => this.integers(0, MILLION))),
      free: () => (found.free = this.integers(0, FEW - 1)),
      first: () => (found.first = this.integers(1, MILLION)),
      recurrence: () => (found.recurrence = this.items(1, FEW, () => this.integers(-MILLION, MILLION))),
    });
    if (found.free.some((/** @type {number} */ state) => state >= found.language.length)) throw reader.wrong("free");
    found.base = Math.max(...found.language.map((/** @type {number[]} */ row) => row.length));
    return /** @type {Written} */ (found);
  }

  automaton() {
    /** @type {any} */ const found = {};
    this.reader.record({
      start: () => (found.start = this.reader.integer(0, MANY)),
      accepting: () => (found.listed = this.list(MANY)),
      table: () => (found.rows = this.table()),
    });
    const { start, listed } = found;
    const automaton = {
      ...this.tabled(start, found.rows),
      accepting: /** @type {Ints} */ (new Int32Array(found.rows.count)),
    };
    if (listed.length > automaton.states) throw this.reader.wrong("accepting");
    for (const state of listed) {
      if (state === 0 || state >= automaton.states) throw this.reader.wrong("accepting");
      automaton.accepting[state] = 1;
    }
    return automaton;
  }

  witness() {
    const { reader } = this;
    /** @type {any} */ const found = {};
    reader.record({
      start: () => (found.start = reader.integer(0, MANY)),
      table: () => (found.rows = this.table()),
      runs: () => (found.runs = this.lists(0, 1, RUN)),
      sets: () => (found.sets = this.lists(1, 0, MANY)),
    });
    const { runs, sets } = /** @type {{runs: Lists, sets: Lists}} */ (found);
    const witness = { ...this.tabled(found.start, found.rows), runs, sets };
    if (sets.count !== witness.states || sets.from[1] > 0) throw reader.wrong("sets");
    for (let set = 0; set < sets.count; set += 1) {
      if (sets.from[set + 1] - sets.from[set] > runs.count) throw reader.wrong("sets");
    }
    if (sets.items.some((run) => run >= runs.count)) throw reader.wrong("sets");
    if (hasTwice(runs)) throw reader.wrong("runs");
    return witness;
  }

  level() {
    /** @type {any} */ const found = {};
    this.reader.record({
      positions: () => (found.positions = this.automaton()),
      cover: () => (found.cover = this.witness()),
    });
    return /** @type {Level} */ (found);
  }

  /** @param {number} most */
  list(most) {
    const found = new Numbers(this.budget);
    this.reader.list(0, most, () => found.push(this.reader.integer(0, MILLION)));
    return found.whole();
  }

  /** Lists one after another. @param {number} fewest @param {number} least @param {number} most numbers of each @returns {Lists} */
  lists(fewest, least, most) {
    const { reader, budget } = this;
    const items = new Numbers(budget);
    const from = new Numbers(budget);
    from.push(0);
    const count = reader.list(fewest, MANY, () => {
      reader.list(least, most, () => items.push(reader.integer(0, MILLION)));
      from.push(items.length);
    });
    return { count, from: from.whole(), items: items.whole() };
  }

  /** The rows of a table, which are equally long. */
  table() {
    const { count, from, items } = this.lists(1, 1, LETTERS);
    const letters = from[1];
    for (let row = 0; row < count; row += 1) {
      if (from[row + 1] - from[row] !== letters) throw this.reader.wrong("table");
    }
    return { count, letters, items };
  }

  /** A table with its start. @param {number} start @param {{count: number, letters: number, items: Ints}} rows */
  tabled(start, { count, letters, items }) {
    const isDeadEnd = items.subarray(0, letters).every((state) => state === 0);
    if (start >= count || !isDeadEnd || items.some((state) => state >= count)) throw this.reader.wrong("table");
    return { states: count, letters, start, table: items };
  }
}

/** Whether two lists are the same. @param {Lists} lists */
function hasTwice({ count, from, items }) {
  const seen = new Set();
  for (let list = 0; list < count; list += 1) seen.add(items.subarray(from[list], from[list + 1]).join());
  return seen.size < count;
}

/**
 * What depends on several fields: those that there must be, and how long lists are.
 * @param {Record<string, any>} found
 * @param {Set<string>} names
 * @returns {Certificate}
 */
function whole(found, names) {
  const format = /** @type {0 | 1 | 2 | 3} */ (FORMATS.indexOf(found.format) + 1);
  if (format === 0) throw unreadable("format");
  const wanted = [
    ...COMMON,
    ...(OWN[format - 1] ?? []),
    ...(format === 1 && found.misere ? ["terminal", "movable"] : []),
  ];
  if (names.size !== wanted.length || !wanted.every((name) => names.has(name))) throw unreadable("fields");
  const { heaps, takes, numeration } = found;
  for (const take of takes) checkTake(take, heaps);
  const { positions = found.levels?.at(-1).positions, cover } = found;
  /** @type {Level[]} */ const levels = found.levels ?? (cover ? [{ positions, cover }] : []);
  if (format === 2 && levels.length !== found.value + 1) throw unreadable("levels");
  const letters = numeration.base ** heaps;
  if (letters > LETTERS) throw unreadable("letters", { most: LETTERS });
  const terminal = found.terminal ?? null;
  const movable = found.movable ?? null;
  for (const table of [positions, ...levels.flatMap((level) => [level.positions, level.cover]), terminal, movable]) {
    if (table && table.letters !== letters) throw unreadable("width", { letters });
  }
  return {
    format,
    game: found.game,
    heaps,
    isMisere: found.misere === 1,
    value: found.value ?? null,
    block: found.block ?? null,
    takes,
    numeration,
    positions,
    levels,
    terminal,
    movable,
  };
}

/** @param {Take} take @param {number} heaps */
function checkTake({ amounts, places, where }, heaps) {
  if (amounts.length > heaps) throw unreadable("amounts", { heaps });
  if (places) {
    const isOfHeaps = places.every((place) => place < heaps);
    if (places.length !== amounts.length || new Set(places).size !== places.length || !isOfHeaps) {
      throw unreadable("places");
    }
  }
  const names = new Set([...HEAPS.slice(0, heaps), ...amounts]);
  if (where.some(({ form }) => form.some(([name]) => !names.has(name)))) throw unreadable("form");
}
