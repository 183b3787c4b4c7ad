// How the map of a box is drawn: outcomes or Grundy values, axes, the cursor and its moves.

import { integer } from "../common/words.js";

/** @typedef {import("./map.js").LabMap} LabMap */
/** @typedef {import("./map.js").Cell} Cell */
/** @typedef {import("./map.js").Solved} Solved */
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
/** Cells as wide as this hold their number. */
const ROOMY = 22;
/** Cells as wide as this have lines between them. */
const LINED = 8;
/** Where fewer than one position of 25 is to leave, none is drawn smaller than the 270th part of the map. */
const SPARSE = 25;
const POINTS = 270;
/** From here on the colours of the values are light, and numbers on them dark. */
const BRIGHT = 0.5;

export class MapDrawing {
  /** @param {LabMap} map */
  constructor(map) {
    this.map = map;
    this.rem = 16;
    this.inks = { ink: "", red: "", soft: "", line: "", sheet: "" };
    /** @type {OffscreenCanvas | null} all but what is pointed at */
    this.ground = null;
  }

  get edge() {
    return { left: LEFT * this.rem, below: BELOW * this.rem, top: EDGE * this.rem };
  }

  /** The side of a cell. */
  get side() {
    const { canvas, columns } = this.map;
    return (canvas.clientWidth - this.edge.left - this.edge.top) / columns;
  }

  /** Where a row stands from above: the strip of one heap is read downwards. @param {number} row */
  down(row) {
    return this.map.heaps === 1 ? row : this.map.rows - 1 - row;
  }

  /** The upper left corner of a cell. @param {Cell} cell @returns {[number, number]} */
  corner([x, y]) {
    return [this.edge.left + x * this.side, this.edge.top + this.down(y) * this.side];
  }

