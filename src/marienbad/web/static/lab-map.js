// The map of a box: a cell a position, drawn on a canvas; arrows move a cursor over it.

import { html, set } from "./dom.js";
import { integer } from "./words.js";

/** @typedef {"outcomes" | "grundy"} Kind */

/**
 * @typedef {object} Solved
 * @property {string} game
 * @property {string} rule
 * @property {boolean} misere
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

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

/** From the least Grundy value above 0 to the greatest: the lightness only rises. */
const HEAT = [
  [16, 32, 74],
  [46, 71, 118],
  [86, 108, 131],
  [139, 144, 131],
  [197, 182, 106],
  [248, 228, 88],
];
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
const LEFT = 36;
const BELOW = 26;
const EDGE = 6;
const STRIP = 24;
/** Cells as wide as this hold their number. */
const ROOMY = 25;

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
    /** @type {[number, number]} column and row of the cursor, row 0 below */
    this.cursor = [0, 0];
    /** @type {[number, number] | null} */
    this.under = null;
    /** @type {number[][]} what the moves of the position shown leave */
    this.left = [];
    this.inks = { ink: "", red: "", soft: "", line: "", sheet: "" };
    /** @type {OffscreenCanvas | null} */
    this.ground = null;
    this.canvas = html("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
      pointermove: (/** @type {PointerEvent} */ event) => this.point(this.cellAt(event)),
      pointerleave: () => this.point(null),
      click: (/** @type {MouseEvent} */ event) => this.click(this.cellAt(event)),
    });
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

  /** @param {[number, number]} cell */
  positionOf([x, y]) {
    return this.heaps === 1 ? [x + y * this.columns] : [x, y, ...this.slice];
  }

  /** @param {readonly number[]} position @returns {[number, number] | null} */
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

  /** @param {[number, number]} cell */
  isInside([x, y]) {
    const inside = x >= 0 && y >= 0 && x < this.columns && y < this.rows;
    return inside && (this.heaps > 1 || x + y * this.columns < (this.solved?.sizes[0] ?? 0));
  }

  /** @param {number[][]} left what the moves leave */
  light(left) {
    this.left = left;
    this.paintMoves();
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
    /** @type {[number, number]} */
    const next = [clamp(x + far * dx, this.columns), clamp(y + far * dy, this.rows)];
    if (this.isInside(next)) this.cursor = next;
    this.under = null;
    this.changed();
  }

  /** @param {[number, number] | null} cell */
  point(cell) {
    if (String(cell) === String(this.under)) return;
    this.under = cell;
    this.changed();
  }

  /** The first click shows a position, the second on the same plays from it. @param {[number, number] | null} cell */
  click(cell) {
    if (!cell) return;
    if (String(cell) === String(this.cursor)) this.tell.chosen();
    this.cursor = cell;
    this.changed();
  }

  changed() {
    this.left = [];
    this.paintMoves();
    this.tell.pointed();
  }

  /** @param {MouseEvent} event @returns {[number, number] | null} */
  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left - LEFT) / this.side);
    const down = Math.floor((event.clientY - box.top - EDGE) / this.side);
    /** @type {[number, number]} */
    const cell = [x, this.heaps === 1 ? down : this.rows - 1 - down];
    return this.isInside(cell) ? cell : null;
  }

  // Drawing

  /** The side of a cell. */
  get side() {
    return (this.canvas.clientWidth - LEFT - EDGE) / this.columns;
  }

  /** @param {number} row */
  top(row) {
    return EDGE + (this.heaps === 1 ? row : this.rows - 1 - row) * this.side;
  }

  /** Draw the positions and the axes; what is pointed at is drawn over a copy of them. */
  paint() {
    const { canvas, solved, side } = this;
    if (!solved || side <= 0) return;
    const height = EDGE + this.rows * side + (this.heaps === 1 ? EDGE : BELOW);
    const ratio = devicePixelRatio || 1;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(height * ratio);
    const style = getComputedStyle(canvas);
    this.inks = {
      ink: style.color,
      red: style.caretColor,
      soft: style.columnRuleColor,
      line: style.textDecorationColor,
      sheet: style.backgroundColor,
    };
    this.ground = new OffscreenCanvas(canvas.width, canvas.height);
    const pen = this.ground.getContext("2d");
    if (!pen) return;
    pen.scale(ratio, ratio);
    pen.fillStyle = this.inks.sheet;
    pen.fillRect(LEFT, EDGE, this.columns * side, this.rows * side);
    if (solved.kind === "grundy") this.paintValues(pen);
    else this.paintOutcomes(pen);
    this.paintAxes(pen);
    this.paintMoves();
  }

  /** @param {Pen} pen */
  paintOutcomes(pen) {
    const { inks } = this;
    const { side } = this;
    if (side >= 8) {
      pen.strokeStyle = inks.line;
      pen.lineWidth = 0.5;
      pen.beginPath();
      for (let x = 0; x <= this.columns; x++) {
        pen.moveTo(LEFT + x * side, EDGE);
        pen.lineTo(LEFT + x * side, EDGE + this.rows * side);
      }
      for (let y = 0; y <= this.rows; y++) {
        pen.moveTo(LEFT, EDGE + y * side);
        pen.lineTo(LEFT + this.columns * side, EDGE + y * side);
      }
      pen.stroke();
    }
    pen.fillStyle = inks.red;
    const [gap, width] = side >= 8 ? [1, side - 2] : [0, Math.max(side, 1.3)];
    this.each((cell, position) => {
      if (this.isToLeave(position)) pen.fillRect(LEFT + cell[0] * side + gap, this.top(cell[1]) + gap, width, width);
    });
  }

  /** @param {Pen} pen */
  paintValues(pen) {
    const { inks } = this;
    const { columns, rows } = this;
    const image = new ImageData(columns, rows);
    const red = (inks.red.match(/\d+/gu) ?? []).map(Number);
    const greatest = Math.max(2, this.solved?.greatest ?? 2);
    this.each(([x, y], position) => {
      const value = this.valueOf(position);
      const colour = value === 0 ? red : heat((value - 1) / (greatest - 1));
      image.data.set([...colour.slice(0, 3), 255], 4 * (x + columns * (this.heaps === 1 ? y : rows - 1 - y)));
    });
    const sheet = new OffscreenCanvas(columns, rows);
    sheet.getContext("2d")?.putImageData(image, 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(sheet, LEFT, EDGE, columns * this.side, rows * this.side);
  }

  /** @param {(cell: [number, number], position: number[]) => void} visit */
  each(visit) {
    for (let x = 0; x < this.columns; x++) {
      for (let y = 0; y < this.rows; y++) {
        if (this.isInside([x, y])) visit([x, y], this.positionOf([x, y]));
      }
    }
  }

  /** @param {Pen} pen */
  paintAxes(pen) {
    const { inks } = this;
    const { side, columns, rows } = this;
    pen.fillStyle = inks.soft;
    pen.font = `italic 13px ${getComputedStyle(this.canvas).fontFamily}`;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    const step = STEPS.find((number) => number * side >= (this.heaps === 1 ? 16 : 30)) ?? 500;
    for (let row = 0; row < rows; row += step) {
      const number = this.heaps === 1 ? row * columns : row;
      pen.fillText(integer(number), LEFT - 6, this.top(row) + side / 2);
    }
    if (this.heaps === 1) {
      this.paintNumbers(pen);
      return;
    }
    pen.textAlign = "center";
    for (let x = 0; x < columns; x += step) {
      pen.fillText(integer(x), LEFT + (x + 0.5) * side, EDGE + rows * side + 14);
    }
    pen.fillText("x", LEFT + columns * side - 4, EDGE + rows * side + 14);
    pen.fillText("y", LEFT - 12, EDGE + 4);
  }

  /** The heap, or its Grundy value, in each cell of a strip. @param {Pen} pen */
  paintNumbers(pen) {
    const { inks } = this;
    const { side, solved } = this;
    if (side < ROOMY) return;
    pen.textAlign = "center";
    this.each((cell, position) => {
      const value = this.valueOf(position);
      const isGrundy = solved?.kind === "grundy";
      pen.fillStyle = value === 0 || isGrundy ? inks.sheet : inks.soft;
      pen.fillText(integer(isGrundy ? value : (position[0] ?? 0)), LEFT + (cell[0] + 0.5) * side, this.top(cell[1]) + side / 2);
    });
  }

  /** The cursor, and where its moves lead. */
  paintMoves() {
    const { inks } = this;
    const pen = this.canvas.getContext("2d");
    if (!pen || !this.ground) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.ground, 0, 0);
    pen.scale(devicePixelRatio || 1, devicePixelRatio || 1);
    const side = Math.max(this.side, 5);
    const middle = (/** @type {[number, number]} */ [x, y]) =>
      /** @type {const} */ ([LEFT + (x + 0.5) * this.side, this.top(y) + this.side / 2]);
    for (const position of this.left) {
      const cell = this.cellOf(position);
      if (!cell) continue;
      const [x, y] = middle(cell);
      const wins = this.isToLeave(position);
      pen.beginPath();
      pen.arc(x, y, wins ? Math.max(side * 0.75, 6) : Math.max(Math.min(side * 0.16, 4), 1), 0, 7);
      pen.fillStyle = pen.strokeStyle = inks.ink;
      pen.lineWidth = 2;
      if (wins) pen.stroke();
      else pen.fill();
    }
    const cell = this.under ?? this.cursor;
    const [x, y] = middle(cell);
    const half = Math.max(side / 2 + 2, 5);
    pen.strokeStyle = inks.sheet;
    pen.lineWidth = 4;
    pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
    pen.strokeStyle = inks.ink;
    pen.lineWidth = 2;
    pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
  }

  /** @param {string} label */
  name(label) {
    set(this.canvas, { "aria-label": label });
  }
}

/**
 * @param {number} part from 0 to 1
 * @returns {number[]}
 */
function heat(part) {
  const at = Math.max(0, Math.min(part, 1)) * (HEAT.length - 1);
  const low = Math.min(Math.floor(at), HEAT.length - 2);
  const [one = [], other = []] = HEAT.slice(low, low + 2);
  return one.map((value, index) => Math.round(value + (at - low) * ((other[index] ?? 0) - value)));
}
