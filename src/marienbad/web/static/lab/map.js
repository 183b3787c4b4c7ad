// The map of some rules: a cell for every position, on a canvas that is moved and zoomed.

import { html } from "../common/dom.js";
import { MapDrawing } from "./drawing.js";
import { listen, keepPainted, View } from "./view.js";
import { SIDE, Tiles } from "./tiles.js";

/** @typedef {"outcomes" | "grundy"} Kind */

/**
 * @typedef {object} Solved
 * @property {string} game
 * @property {string} rule
 * @property {boolean} misere
 * @property {import("../common/moves.js").Memory} memory
 * @property {boolean} tiles whether there is more of the map than the table
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

/** @typedef {import("./view.js").Cell} Cell row 0 is below, of one heap above */

/** How many columns a strip of one heap has, unless its period is longer. */
const STRIP = 24;
/** Where the search ends nobody knows yet: so many cells can be looked at. */
const EXPECTED = 16384;
/** What the first answer of many heaps is too small for. */
const LEAST = 16;
/** How much a key or a button zooms. */
export const STEP = 1.5;

export class LabMap {
  /** @param {{pointed: () => void, chosen: () => void, moved: (how: "push" | "replace") => void, beyond: (position: number[]) => void, ended: (sentence: string) => void}} tell moved: how it enters the browser's history; beyond: the search does not reach the cell that was told of */
  constructor(tell) {
    this.tell = tell;
    /** @type {Solved | null} */ this.solved = null;
    this.octets = new Uint8Array();
    this.rules = "";
    /** @type {[number, number]} the heaps that are drawn */
    this.axes = [0, 1];
    /** @type {number[]} the others, in their order */
    this.held = [];
    this.columns = 1;
    /** @type {Cell} */ this.cursor = [0, 0];
    /** Whether the cursor's position is told beside it. */
    this.isOpen = false;
    /** @type {Cell | null} under the pointer */
    this.under = null;
    /** @type {{position: number[], wins: boolean}[]} what the moves of the position shown leave */
    this.left = [];
    this.view = new View();
    this.tiles = new Tiles({ arrived: () => this.arrive(), ended: (sentence) => tell.ended(sentence) });
    this.canvas = html("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      keydown: (event) => this.press(event),
    });
    this.drawing = new MapDrawing(this);
    listen(this.canvas, {
      move: (right, down) => this.moved(() => this.view.move(right, down)),
      zoom: (factor, place) => this.moved(() => this.view.zoom(factor, place)),
      hover: (place) => this.point(place && this.cellAt(place)),
      tap: (place) => {
        const cell = this.cellAt(place);
        if (cell) this.choose(cell, "push");
      },
    });
    this.stopPainting = keepPainted(this.canvas, this.drawing);
  }

  close() {
    this.tiles.forget();
    this.stopPainting();
  }

  get heaps() {
    return this.solved?.sizes.length ?? 2;
  }

  /** Cells in each direction that there are, as far as is known. */
  get reach() {
    return Math.min(this.tiles.largest, this.heaps === 1 ? EXPECTED * SIDE : EXPECTED);
  }

  /** How many cells are shown from the corner at first. */
  get corner() {
    const size = this.solved?.sizes[0] ?? 1;
    return this.heaps > 1 ? Math.max(size, LEAST) : size;
  }

  /** @param {Solved} solved @param {string} rules */
  show(solved, rules) {
    const heaps = solved.sizes.length;
    const isOther = this.solved?.sizes.length !== heaps;
    const told = this.positionOf(this.cursor);
    this.solved = solved;
    this.rules = rules;
    this.octets = Uint8Array.from(atob(solved.table), (letter) => letter.charCodeAt(0));
    if (isOther) {
      if (Math.max(...this.axes) >= heaps) this.axes = [0, 1];
      const most = Math.max(0, (solved.sizes[0] ?? 1) - 1);
      const others = solved.start.filter((_, heap) => !this.axes.includes(heap));
      const held = others.map((heap) => Math.min(Number(heap), most));
      this.held = heaps > 2 && this.held.length !== heaps - 2 ? held : this.held.slice(0, Math.max(0, heaps - 2));
    }
    const period = solved.period?.length ?? STRIP;
    this.columns = period > 2 * STRIP ? STRIP : period * Math.max(1, Math.floor(STRIP / period));
    if (isOther) this.isOpen = false;
    this.cursor = this.cellOf(isOther ? solved.start : told) ?? [0, 0];
    this.under = null;
    this.look();
  }

  /** Draw another plane: other axes, or others held. */
  look() {
    const { solved } = this;
    if (!solved) return;
    const { kind, tiles, sizes } = solved;
    const end = tiles ? null : (sizes[0] ?? 0);
    this.tiles.turnTo({ rules: this.rules, kind, axes: [...this.axes], held: [...this.held], end });
    this.tiles.seed(solved, this.octets);
    this.bound();
    this.paint();
  }

  /** The map ends where the search does. */
  bound() {
    const { view, reach } = this;
    view.isDown = this.heaps === 1;
    view.columns = view.isDown ? this.columns : reach;
    view.rows = view.isDown ? Math.ceil(reach / this.columns) : reach;
    view.clamp();
    if (this.isInside(this.cursor)) return;
    const beyond = this.positionOf(this.cursor);
    this.cursor = [0, 0];
    if (!this.isOpen) return;
    this.isOpen = false;
    this.tell.beyond(beyond);
  }

  arrive() {
    this.bound();
    this.paint();
    this.tell.pointed();
  }

  /** The position shown: under the pointer, else under the cursor. */
  get position() {
    return this.positionOf(this.shown);
  }

  /** The cell that is told of. */
  get shown() {
    return this.under ?? this.cursor;
  }

  /** @param {Cell} cell */
  positionOf([x, y]) {
    if (this.heaps === 1) return [x + y * this.columns];
    const held = [...this.held];
    return Array.from({ length: this.heaps }, (_, heap) =>
      heap === this.axes[0] ? x : heap === this.axes[1] ? y : (held.shift() ?? 0),
    );
  }

  /** @param {readonly number[]} position @returns {Cell | null} */
  cellOf(position) {
    if (position.length !== this.heaps) return null; // a heap was parted
    if (this.heaps === 1) {
      const [x = 0] = position;
      return [x % this.columns, Math.floor(x / this.columns)];
    }
    const others = position.filter((_, heap) => !this.axes.includes(heap));
    const [x = 0, y = 0] = this.axes.map((axis) => position[axis]);
    return String(others) === String(this.held) ? [x, y] : null;
  }

  /** The Grundy value of a cell, or 0 where it is to be left and else 1; null where it is not known yet. @param {Cell} cell */
  valueOf([x, y]) {
    if (this.heaps > 1) return this.tiles.valueOf(x, y);
    const heap = x + y * this.columns;
    return this.tiles.valueOf(heap % SIDE, Math.floor(heap / SIDE));
  }

  /** @param {Cell} cell */
  isInside([x, y]) {
    const { reach } = this;
    if (this.heaps === 1) return x >= 0 && y >= 0 && x < this.columns && x + y * this.columns < reach;
    return x >= 0 && y >= 0 && x < reach && y < reach;
  }

  /** @param {[number, number]} place @returns {Cell | null} */
  cellAt(place) {
    const cell = this.view.cellAt(...place);
    return cell && this.isInside(cell) ? cell : null;
  }

  paint() {
    this.drawing.later();
  }

  /** @param {{position: number[], wins: boolean}[]} left what the moves leave */
  light(left) {
    this.left = left;
    this.paint();
  }

  // What is looked at

  /** @param {() => void} move */
  moved(move) {
    move();
    this.paint();
    this.tell.moved("replace");
  }

  /** @param {number} factor */
  zoom(factor) {
    this.moved(() => this.view.zoom(factor, this.isOpen ? this.drawing.middle(this.cursor) : undefined));
  }

  /** Show the corner, as at first. */
  whole() {
    this.view.isMoved = false;
    this.moved(() => {});
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const far = event.shiftKey ? 10 : 1;
    const down = this.heaps === 1 ? 1 : -1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -down], ArrowDown: [0, down] }[event.key];
    const act = {
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
      0: () => this.whole(),
      Enter: () => {
        if (event.repeat) return;
        if (this.isOpen) this.tell.chosen();
        else this.choose(this.cursor, "push");
      },
      Escape: () => this.leave(),
    }[event.key];
    if (!step && !act) return;
    event.preventDefault();
    if (act) return act();
    const [dx = 0, dy = 0] = step ?? [];
    const [x, y] = this.cursor;
    /** @type {Cell} */ const next = [Math.max(0, x + far * dx), Math.max(0, y + far * dy)];
    if (this.isInside(next)) this.choose(next, "replace");
  }

  /** @param {Cell | null} cell */
  point(cell) {
    if (this.isOpen || String(cell) === String(this.under)) return;
    this.under = cell;
    this.changed();
  }

  /** Tell of a cell, beside it. @param {Cell} cell @param {"push" | "replace"} how it enters the browser's history */
  choose(cell, how) {
    this.under = null;
    this.cursor = cell;
    this.isOpen = true;
    this.view.reveal(cell);
    this.changed();
    this.tell.moved(how);
  }

  /** Tell of it no more. */
  leave() {
    this.isOpen = false;
    this.changed();
    this.tell.moved("replace");
  }

  changed() {
    this.paint();
    this.tell.pointed();
  }
}
