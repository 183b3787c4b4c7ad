// The map of a box: a cell for every position, on a canvas; arrows move a cursor over it.

import { html } from "../common/dom.js";
import { MapDrawing } from "./drawing.js";

/** @typedef {"outcomes" | "grundy"} Kind */

/**
 * @typedef {object} Solved
 * @property {string} game
 * @property {string} rule
 * @property {boolean} misere
 * @property {import("./rules.js").Piece[]} pieces
 * @property {number[]} sizes
 * @property {number[]} start
 * @property {Kind} kind
 * @property {1 | 8 | 16} bits
 * @property {string} table
 * @property {number} greatest
 * @property {number} count
 * @property {string | null} description
 * @property {{start: number, length: number} | null} period
 */

/** @typedef {[column: number, row: number]} Cell row 0 is below, of one heap above */

/** How many columns a strip of one heap has, unless its period is longer. */
const STRIP = 24;

export class LabMap {
  /** @param {{pointed: () => void, chosen: () => void}} tell */
  constructor(tell) {
    this.tell = tell;
    /** @type {Solved | null} */
    this.solved = null;
    this.octets = new Uint8Array();
    /** @type {number[]} the heaps beyond the two that are drawn */
    this.slice = [];
    this.columns = this.rows = 1;
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {Cell | null} under the pointer */
    this.under = null;
    /** @type {number[][]} what the moves of the position shown leave */
    this.left = [];
    this.canvas = html("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
      pointermove: (/** @type {PointerEvent} */ event) => this.point(this.drawing.cellAt(event)),
      pointerleave: () => this.point(null),
      click: (/** @type {MouseEvent} */ event) => this.click(this.drawing.cellAt(event)),
    });
    this.drawing = new MapDrawing(this);
    this.observer = new ResizeObserver(() => this.paint());
    this.observer.observe(this.canvas);
    this.themes = new MutationObserver(() => this.paint());
    this.themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.night = matchMedia("(prefers-color-scheme: dark)");
    this.paintAgain = () => this.paint();
    this.night.addEventListener("change", this.paintAgain);
  }

  close() {
    this.observer.disconnect();
    this.themes.disconnect();
    this.night.removeEventListener("change", this.paintAgain);
  }

  get heaps() {
    return this.solved?.sizes.length ?? 2;
  }

  /** @param {Solved} solved */
  show(solved) {
    const heaps = solved.sizes.length;
    const size = solved.sizes[0] ?? 1;
    const isOther = this.solved?.sizes.length !== heaps;
    this.solved = solved;
    this.octets = Uint8Array.from(atob(solved.table), (letter) => letter.charCodeAt(0));
    if (isOther) this.slice = solved.start.slice(2);
    this.slice = Array.from({ length: Math.max(0, heaps - 2) }, (_, index) =>
      Math.min(this.slice[index] ?? 0, size - 1),
    );
    if (heaps > 1) {
      this.columns = this.rows = size;
    } else {
      const period = solved.period?.length ?? STRIP;
      this.columns = period > 2 * STRIP ? STRIP : period * Math.max(1, Math.floor(STRIP / period));
      this.rows = Math.ceil(size / this.columns);
    }
    const [x, y] = isOther ? (this.cellOf(solved.start) ?? [0, 0]) : this.cursor;
    this.cursor = [Math.min(x, this.columns - 1), Math.min(y, this.rows - 1)];
    if (!this.isInside(this.cursor)) this.cursor = [0, 0];
    this.under = null;
    this.left = [];
    this.paint();
  }

  /** The position shown: under the pointer, else under the cursor. */
  get position() {
    return this.positionOf(this.under ?? this.cursor);
  }

  /** @param {Cell} cell */
  positionOf([x, y]) {
    return this.heaps === 1 ? [x + y * this.columns] : [x, y, ...this.slice];
  }

  /** @param {readonly number[]} position @returns {Cell | null} */
  cellOf([x = 0, y = 0, ...others]) {
    if (this.heaps === 1) return [x % this.columns, Math.floor(x / this.columns)];
    return String(others) === String(this.slice) ? [x, y] : null;
  }

  /** @param {readonly number[]} position the Grundy value, or 0 for a position to leave and else 1 */
  valueOf(position) {
    const { solved, octets } = this;
    if (!solved) return 1;
    let place = 0;
    for (const [heap, number] of position.entries()) place = place * (solved.sizes[heap] ?? 1) + number;
    if (solved.bits === 1) return 1 - (((octets[place >> 3] ?? 0) >> (place & 7)) & 1);
    if (solved.bits === 8) return octets[place] ?? 1;
    return (octets[2 * place] ?? 0) + 256 * (octets[2 * place + 1] ?? 0);
  }

  /** @param {readonly number[]} position */
  isToLeave(position) {
    return this.valueOf(position) === 0;
  }

  /** @param {Cell} cell */
  isInside([x, y]) {
    const inside = x >= 0 && y >= 0 && x < this.columns && y < this.rows;
    return inside && (this.heaps > 1 || x + y * this.columns < (this.solved?.sizes[0] ?? 0));
  }

  /** Visit every cell. @param {(cell: Cell, position: number[]) => void} visit */
  each(visit) {
    for (let x = 0; x < this.columns; x++) {
      for (let y = 0; y < this.rows; y++) {
        if (this.isInside([x, y])) visit([x, y], this.positionOf([x, y]));
      }
    }
  }

  paint() {
    this.drawing.paint();
  }

  /** @param {number[][]} left what the moves leave */
  light(left) {
    this.left = left;
    this.drawing.paintMoves();
  }

  // What is pointed at

  /** @param {KeyboardEvent} event */
  press(event) {
    const far = event.shiftKey ? 10 : 1;
    const down = this.heaps === 1 ? 1 : -1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -down], ArrowDown: [0, down] }[
      event.key
    ];
    if (event.key === "Enter") this.tell.chosen();
    if (!step) return;
    event.preventDefault();
    const [dx = 0, dy = 0] = step;
    const [x, y] = this.cursor;
    const clamp = (/** @type {number} */ n, /** @type {number} */ end) => Math.max(0, Math.min(end - 1, n));
    /** @type {Cell} */
    const next = [clamp(x + far * dx, this.columns), clamp(y + far * dy, this.rows)];
    if (this.isInside(next)) this.cursor = next;
    this.under = null;
    this.changed();
  }

  /** @param {Cell | null} cell */
  point(cell) {
    if (String(cell) === String(this.under)) return;
    this.under = cell;
    this.changed();
  }

  /** The first click shows a position, the second on the same plays from it. @param {Cell | null} cell */
  click(cell) {
    if (!cell) return;
    if (String(cell) === String(this.cursor)) this.tell.chosen();
    this.cursor = cell;
    this.changed();
  }

  changed() {
    this.left = [];
    this.drawing.paintMoves();
    this.tell.pointed();
  }
}
