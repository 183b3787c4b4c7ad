// How the map is drawn: tiles of outcomes or Grundy values, axes, the cursor and its moves.

import { integer } from "../common/words.js";
import { LEVELS, SIDE } from "./tiles.js";

/** @typedef {import("./map.js").LabMap} LabMap */
/** @typedef {import("./view.js").Cell} Cell */
/** @typedef {import("./tiles.js").Tile} Tile */
/** @typedef {CanvasRenderingContext2D} Pen */

/** In rem: what the axes need at the left and below, and the margin elsewhere. */
const LEFT = 2.3;
const BELOW = 1.6;
const EDGE = 0.4;
const LETTERS = 0.82;
/** Cells as wide as this hold their number. */
const ROOMY = 18;
/** Cells as wide as this have lines between them. */
const LINED = 8;
/** A point with any position to leave is at least so red. */
const FAINTEST = 0.55;
/** From here on the colours of the values are light, and numbers on them dark. */
const BRIGHT = 0.5;
const HATCH = 9;
const NAMES = ["x", "y", "z", "w", "v", "u", "t", "s"];

export class MapDrawing {
  /** @type {number[][]} from the least Grundy value above 0 to the greatest */
  heat = [[0, 0, 0], [255, 255, 255]];
  rem = 16;
  inks = { ink: "", red: "", soft: "", line: "", sheet: "" };
  /** The greatest value that colours are made for. */
  greatest = 1;
  isWaiting = false;
  family = "serif";

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

