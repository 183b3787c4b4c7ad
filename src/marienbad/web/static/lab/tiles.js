// The tiles of the map: fetched as they come into view, given up when they leave it, kept up to a bound.

import { getOctets, Refusal } from "../common/api.js";

/** @typedef {import("./map.js").Solved} Solved */

/**
 * @typedef {object} Tile a square of points; at level n a point is 2ⁿ cells wide
 * @property {number} level
 * @property {number} column
 * @property {number} row
 * @property {number} width
 * @property {number} height
 * @property {Uint16Array | null} values Grundy values, row by row
 * @property {Uint8Array} shares how much of each point is to be left, of 255; of one heap as far as is known
 * @property {number} greatest
 * @property {boolean} isSeed cut from the first answer, and perhaps smaller than a whole one
 * @property {OffscreenCanvas | null} picture
 * @property {string} colours that the picture was made with
 */

/**
 * @typedef {object} Subject what the tiles are of
 * @property {number | null} end of a map that has no tiles: the cells in each direction that were solved
 * @property {string} rules
 * @property {string} kind
 * @property {[number, number]} axes
 * @property {number[]} held
 */

export const SIDE = 256;
export const LEVELS = 6;
const HEADER = 12;
const KEPT = 32 * 2 ** 20;
/** Requests at the same time; the first of a subject goes alone, since it has the box solved. */
const AT_ONCE = 4;
const BUSY = [429, 503];
const RETRY = 1500;

export class Tiles {
  /** @type {Subject | null} */ subject = null;
  /** @type {Map<string, Tile>} the one used last at the end */
  known = new Map();
  /** @type {Map<string, AbortController>} */ asked = new Map();
  /** @type {string[]} what is wanted, the most wanted first */
  wanted = [];
  /** @type {Set<string>} asking again would change nothing */
  refused = new Set();
  bytes = 0;
  /** Cells in each direction that the search reaches, as far as is known. */
  largest = Infinity;
  isProven = false;
  /** @type {number | undefined} */ timer;
  /** Whether the server had no answer just now, and is left alone for a moment. */
  isResting = false;

  /** @param {{arrived: () => void, ended: (sentence: string) => void}} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** Of other rules or another plane nothing is known yet. @param {Subject} subject */
  turnTo(subject) {
    const isOther = JSON.stringify(subject) !== JSON.stringify(this.subject);
    if (!isOther) return;
    this.forget();
    this.subject = subject;
    this.refused.clear();
    this.largest = subject.end ?? Infinity;
    this.isProven = false;
  }

  /** Whether nothing can be shown of a plane. */
  get isBare() {
    return !this.known.size && (this.refused.size > 0 || typeof this.subject?.end === "number");
  }

  forget() {
    this.want([]);
    this.known.clear();
    this.bytes = 0;
  }

  /** @param {number} level @param {number} column @param {number} row */
  get(level, column, row) {
    return this.known.get(`${level} ${column} ${row}`) ?? null;
  }

  /** @param {Tile} tile */
  keep(tile) {
    const key = `${tile.level} ${tile.column} ${tile.row}`;
    this.drop(key);
    this.known.set(key, tile);
    this.bytes += weight(tile);
    for (const [old] of this.known) {
      if (this.bytes <= KEPT || old === key) break;
      this.drop(old);
    }
  }

  /** @param {string} key */
  drop(key) {
    const tile = this.known.get(key);
    if (tile) this.bytes -= weight(tile);
    this.known.delete(key);
  }

  /** Fetch these, and give up all others that are under way. @param {string[]} keys */
  want(keys) {
    const isWhole = typeof this.subject?.end === "number";
    this.wanted = isWhole ? [] : keys.filter((key) => !this.asked.has(key) && !this.refused.has(key));
    for (const [key, asked] of this.asked) if (!keys.includes(key)) asked.abort();
    this.goOn();
  }

  goOn() {
    if (this.isResting) return;
    while (this.wanted.length && this.asked.size < (this.isProven ? AT_ONCE : 1)) {
      void this.fetch(/** @type {string} */ (this.wanted.shift()));
    }
  }

  /** @param {string} key */
  async fetch(key) {
    const { subject } = this;
    if (!subject) return;
    const giveUp = new AbortController();
    this.asked.set(key, giveUp);
    const [level = 0, column = 0, row = 0] = key.split(" ").map(Number);
    try {
      const { rules, kind } = subject;
      const [axes, held] = [subject.axes.join(","), subject.held.join(",")];
      const octets = await getOctets("/api/lab/tile", { rules, kind, axes, held, level, column, row }, giveUp.signal);
      if (subject === this.subject) this.keep(this.read(octets, { level, column, row }));
    } catch (problem) {
      if (subject === this.subject && !giveUp.signal.aborted) this.refuse(key, problem);
    }
    if (this.asked.get(key) === giveUp) this.asked.delete(key);
    if (subject !== this.subject) return;
    this.tell.arrived();
    this.goOn();
  }

