// What is said under the map: how many positions it shows, and what its colours mean.

import { lost } from "../common/moves.js";
import { integer, t } from "../common/words.js";
import { LEVELS, SIDE } from "./tiles.js";

/** @typedef {import("./map.js").LabMap} LabMap */
/** @typedef {import("./tiles.js").Tile} Tile */

// Which tiles what is in view needs, and which of them are there.

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

// What the heaps are called.

export const NAMES = ["x", "y", "z", "w", "v", "u", "t", "s"];

/** @typedef {[first: number, last: number]} Range */

/** Where more cells are in view they are not counted. */
const COUNTED = 2 ** 16;

/** What the map shows: the corner that was solved first, or what is in view since it was moved. @param {LabMap} map */
export function caption(map) {
  const { solved, view } = map;
  if (!solved) return "";
  if (!view.isMoved) return positions(map, solved.sizes, solved.count, solved.greatest);
  const { columns, rows } = view.extent;
  if (map.heaps === 1) {
    const first = rows[0] * map.columns;
    const last = Math.min((rows[1] + 1) * map.columns, map.reach) - 1;
    return said(map, t("web.lab.view.one", { first, last }), [last - first + 1], [0, map.columns - 1], rows);
  }
  const end = map.reach - 1;
  const [right, up] = /** @type {[Range, Range]} */ (
    [columns, rows].map(([first, last]) => [first, Math.min(last, end)])
  );
  const [across = "", upwards = ""] = map.axes.map((axis) => NAMES[axis]);
  const [first, last, low, high] = [...right, ...up];
  const range = t("web.lab.view", { right: across, first, last, up: upwards, low, high });
  return said(map, range, [last - first + 1, high - low + 1], right, up);
}

/** What is in view, counted where all of it is known. @param {LabMap} map @param {string} range @param {number[]} sizes @param {Range} columns @param {Range} rows */
function said(map, range, sizes, columns, rows) {
  let count = 0;
  let greatest = 0;
  if (sizes.reduce((one, other) => one * other) > COUNTED) return range;
  for (let x = columns[0]; x <= columns[1]; x++) {
    for (let y = rows[0]; y <= rows[1]; y++) {
      if (!map.isInside([x, y])) continue;
      const value = map.valueOf([x, y]);
      if (value === null) return range;
      if (value === 0) count++;
      greatest = Math.max(greatest, value);
    }
  }
  return `${range} ${positions(map, sizes, count, greatest)}`;
}

/** @param {LabMap} map @param {number[]} sizes @param {number} count @param {number} greatest */
function positions(map, sizes, count, greatest) {
  const { kind, memory = null } = map.solved ?? {};
  const key = kind === "grundy" ? "web.lab.status.grundy" : `web.lab.status${lost(memory)}`;
  return t(key, { box: sizes.map(integer).join(" × "), count, greatest });
}

/** What the colours mean, and that a point may stand for many positions. @param {LabMap} map */
export function legend(map) {
  const { kind, memory = null } = map.solved ?? {};
  if (!kind) return "";
  // where a position is more than its heaps, a move leads out of the map
  if (memory)
    return t(memory.kind === "last" ? "web.lab.legend.outcomes.last" : `web.lab.legend.outcomes${lost(memory)}`);
  const text = t(`web.lab.legend.${kind}`);
  const points = 2 ** levelFor(map.view.scale * (devicePixelRatio || 1));
  return points > 1 ? `${text} ${t(`web.lab.legend.block.${kind}`, { number: points })}` : text;
}
