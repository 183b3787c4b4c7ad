// The map of a box: a cell a position, drawn on a canvas; arrows move a cursor over it.

import { html, set } from "./dom.js";
import { integer } from "./words.js";

/** @typedef {"outcomes" | "grundy"} Kind */

/**
 * @typedef {object} Solved
 * @property {string} game
 * @property {string} rule
 * @property {boolean} misere
 * @property {import("./lab-rules.js").Piece[]} pieces
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
/** In rem: what the axes need at the left and below, and the margin elsewhere. */
const LEFT = 2.3;
const BELOW = 1.6;
const EDGE = 0.4;
const LETTERS = 0.82;
const STRIP = 24;
/** Cells as wide as this hold their number. */
const ROOMY = 22;
const SPARSE = 25;
const POINTS = 270;
/** From here on the colours of the values are light, and numbers on them dark. */
const BRIGHT = 0.5;

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
    this.rem = 16;
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
    const x = Math.floor((event.clientX - box.left - this.edge.left) / this.side);
    const down = Math.floor((event.clientY - box.top - this.edge.top) / this.side);
    /** @type {[number, number]} */
    const cell = [x, this.heaps === 1 ? down : this.rows - 1 - down];
    return this.isInside(cell) ? cell : null;
  }

  // Drawing

  get edge() {
    return { left: LEFT * this.rem, below: BELOW * this.rem, top: EDGE * this.rem };
  }

  /** The side of a cell. */
  get side() {
    return (this.canvas.clientWidth - this.edge.left - this.edge.top) / this.columns;
  }

  /** @param {number} row */
  top(row) {
    return this.edge.top + (this.heaps === 1 ? row : this.rows - 1 - row) * this.side;
  }

  /** Draw the positions and the axes; what is pointed at is drawn over a copy of them. */
  paint() {
    const { canvas, solved } = this;
    const style = getComputedStyle(canvas);
    this.rem = parseFloat(style.fontSize) || 16;
    const { side } = this;
    if (!solved || side <= 0) return;
    const height = this.edge.top + this.rows * side + (this.heaps === 1 ? this.edge.top : this.edge.below);
    const ratio = devicePixelRatio || 1;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(height * ratio);
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
    pen.fillRect(this.edge.left, this.edge.top, this.columns * side, this.rows * side);
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
        pen.moveTo(this.edge.left + x * side, this.edge.top);
        pen.lineTo(this.edge.left + x * side, this.edge.top + this.rows * side);
      }
      for (let y = 0; y <= this.rows; y++) {
        pen.moveTo(this.edge.left, this.edge.top + y * side);
        pen.lineTo(this.edge.left + this.columns * side, this.edge.top + y * side);
      }
      pen.stroke();
    }
    pen.fillStyle = inks.red;
    // few positions of many are drawn larger than they are, so that they are seen from afar
    const isSparse = SPARSE * (this.solved?.count ?? 0) < (this.solved ? this.octets.length * 8 : 0);
    const least = isSparse ? (side * this.columns) / POINTS : 1.2;
    const [gap, width] = side >= 8 ? [1, side - 2] : [0, Math.max(side, least)];
    this.each((cell, position) => {
      if (this.isToLeave(position)) pen.fillRect(this.edge.left + cell[0] * side + gap, this.top(cell[1]) + gap, width, width);
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
    pen.drawImage(sheet, this.edge.left, this.edge.top, columns * this.side, rows * this.side);
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
    const { rem } = this;
    pen.font = `italic ${LETTERS * rem}px ${getComputedStyle(this.canvas).fontFamily}`;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    const step = STEPS.find((number) => number * side >= (this.heaps === 1 ? 1 : 1.9) * rem) ?? 500;
    for (let row = 0; row < rows; row += step) {
      const number = this.heaps === 1 ? row * columns : row;
      const y = this.top(row) + side / 2;
      // the name of the axis stands at its end
      if (this.heaps > 1 && y < this.edge.top + rem) break;
      pen.fillText(integer(number), this.edge.left - 0.4 * rem, y);
    }
    if (this.heaps === 1) {
      this.paintNumbers(pen);
      return;
    }
    pen.textAlign = "center";
    const below = this.edge.top + rows * side + 0.9 * rem;
    const end = this.edge.left + columns * side;
    for (let number = 0; number < columns; number += step) {
      const x = this.edge.left + (number + 0.5) * side;
      if (x < end - 1.4 * rem) pen.fillText(integer(number), x, below);
    }
    pen.fillText("x", end - 0.4 * rem, below);
    pen.fillText("y", this.edge.left - 0.8 * rem, this.edge.top + 0.4 * rem);
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
      const isLight = (value - 1) / Math.max(1, (solved?.greatest ?? 1) - 1) > BRIGHT;
      pen.fillStyle = value === 0 ? inks.sheet : isGrundy ? (isLight ? "#1b1210" : "#fffaf4") : inks.soft;
      pen.fillText(integer(isGrundy ? value : (position[0] ?? 0)), this.edge.left + (cell[0] + 0.5) * side, this.top(cell[1]) + side / 2);
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
      /** @type {const} */ ([this.edge.left + (x + 0.5) * this.side, this.top(y) + this.side / 2]);
    for (const position of this.left) {
      const cell = this.cellOf(position);
      if (!cell) continue;
      const [x, y] = middle(cell);
      const wins = this.isToLeave(position);
      const radius = wins ? Math.max(side * (side > 14 ? 0.58 : 0.75), 6) : Math.min(side * 0.18, 4);
      pen.beginPath();
      pen.arc(x, y, Math.max(radius, 1), 0, 7);
      pen.fillStyle = pen.strokeStyle = inks.sheet;
      pen.lineWidth = wins ? 5 : 1;
      pen.stroke();
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
