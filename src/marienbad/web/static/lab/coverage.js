// Which tiles what is in view needs, and which of them are there.

import { LEVELS, SIDE } from "./tiles.js";

/** @typedef {import("./map.js").LabMap} LabMap */
/** @typedef {import("./tiles.js").Tile} Tile */

/** The level of the tiles to draw. @param {number} scale pixels of the screen for a cell */
export function levelFor(scale) {
  return Math.max(0, Math.min(LEVELS, Math.ceil(-Math.log2(scale) - 0.01)));
}

/** The tiles in view, the middle ones first. @param {LabMap} map @param {number} level */
export function needed(map, level) {
  const { view, reach } = map;
  const side = SIDE * 2 ** level;
  const { columns, rows } = view.extent;
  const span = (/** @type {[number, number]} */ [first, last]) => {
    const end = Math.min(last, reach - 1);
    return Array.from(
      { length: Math.max(0, Math.floor(end / side) - Math.floor(first / side) + 1) },
      (_, index) => Math.floor(first / side) + index,
    );
  };
  const found = span(columns).flatMap((column) => span(rows).map((row) => /** @type {const} */ ([column, row])));
  const far = (/** @type {readonly [number, number]} */ [column, row]) =>
    Math.hypot((column + 0.5) * side - view.x, (row + 0.5) * side - view.y);
  return found.sort((one, other) => far(one) - far(other)).map((place) => `${level} ${place.join(" ")}`);
}

/** Whether a tile is there, and all of it that is in view. @param {LabMap} map @param {string} key */
export function isThere(map, key) {
  const tile = map.tiles.known.get(key);
  if (!tile?.isSeed) return Boolean(tile);
  const { columns, rows } = map.view.extent;
  const covers = (/** @type {number} */ place, /** @type {number} */ length, /** @type {number} */ last) =>
    length === SIDE || place * SIDE + length > Math.min(last, map.reach - 1);
  return covers(tile.column, tile.width, columns[1]) && covers(tile.row, tile.height, rows[1]);
}

/** @param {LabMap} map @param {Tile} tile */
export function isVisible(map, { level, column, row }) {
  const side = SIDE * 2 ** level;
  const { columns, rows } = map.view.extent;
  return (
    column * side <= columns[1] &&
    (column + 1) * side > columns[0] &&
    row * side <= rows[1] &&
    (row + 1) * side > rows[0]
  );
}