  paint() {
    const { map, hand: pen } = this;
    const { canvas, solved, view } = map;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!solved || !width || !height) return;
    const style = getComputedStyle(canvas);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    this.rem = parseFloat(style.fontSize) || 16;
    this.inks = { ink: ink("ink"), red: ink("red"), soft: ink("soft"), line: ink("line"), sheet: ink("sheet") };
    const ratio = devicePixelRatio || 1;
    const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.family = style.fontFamily;
    pen.font = this.font(LETTERS * this.rem);
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
    this.paintEnd();
    this.paintMoves();
    pen.restore();
    this.paintAxes();
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
    const level = Math.max(0, Math.min(LEVELS, Math.ceil(-Math.log2(view.scale * ratio) - 0.01)));
    const needed = this.needed(level);
    const visible = [...tiles.known.values()].filter((tile) => this.isVisible(tile));
    // what is there of other levels stands in until the right one comes
    const isWhole = needed.every((key) => this.isThere(key));
    const drawn = visible.filter((tile) => tile.level === level || !isWhole);
    this.greatest = rounded(Math.max(1, ...drawn.map((tile) => tile.greatest)));
    const order = (/** @type {Tile} */ tile) => (tile.level === level ? 0 : 1 + Math.abs(tile.level - level));
    for (const tile of drawn.sort((one, other) => order(other) - order(one))) this.paintTile(tile);
    if (level === 0 && view.scale >= LINED) this.paintLines();
    if (level === 0 && view.scale >= ROOMY && map.solved?.kind === "grundy") this.paintNumbers();
    const lacking = needed.filter((key) => !this.isThere(key));
    const [x, y] = map.shown;
    const isTold = map.isOpen || map.under;
    if (isTold && map.isInside([x, y]) && map.valueOf([x, y]) === null) {
      lacking.unshift(`0 ${Math.floor(x / SIDE)} ${Math.floor(y / SIDE)}`);
    }
    tiles.want([...new Set(lacking)]);
  }

  /** The tiles in view, the middle ones first. @param {number} level */
  needed(level) {
    const { view, reach } = this.map;
    const side = SIDE * 2 ** level;
    const { columns, rows } = view.extent;
    const span = (/** @type {[number, number]} */ [first, last]) => {
      const end = Math.min(last, reach - 1);
      return Array.from({ length: Math.max(0, Math.floor(end / side) - Math.floor(first / side) + 1) }, (_, index) => Math.floor(first / side) + index);
    };
    const found = span(columns).flatMap((column) => span(rows).map((row) => /** @type {const} */ ([column, row])));
    const far = (/** @type {readonly [number, number]} */ [column, row]) =>
      Math.hypot((column + 0.5) * side - view.x, (row + 0.5) * side - view.y);
    return found.sort((one, other) => far(one) - far(other)).map((place) => `${level} ${place.join(" ")}`);
  }

  /** Whether a tile is there, and all of it that is in view. @param {string} key */
  isThere(key) {
    const tile = this.map.tiles.known.get(key);
    if (!tile?.isSeed) return Boolean(tile);
    const { columns, rows } = this.map.view.extent;
    const covers = (/** @type {number} */ place, /** @type {number} */ length, /** @type {number} */ last) =>
      length === SIDE || place * SIDE + length > Math.min(last, this.map.reach - 1);
    return covers(tile.column, tile.width, columns[1]) && covers(tile.row, tile.height, rows[1]);
  }

  /** @param {Tile} tile */
  isVisible({ level, column, row }) {
    const side = SIDE * 2 ** level;
    const { columns, rows } = this.map.view.extent;
    return column * side <= columns[1] && (column + 1) * side > columns[0] && row * side <= rows[1] && (row + 1) * side > rows[0];
  }

  /** @param {Tile} tile */
  paintTile(tile) {
    const { view } = this.map;
    const points = 2 ** tile.level;
    const side = SIDE * points;
    const [left, bottom] = view.place(tile.column * side, tile.row * side);
    const [right, top] = view.place(tile.column * side + tile.width * points, tile.row * side + tile.height * points);
    this.hand.imageSmoothingEnabled = false;
    this.hand.drawImage(this.picture(tile), left, top, right - left, bottom - top);
  }

  /** The points of a tile in colour. @param {Tile} tile */
  picture(tile) {
    const colours = `${this.inks.red} ${this.inks.sheet} ${tile.values ? this.greatest : ""}`;
    if (tile.picture && tile.colours === colours) return tile.picture;
    const { width, height, values, shares } = tile;
    const image = new ImageData(width, height);
    const [red, sheet] = [rgb(this.inks.red), rgb(this.inks.sheet)];
    const shades = values ? this.shades() : [];
    for (let place = 0; place < shares.length; place++) {
      const share = (shares[place] ?? 0) / 255;
      const ground = values ? (shades[values[place] ?? 0] ?? sheet) : sheet;
      const part = share && Math.max(share, FAINTEST);
      // y grows upwards, the rows of a picture downwards
      const at = 4 * ((height - 1 - Math.floor(place / width)) * width + (place % width));
      for (let ink = 0; ink < 3; ink++) {
        image.data[at + ink] = (red[ink] ?? 0) * part + (ground[ink] ?? 0) * (1 - part);
      }
      image.data[at + 3] = 255;
    }
    tile.picture ??= new OffscreenCanvas(width, height);
    tile.picture.getContext("2d")?.putImageData(image, 0, 0);
    tile.colours = colours;
    return tile.picture;
  }

  /** The colour of each value. */
  shades() {
    return Array.from({ length: this.greatest + 1 }, (_, value) => this.shade(value));
  }

  /** @param {number} value @returns {number[]} */
  shade(value) {
    const at = Math.max(0, Math.min(this.strength(value), 1)) * (this.heat.length - 1);
    const low = Math.min(Math.floor(at), this.heat.length - 2);
    const [one = [], other = []] = this.heat.slice(low, low + 2);
    return one.map((ink, index) => Math.round(ink + (at - low) * ((other[index] ?? 0) - ink)));
  }

  /** From 0 for the least value above 0 to 1 for the greatest. @param {number} value */
  strength(value) {
    return (value - 1) / Math.max(1, this.greatest - 1);
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
    const size = Math.min(scale * 0.6, (scale * 1.5) / text.length, this.rem);
    if (size < 6.5) return;
    const isGrundy = map.solved?.kind === "grundy";
    pen.font = this.font(size);
    pen.textAlign = "center";
    const onColour = this.strength(value) > BRIGHT ? "#1b1210" : "#fffaf4";
    pen.fillStyle = value === 0 ? this.inks.sheet : isGrundy ? onColour : this.inks.soft;
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
    this.greatest = rounded(Math.max(1, ...found.map((tile) => tile?.greatest ?? 1)));
    for (let row = rows[0]; row <= rows[1]; row++) {
      for (let x = 0; x < columns; x++) {
        const value = map.isInside([x, row]) ? map.valueOf([x, row]) : null;
        if (value === null) continue;
        const [left, top] = view.place(x, row);
        if (value === 0) pen.fillStyle = this.inks.red;
        else pen.fillStyle = isGrundy ? `rgb(${this.shade(value).join(" ")})` : this.inks.sheet;
        pen.fillRect(left, top, scale, scale);
        if (scale >= ROOMY) this.paintNumber([x, row], value, isGrundy ? value : x + row * columns);
      }
    }
    if (scale >= LINED) this.paintLines();
    const lacks = (/** @type {number} */ row) => {
      const tile = tiles.get(0, 0, row);
      return !tile || (tile.isSeed && row * SIDE ** 2 + tile.height * SIDE < (heaps[1] ?? 0));
    };
    tiles.want(needed.filter(lacks).map((row) => `0 0 ${row}`));
  }

  // Around it

  /** Where the search ends, nothing is known: hatched. */
  paintEnd() {
    const { hand: pen, map } = this;
    const { view } = map;
    if (map.heaps === 1 || !Number.isFinite(map.tiles.largest)) return;
    const { left, top, width, height } = view.frame;
    const [right, above] = view.place(map.reach, map.reach);
    const end = [Math.max(left, Math.min(right, left + width)), Math.max(top, Math.min(above, top + height))];
    const [x = 0, y = 0] = end;
    if (x >= left + width && y <= top) return;
    pen.save();
    pen.beginPath();
    pen.rect(x, top, left + width - x, height);
    pen.rect(left, top, x - left, y - top);
    pen.clip();
    pen.fillStyle = this.inks.sheet;
    pen.fillRect(left, top, width, height);
    pen.strokeStyle = this.inks.line;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let at = left - height; at < left + width; at += HATCH) {
      pen.moveTo(at, top + height);
      pen.lineTo(at + height, top);
    }
    pen.stroke();
    pen.restore();
  }

  /** Every how many cells an axis has a number. @param {number} room */
  step(room) {
    const { scale } = this.map.view;
    for (let power = 1; ; power *= 10) {
      for (const step of [power, 2 * power, 5 * power]) if (step * scale >= room) return step;
    }
  }

  paintAxes() {
    const { map, hand: pen, rem } = this;
    const { view } = map;
    const { left, top, width, height } = view.frame;
    pen.font = this.font(LETTERS * rem);
    pen.fillStyle = this.inks.soft;
    pen.textAlign = "right";
    const step = this.step(1.9 * rem);
    const { columns, rows } = view.extent;
    const isStrip = map.heaps === 1;
    for (let row = Math.ceil(rows[0] / step) * step; row <= rows[1]; row += step) {
      const y = this.middle([0, row])[1];
      // the name of the axis stands at its end
      if (y < top + (isStrip ? 0.3 : 1.2) * rem || y > top + height) continue;
      pen.fillText(integer(isStrip ? row * map.columns : row), left - 0.4 * rem, y);
    }
    if (isStrip) return;
    pen.textAlign = "center";
    const below = top + height + 0.9 * rem;
    const far = this.step(pen.measureText(integer(columns[1])).width + 1.2 * rem);
    for (let number = Math.ceil(columns[0] / far) * far; number <= columns[1]; number += far) {
      const x = this.middle([number, 0])[0];
      if (x >= left && x < left + width - 1.6 * rem) pen.fillText(integer(number), x, below);
    }
    pen.fillText(NAMES[map.axes[0]] ?? "", left + width - 0.4 * rem, below);
    pen.fillText(NAMES[map.axes[1]] ?? "", left - 0.8 * rem, top + 0.4 * rem);
  }

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
    for (const [colour, width] of /** @type {const} */ ([[inks.sheet, 4], [inks.ink, 2]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
    }
  }
}

/** A little more, so that colours do not change with every tile that comes. @param {number} greatest */
function rounded(greatest) {
  return Math.ceil(2 ** (Math.ceil(4 * Math.log2(greatest)) / 4));
}

/** The parts of a colour such as rgb(1, 2, 3). @param {string} colour */
function rgb(colour) {
  return (colour.match(/\d+/gu) ?? []).map(Number);
}
