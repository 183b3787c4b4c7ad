// How the map is drawn: tiles of outcomes or Grundy values, a strip, the cursor and its moves.

import { wholeInteger, integer } from "../common/words.js";
import { NAMES, isThere, isVisible, levelFor, needed } from "./caption.js";
import { Shades } from "./shades.js";
import { SIDE } from "./tiles.js";

/** @typedef {import("./map.js").LabMap} LabMap */
/** @typedef {import("./view.js").Cell} Cell */
/** @typedef {import("./tiles.js").Tile} Tile */

// Around the cells of the map: its axes with their numbers, and the end of the search.

/** The size of the numbers, in rem. */
export const LETTERS = 0.82;
const HATCH = 9;

/** @param {MapDrawing} drawing */
function paintAxes(drawing) {
  const { map, hand: pen, rem } = drawing;
  const { view } = map;
  const { left, top, width, height } = view.frame;
  pen.font = drawing.font(LETTERS * rem);
  pen.fillStyle = drawing.inks.soft;
  pen.textAlign = "right";
  const step = stepOf(view.scale, 1.9 * rem);
  const isStrip = map.heaps === 1;
  const { columns, rows } = view.extent;
  if (isStrip) rows[1] = Math.min(rows[1], view.rows - 1);
  const last = Math.max(columns[1], isStrip ? rows[1] * map.columns : rows[1]);
  // they are all written alike
  const write = last < 10_000 ? String : wholeInteger;
  for (let row = Math.ceil(rows[0] / step) * step; row <= rows[1]; row += step) {
    const y = drawing.middle([0, row])[1];
    // the name of the axis stands at its end
    if (y < top + (isStrip ? 0.3 : 1.2) * rem || y > top + height) continue;
    pen.fillText(write(isStrip ? row * map.columns : row), left - 0.4 * rem, y);
  }
  if (isStrip) return;
  pen.textAlign = "center";
  const below = top + height + 0.9 * rem;
  const far = stepOf(view.scale, pen.measureText(write(columns[1])).width + 1.2 * rem);
  for (let number = Math.ceil(columns[0] / far) * far; number <= columns[1]; number += far) {
    const x = drawing.middle([number, 0])[0];
    if (x >= left && x < left + width - 1.6 * rem) pen.fillText(write(number), x, below);
  }
  pen.fillText(NAMES[map.axes[0]] ?? "", left + width - 0.4 * rem, below);
  pen.fillText(NAMES[map.axes[1]] ?? "", left - 0.8 * rem, top + 0.4 * rem);
}

/** Every how many cells an axis has a number. @param {number} scale @param {number} room */
function stepOf(scale, room) {
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (step * scale >= room) return step;
  }
}

/** Where the search ends, nothing is known: hatched. @param {MapDrawing} drawing */
function paintEnd(drawing) {
  const { hand: pen, map, inks } = drawing;
  const { view } = map;
  if (!Number.isFinite(map.tiles.largest)) return;
  const { left, top, width, height } = view.frame;
  pen.save();
  pen.beginPath();
  if (map.heaps === 1) beyondStrip(map, pen);
  else beyondPlane(map, pen);
  pen.clip();
  pen.fillStyle = inks.sheet;
  pen.fillRect(left, top, width, height);
  pen.strokeStyle = inks.line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = left - height; at < left + width; at += HATCH) {
    pen.moveTo(at, top + height);
    pen.lineTo(at + height, top);
  }
  pen.stroke();
  pen.restore();
}

/** @param {LabMap} map @param {CanvasRenderingContext2D} pen */
function beyondPlane({ view, reach }, pen) {
  const { left, top, width, height } = view.frame;
  const [right, above] = view.place(reach, reach);
  const [x, y] = [Math.max(left, Math.min(right, left + width)), Math.max(top, Math.min(above, top + height))];
  pen.rect(x, top, left + width - x, height);
  pen.rect(left, top, x - left, y - top);
}

/** The rest of the last row, and all below it. @param {LabMap} map @param {CanvasRenderingContext2D} pen */
function beyondStrip({ view, reach, columns }, pen) {
  const { left, top, width, height } = view.frame;
  const last = Math.floor(reach / columns);
  const [x, above] = view.place(reach % columns, last);
  const below = above + view.scale;
  pen.rect(x, above, Math.max(0, left + width - x), view.scale);
  pen.rect(left, below, width, Math.max(0, top + height - below));
}

/** @typedef {CanvasRenderingContext2D} Pen */

