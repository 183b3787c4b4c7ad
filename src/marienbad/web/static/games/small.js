// A position in small: what is left of each heap, and faintly what was there at the start.

import { html, svg } from "../common/dom.js";
import { exact } from "../common/numbers.js";
import { integer } from "../common/words.js";

/** @typedef {import("../common/numbers.js").Wire} Wire */

const MOST_HEAPS = 8;
const MOST_IN_HEAP = 24;
const ACROSS = 7;
const DOWN = 13;

/**
 * @param {readonly Wire[]} position
 * @param {readonly Wire[]} start
 * @param {string} object what the heaps are made of
 */
export function smallPosition(position, start, object) {
  const [left, whole] = [exact(position), exact(start)];
  if (whole.length > MOST_HEAPS || whole.some((heap) => heap > MOST_IN_HEAP))
    return html("span.small-numbers", left.map(shortened).join(" · "));
  const width = ACROSS * Math.max(0, ...whole.map(Number));
  const rows = whole.flatMap((heap, row) => {
    const indent = (width - ACROSS * Number(heap)) / 2;
    return Array.from({ length: Number(heap) }, (_, index) => {
      const isLeft = index < Number(left[row] ?? 0n);
      return piece(object, indent + ACROSS * (index + 0.5), DOWN * row + 1, isLeft);
    });
  });
  return svg(
    "svg.small-position",
    {
      viewBox: `0 0 ${width} ${DOWN * whole.length}`,
      width,
      height: DOWN * whole.length,
      "aria-hidden": "true",
    },
    ...rows,
  );
}

/** @param {string} object @param {number} x @param {number} y @param {boolean} isLeft */
function piece(object, x, y, isLeft) {
  const kind = isLeft ? "small-left" : "small-taken";
  if (object !== "match") return svg("circle", { class: kind, cx: x, cy: y + 5, r: 2.6 });
  const stick = svg("path.small-stick", { d: `M${x} ${y + 1}v9` });
  const head = svg("circle.small-head", { cx: x, cy: y + 1.4, r: 1.4 });
  return svg("g", { class: kind }, stick, head);
}

/** @param {bigint} heap */
function shortened(heap) {
  const text = String(heap);
  return text.length > 9 ? `${text.slice(0, 3)}…${text.slice(-3)}` : integer(heap);
}
