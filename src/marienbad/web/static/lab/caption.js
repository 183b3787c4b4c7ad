// What is said under the map: how many positions it shows, and what its colours mean.

import { lost } from "../common/moves.js";
import { integer, t } from "../common/words.js";
import { levelFor } from "./coverage.js";
import { NAMES } from "./names.js";

/** @typedef {import("./map.js").LabMap} LabMap */
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