/** In rem: what the axes need at the left and below, and the margin elsewhere. */
const LEFT = 2.3;
const BELOW = 1.6;
const EDGE = 0.4;
/** Cells as wide as this hold their number, */
const ROOMY = 18;
/** which takes so much of their width, */
const FILLED = 0.8;
/** and is left out where it would be smaller than this, in pixels. */
const SMALLEST = 6.5;
/** Cells as wide as this have lines between them. */
const LINED = 8;

export class MapDrawing {
  shades = new Shades();
  rem = 16;
  inks = { ink: "", red: "", soft: "", line: "", sheet: "" };
  isWaiting = false;
  isPrinting = false;
  family = "serif";
  /** How wide a digit is, for its height. */
  digit = 0.5;

  /** @param {LabMap} map */
  constructor(map) {
    this.map = map;
    this.hand = /** @type {Pen} */ (map.canvas.getContext("2d"));
  }

  /** Paint soon, once. */
  later() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.paint();
    });
  }

  /** Draw as by day: so it stays until it is on paper. */
  print() {
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    dataset.theme = "light";
    this.paint("rgb(255, 255, 255)");
    dataset.theme = theme;
    this.isPrinting = true;
  }

  printed() {
    this.isPrinting = false;
    this.paint();
  }

  /** @param {string} [ground] in place of the theme's */
  paint(ground) {
    if (this.isPrinting) return;
    const { map, hand: pen } = this;
    const { canvas, solved, view } = map;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!solved || !width || !height) return;
    const style = getComputedStyle(canvas);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    this.rem = parseFloat(style.fontSize) || 16;
    this.inks = {
      ink: ink("ink"),
      red: ink("red"),
      soft: ink("soft"),
      line: ink("line"),
      sheet: ground ?? ink("sheet"),
    };
    [this.shades.red, this.shades.sheet] = [this.inks.red, this.inks.sheet];
    const ratio = devicePixelRatio || 1;
    const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.family = style.fontFamily;
    pen.font = this.font(LETTERS * this.rem);
    this.digit = pen.measureText("0").width / (LETTERS * this.rem);
    pen.textBaseline = "middle";
    this.fit(width, height);
    const { left, top } = view.frame;
    pen.save();
    pen.beginPath();
    pen.rect(left, top, view.frame.width, view.frame.height);
    pen.clip();
    pen.fillStyle = this.inks.sheet;
    pen.fillRect(left, top, view.frame.width, view.frame.height);
    if (map.heaps === 1) this.paintStrip();
    else this.paintTiles(ratio);
    paintEnd(this);
    this.paintMoves();
    pen.restore();
    paintAxes(this);
    map.tell.pointed();
  }

  /** @param {number} size in pixels */
  font(size) {
    return `italic ${size}px ${this.family}`;
  }

  /** Where the cells are drawn, and what is in view before anybody moves it. @param {number} width @param {number} height */
  fit(width, height) {
    const { map, rem } = this;
    const { view } = map;
    const widest = this.hand.measureText(integer(view.extent.rows[1] * (view.isDown ? map.columns : 1))).width;
    const left = Math.max(LEFT * rem, widest + 0.8 * rem);
    const below = map.heaps === 1 ? EDGE * rem : BELOW * rem;
    view.frame = { left, top: EDGE * rem, width: width - left - EDGE * rem, height: height - EDGE * rem - below };
    if (!view.isMoved) view.showCorner(map.heaps === 1 ? map.columns : map.corner, map.corner);
    view.clamp();
  }

  /** @param {Cell} cell @returns {[number, number]} */
  middle([x, y]) {
    return this.map.view.place(x + 0.5, y + 0.5);
  }

  // Two heaps

  /** @param {number} ratio */
  paintTiles(ratio) {
    const { map } = this;
    const { view, tiles } = map;
    const level = levelFor(view.scale * ratio);
    const lacking = needed(map, level).filter((key) => !isThere(map, key));
    const visible = [...tiles.known.values()].filter((tile) => isVisible(map, tile));
    // what is there of other levels stands in until the right one comes
    const drawn = visible.filter((tile) => tile.level === level || lacking.length);
    this.shades.reach(drawn.map((tile) => tile.greatest));
    const order = (/** @type {Tile} */ tile) => (tile.level === level ? 0 : 1 + Math.abs(tile.level - level));
    for (const tile of drawn.sort((one, other) => order(other) - order(one))) this.paintTile(tile);
    if (level === 0 && view.scale >= LINED) this.paintLines();
    if (level === 0 && view.scale >= ROOMY && map.solved?.kind === "grundy") this.paintNumbers();
    const [x, y] = map.shown;
    const isTold = map.isOpen || map.under;
    if (isTold && map.isInside([x, y]) && map.valueOf([x, y]) === null) {
      lacking.unshift(`0 ${Math.floor(x / SIDE)} ${Math.floor(y / SIDE)}`);
    }
    tiles.want([...new Set(lacking)]);
  }

  /** @param {Tile} tile */
  paintTile(tile) {
    const { view } = this.map;
    const points = 2 ** tile.level;
    const side = SIDE * points;
    const [left, bottom] = view.place(tile.column * side, tile.row * side);
    const [right, top] = view.place(tile.column * side + tile.width * points, tile.row * side + tile.height * points);
    this.hand.imageSmoothingEnabled = false;
    this.hand.drawImage(this.shades.picture(tile), left, top, right - left, bottom - top);
  }

  paintLines() {
    const { hand: pen, map } = this;
    const { columns, rows } = map.view.extent;
    const { left, top, width, height } = map.view.frame;
    pen.strokeStyle = this.inks.line;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let x = columns[0]; x <= columns[1] + 1; x++) {
      const at = Math.round(map.view.place(x, 0)[0]) + 0.5;
      pen.moveTo(at, top);
      pen.lineTo(at, top + height);
    }
    for (let y = rows[0]; y <= rows[1] + 1; y++) {
      const at = Math.round(map.view.place(0, y)[1]) + 0.5;
      pen.moveTo(left, at);
      pen.lineTo(left + width, at);
    }
    pen.stroke();
  }

  paintNumbers() {
    const { columns, rows } = this.map.view.extent;
    for (let x = columns[0]; x <= columns[1]; x++) {
      for (let y = rows[0]; y <= rows[1]; y++) {
        const value = this.map.valueOf([x, y]);
        if (value !== null) this.paintNumber([x, y], value, value);
      }
    }
  }

  /** @param {Cell} cell @param {number} value @param {number} shown */
  paintNumber(cell, value, shown) {
    const { hand: pen, map } = this;
    const { scale } = map.view;
    const text = String(shown);
    const size = Math.min(scale * 0.6, (scale * FILLED) / (text.length * this.digit), this.rem);
    if (size < SMALLEST) return;
    const isGrundy = map.solved?.kind === "grundy";
    pen.font = this.font(size);
    pen.textAlign = "center";
    pen.fillStyle = value === 0 ? this.inks.sheet : isGrundy ? this.shades.inkOn(value) : this.inks.soft;
    pen.fillText(text, ...this.middle(cell));
  }

  // One heap

  paintStrip() {
    const { map, hand: pen } = this;
    const { view, tiles, columns } = map;
    const { rows } = view.extent;
    const { scale } = view;
    const isGrundy = map.solved?.kind === "grundy";
    const heaps = [rows[0] * columns, Math.min((rows[1] + 1) * columns, map.reach)];
    const needed = [];
    for (let row = Math.floor((heaps[0] ?? 0) / SIDE ** 2); row * SIDE ** 2 < (heaps[1] ?? 0); row++) needed.push(row);
    const found = needed.map((row) => tiles.get(0, 0, row));
    this.shades.reach(found.map((tile) => tile?.greatest ?? 1));
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let x = 0; x < columns; x++) {
        const value = map.isInside([x, row]) ? map.valueOf([x, row]) : null;
        if (value === null) continue;
        const [left, top] = view.place(x, row);
        if (value === 0) pen.fillStyle = this.inks.red;
        else pen.fillStyle = isGrundy ? `rgb(${this.shades.shade(value).join(" ")})` : this.inks.sheet;
        pen.fillRect(left, top, scale, scale);
        if (scale >= ROOMY) this.paintNumber([x, row], value, isGrundy ? value : x + row * columns);
      }
    }
    if (scale >= LINED) this.paintLines();
    const lacks = (/** @type {number} */ row) => {
      const tile = tiles.get(0, 0, row);
      return !tile || (tile.isSeed && row * SIDE ** 2 + tile.shares.length < (heaps[1] ?? 0));
    };
    tiles.want(needed.filter(lacks).map((row) => `0 0 ${row}`));
  }

  // Upon the cells

  /** The cursor, and where its moves lead. */
  paintMoves() {
    const { map, inks, hand: pen } = this;
    const side = Math.max(map.view.scale, 5);
    for (const { position, wins } of map.left) {
      const cell = map.cellOf(position);
      if (!cell) continue;
      const radius = wins ? Math.max(side * (side > 14 ? 0.5 : 0.75), 6) : Math.min(side * 0.18, 4);
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
    const [x, y] = this.middle(map.shown);
    const half = Math.max(side / 2 + 1, 5);
    for (const [colour, width] of /** @type {const} */ ([
      [inks.sheet, 4],
      [inks.ink, 2],
    ])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
    }
  }
}