  /** @param {string} key @param {unknown} problem */
  refuse(key, problem) {
    const isBusy = !(problem instanceof Refusal) || BUSY.includes(problem.status);
    if (isBusy) {
      // it is asked for again when the map is painted, if it is still in view
      clearTimeout(this.timer);
      this.isResting = true;
      this.timer = setTimeout(() => {
        this.isResting = false;
        this.tell.arrived();
      }, RETRY);
      this.wanted = [];
      return;
    }
    const [level = 0, column = 0, row = 0] = key.split(" ").map(Number);
    this.refused.add(key);
    const first = Math.max(column, row) * SIDE * 2 ** level;
    const smaller = SIDE * 2 ** level;
    this.largest = Math.min(this.largest, first || Math.max(16, smaller / 2));
    this.tell.ended(problem.message);
  }

  /** @param {ArrayBuffer} octets @param {{level: number, column: number, row: number}} where @returns {Tile} */
  read(octets, where) {
    const facts = new DataView(octets);
    const width = facts.getUint16(0, true);
    const height = facts.getUint16(2, true);
    this.largest = Math.min(this.largest, facts.getUint32(8, true));
    this.isProven = true;
    const count = width * height;
    const hasValues = this.subject?.kind === "grundy";
    const values = hasValues ? new Uint16Array(octets, HEADER, count) : null;
    const shares = new Uint8Array(octets, HEADER + (hasValues ? 2 * count : 0), count);
    const greatest = values ? values.reduce((most, value) => Math.max(most, value), 0) : 1;
    return { ...where, width, height, values, shares, greatest, isSeed: false, picture: null, colours: "" };
  }

  /** Cut tiles from the first answer, so that there is something at once. @param {Solved} solved @param {Uint8Array} octets */
  seed(solved, octets) {
    const { subject } = this;
    const size = solved.sizes[0] ?? 0;
    if (!subject || subject.held.some((heap) => heap >= size)) return;
    const heaps = solved.sizes.length;
    const across = heaps === 1 ? SIDE : size;
    const down = heaps === 1 ? Math.ceil(size / SIDE) : size;
    const strides = solved.sizes.map((_, heap) => size ** (heaps - 1 - heap));
    const rest = [...subject.held];
    let base = 0;
    for (let heap = 0; heap < heaps; heap++) {
      if (heaps > 1 && !subject.axes.includes(heap)) base += (rest.shift() ?? 0) * (strides[heap] ?? 0);
    }
    const [one, other] = heaps === 1 ? [1, SIDE] : subject.axes.map((axis) => strides[axis] ?? 0);
    for (let column = 0; column * SIDE < across; column++) {
      for (let row = 0; row * SIDE < down; row++) {
        const known = this.get(0, column, row);
        if (known && !known.isSeed) continue;
        const width = Math.min(SIDE, across - column * SIDE);
        const height = Math.min(SIDE, down - row * SIDE);
        const solvedHere = heaps === 1 ? size - row * SIDE ** 2 : Infinity;
        const values = new Uint16Array(Math.min(width * height, solvedHere));
        for (let place = 0; place < values.length; place++) {
          const x = column * SIDE + (place % width);
          const y = row * SIDE + Math.floor(place / width);
          values[place] = valueAt(solved, octets, base + x * (one ?? 0) + y * (other ?? 0));
        }
        this.keep({
          level: 0,
          column,
          row,
          width,
          height,
          values: solved.kind === "grundy" ? values : null,
          shares: Uint8Array.from(values, (value) => (value === 0 ? 255 : 0)),
          greatest: solved.greatest,
          isSeed: true,
          picture: null,
          colours: "",
        });
      }
    }
  }

  /** The Grundy value of a cell, or 0 where it is to be left and else 1; null where it is not known. @param {number} x @param {number} y */
  valueOf(x, y) {
    const [column, row] = [Math.floor(x / SIDE), Math.floor(y / SIDE)];
    const tile = this.get(0, column, row);
    const [dx, dy] = [x - column * SIDE, y - row * SIDE];
    if (!tile || dx >= tile.width || dy >= tile.height) return null;
    const place = dy * tile.width + dx;
    const share = tile.shares[place];
    if (share === undefined) return null;
    return tile.values ? (tile.values[place] ?? null) : share ? 0 : 1;
  }
}

/** @param {Tile} tile */
function weight(tile) {
  return tile.shares.length * (tile.values ? 7 : 5);
}

/** @param {Solved} solved @param {Uint8Array} octets @param {number} place */
function valueAt(solved, octets, place) {
  if (solved.bits === 1) return 1 - (((octets[place >> 3] ?? 0) >> (place & 7)) & 1);
  if (solved.bits === 8) return octets[place] ?? 1;
  return (octets[2 * place] ?? 0) + 256 * (octets[2 * place + 1] ?? 0);
}