  /** @param {MouseEvent} event @returns {Cell | null} */
  cellAt(event) {
    const box = this.map.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left - this.edge.left) / this.side);
    const row = Math.floor((event.clientY - box.top - this.edge.top) / this.side);
    /** @type {Cell} */
    const cell = [x, this.down(row)];
    return this.map.isInside(cell) ? cell : null;
  }

  /** Draw the positions and the axes; what is pointed at is drawn over a copy of them. */
  paint() {
    const { canvas, solved, rows, columns, heaps } = this.map;
    const style = getComputedStyle(canvas);
    this.rem = parseFloat(style.fontSize) || 16;
    const { side, edge } = this;
    if (!solved || side <= 0) return;
    const height = edge.top + rows * side + (heaps === 1 ? edge.top : edge.below);
    const ratio = devicePixelRatio || 1;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(height * ratio);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    this.inks = { ink: ink("ink"), red: ink("red"), soft: ink("soft"), line: ink("line"), sheet: ink("sheet") };
    this.ground = new OffscreenCanvas(canvas.width, canvas.height);
    const pen = this.ground.getContext("2d");
    if (!pen) return;
    pen.scale(ratio, ratio);
    pen.font = `italic ${LETTERS * this.rem}px ${style.fontFamily}`;
    pen.textBaseline = "middle";
    pen.fillStyle = this.inks.sheet;
    pen.fillRect(edge.left, edge.top, columns * side, rows * side);
    if (solved.kind === "grundy") this.paintValues(pen, solved);
    else this.paintOutcomes(pen, solved);
    this.paintRowNumbers(pen);
    if (heaps === 1) this.paintNumbers(pen, solved);
    else this.paintColumnNumbers(pen);
    this.paintMoves();
  }

  /** @param {Pen} pen @param {Solved} solved */
  paintOutcomes(pen, solved) {
    const { map, side } = this;
    const hasLines = side >= LINED;
    if (hasLines) this.paintLines(pen);
    pen.fillStyle = this.inks.red;
    // few positions of many are drawn larger than they are, so that they are seen from afar
    const isSparse = SPARSE * solved.count < map.octets.length * 8;
    const least = isSparse ? (side * map.columns) / POINTS : 1.2;
    const [gap, width] = hasLines ? [1, side - 2] : [0, Math.max(side, least)];
    map.each((cell, position) => {
      if (!map.isToLeave(position)) return;
      const [x, y] = this.corner(cell);
      pen.fillRect(x + gap, y + gap, width, width);
    });
  }

  /** @param {Pen} pen */
  paintLines(pen) {
    const { side, edge } = this;
    const { columns, rows } = this.map;
    pen.strokeStyle = this.inks.line;
    pen.lineWidth = 0.5;
    pen.beginPath();
    for (let x = 0; x <= columns; x++) {
      pen.moveTo(edge.left + x * side, edge.top);
      pen.lineTo(edge.left + x * side, edge.top + rows * side);
    }
    for (let y = 0; y <= rows; y++) {
      pen.moveTo(edge.left, edge.top + y * side);
      pen.lineTo(edge.left + columns * side, edge.top + y * side);
    }
    pen.stroke();
  }

  /** @param {Pen} pen @param {Solved} solved */
  paintValues(pen, solved) {
    const { map } = this;
    const { columns, rows } = map;
    const image = new ImageData(columns, rows);
    const red = (this.inks.red.match(/\d+/gu) ?? []).map(Number);
    map.each(([x, y], position) => {
      const value = map.valueOf(position);
      const colour = value === 0 ? red : heat(strength(value, solved));
      image.data.set([...colour.slice(0, 3), 255], 4 * (x + columns * this.down(y)));
    });
    const sheet = new OffscreenCanvas(columns, rows);
    sheet.getContext("2d")?.putImageData(image, 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(sheet, this.edge.left, this.edge.top, columns * this.side, rows * this.side);
  }

  /** Every how many cells an axis has a number. */
  get step() {
    const room = (this.map.heaps === 1 ? 1 : 1.9) * this.rem;
    return STEPS.find((number) => number * this.side >= room) ?? 500;
  }

  /** @param {Pen} pen */
  paintRowNumbers(pen) {
    const { side, edge, rem, step } = this;
    const { rows, columns, heaps } = this.map;
    pen.fillStyle = this.inks.soft;
    pen.textAlign = "right";
    for (let row = 0; row < rows; row += step) {
      const y = this.corner([0, row])[1] + side / 2;
      // the name of the axis stands at its end
      if (heaps > 1 && y < edge.top + rem) break;
      pen.fillText(integer(heaps === 1 ? row * columns : row), edge.left - 0.4 * rem, y);
    }
  }

  /** @param {Pen} pen */
  paintColumnNumbers(pen) {
    const { side, edge, rem, step } = this;
    const { rows, columns } = this.map;
    pen.textAlign = "center";
    const below = edge.top + rows * side + 0.9 * rem;
    const end = edge.left + columns * side;
    for (let number = 0; number < columns; number += step) {
      const x = edge.left + (number + 0.5) * side;
      if (x < end - 1.4 * rem) pen.fillText(integer(number), x, below);
    }
    pen.fillText("x", end - 0.4 * rem, below);
    pen.fillText("y", edge.left - 0.8 * rem, edge.top + 0.4 * rem);
  }

  /** The heap, or its Grundy value, in each cell of a strip. @param {Pen} pen @param {Solved} solved */
  paintNumbers(pen, solved) {
    const { map, side, inks } = this;
    if (side < ROOMY) return;
    const isGrundy = solved.kind === "grundy";
    pen.textAlign = "center";
    map.each((cell, position) => {
      const value = map.valueOf(position);
      const onColour = strength(value, solved) > BRIGHT ? "#1b1210" : "#fffaf4";
      pen.fillStyle = value === 0 ? inks.sheet : isGrundy ? onColour : inks.soft;
      const [x, y] = this.corner(cell);
      pen.fillText(integer(isGrundy ? value : (position[0] ?? 0)), x + side / 2, y + side / 2);
    });
  }

  /** The cursor, and where its moves lead. */
  paintMoves() {
    const { map, inks } = this;
    const pen = map.canvas.getContext("2d");
    if (!pen || !this.ground) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, map.canvas.width, map.canvas.height);
    pen.drawImage(this.ground, 0, 0);
    pen.scale(devicePixelRatio || 1, devicePixelRatio || 1);
    const side = Math.max(this.side, 5);
    for (const position of map.left) {
      const cell = map.cellOf(position);
      if (!cell) continue;
      const wins = map.isToLeave(position);
      const radius = wins ? Math.max(side * (side > 14 ? 0.58 : 0.75), 6) : Math.min(side * 0.18, 4);
      pen.beginPath();
      pen.arc(...this.middle(cell), Math.max(radius, 1), 0, 7);
      pen.strokeStyle = inks.sheet;
      pen.lineWidth = wins ? 5 : 1;
      pen.stroke();
      pen.fillStyle = pen.strokeStyle = inks.ink;
      pen.lineWidth = 2;
      if (wins) pen.stroke();
      else pen.fill();
    }
    const [x, y] = this.middle(map.under ?? map.cursor);
    const half = Math.max(side / 2 + 2, 5);
    for (const [colour, width] of /** @type {const} */ ([[inks.sheet, 4], [inks.ink, 2]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
    }
  }

  /** @param {Cell} cell @returns {[number, number]} */
  middle(cell) {
    const [x, y] = this.corner(cell);
    return [x + this.side / 2, y + this.side / 2];
  }
}

/** From 0 for the least value above 0 to 1 for the greatest. @param {number} value @param {Solved} solved */
function strength(value, solved) {
  return (value - 1) / Math.max(1, solved.greatest - 1);
}

/** @param {number} part from 0 to 1 @returns {number[]} */
function heat(part) {
  const at = Math.max(0, Math.min(part, 1)) * (HEAT.length - 1);
  const low = Math.min(Math.floor(at), HEAT.length - 2);
  const [one = [], other = []] = HEAT.slice(low, low + 2);
  return one.map((value, index) => Math.round(value + (at - low) * ((other[index] ?? 0) - value)));
}
