// Around the cells of the map: its axes with their numbers, and the end of the search.

import { wholeInteger } from "../common/words.js";
import { NAMES } from "./names.js";

/** @typedef {import("./drawing.js").MapDrawing} MapDrawing */
/** @typedef {import("./map.js").LabMap} LabMap */

/** The size of the numbers, in rem. */
export const LETTERS = 0.82;
const HATCH = 9;

/** @param {MapDrawing} drawing */
export function paintAxes(drawing) {
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
export function paintEnd(drawing) {
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
