// What a link asks of the map: a plane, a view, a cell.

import { count, t } from "../common/words.js";

/** @typedef {import("./map.js").LabMap} LabMap */

const LONGEST = 40;

/** @param {LabMap} map @param {URLSearchParams} query @param {number} heaps */
export function readPlane(map, query, heaps) {
  const [one = 0, other = 1] = numbers(query, "axes");
  map.axes = one < other && other < heaps ? [one, other] : [0, 1];
  const position = numbers(query, "position");
  const held =
    position.length === heaps
      ? position.filter((_, heap) => !map.axes.includes(heap))
      : numbers(query, query.has("held") ? "held" : "slice");
  if (held.length === Math.max(0, heaps - 2)) map.held = held;
}

/** @param {LabMap} map @param {URLSearchParams} query @returns {string} the position that is asked for, where there is no such cell */
export function readView(map, query) {
  map.view.isMoved = false;
  map.drawing.paint(); // the size of the frame is known then
  map.view.read(query);
  const position = numbers(query, "position");
  const cell = position.length === map.heaps ? map.cellOf(position) : null;
  map.isOpen = Boolean(cell && map.isInside(cell));
  if (cell && map.isOpen) {
    map.cursor = cell;
    map.view.reveal(cell);
  }
  map.changed();
  return map.isOpen ? "" : (query.get("position") ?? "");
}

/** That there is no such cell, and what was expected. @param {LabMap} map @param {string} asked */
export function noCell(map, asked) {
  const isPosition = /^\d+(?:,\d+)*$/u.test(asked) && asked.split(",").length === map.heaps;
  const shown = asked.slice(0, LONGEST);
  if (isPosition) return t("web.lab.beyond", { asked: shown, last: map.reach - 1 });
  const example = map.solved?.start.join(",") ?? "";
  return t("web.lab.nowhere", { asked: shown, heaps: count("heap", map.heaps), example });
}

/** The whole numbers of a list in a link; none where one of them is not. @param {URLSearchParams} query @param {string} name */
function numbers(query, name) {
  const parts = (query.get(name) ?? "").split(",");
  const found = parts.map((part) => (/^\d+$/u.test(part) ? Number(part) : NaN));
  return found.every(Number.isSafeInteger) ? found : [];
}
