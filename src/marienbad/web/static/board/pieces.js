// A match and a token, drawn; each lies a little askew, the same way every time.

import { svg } from "../common/dom.js";

/**
 * A number in [−1, 1) that depends on the place alone.
 * @param {number} heap
 * @param {number} index
 * @param {number} salt
 */
function askew(heap, index, salt) {
  const mixed = Math.imul(heap * 31 + index * 17 + salt * 7 + 11, 2654435761) >>> 8;
  return (mixed % 2000) / 1000 - 1;
}

/** @param {string} viewBox @param {string} transform @param {...SVGElement} parts */
function framed(viewBox, transform, ...parts) {
  const drawn = { class: "drawn", viewBox, "aria-hidden": "true", focusable: "false" };
  return svg("svg", drawn, svg("g", { transform }, ...parts));
}

/** @param {number} heap @param {number} index */
function drawMatch(heap, index) {
  const turn = (askew(heap, index, 0) * 2.4).toFixed(2);
  const shift = (askew(heap, index, 1) * 1.8).toFixed(2);
  return framed(
    "-12 0 24 100",
    `translate(0 ${shift}) rotate(${turn} 0 50)`,
    svg("path.shade", { d: "M1 96 L9 99 L11.5 99 L4 22 L0 16 Z" }),
    svg("rect.wood", { x: -2.7, y: 12, width: 5.4, height: 84, rx: 0.9 }),
    svg("rect.grain", { x: 0.9, y: 14, width: 1.5, height: 81 }),
    svg("path.singed", { d: "M-2.7 20 h5.4 v5 q-2.7 3 -5.4 0 Z" }),
    svg("ellipse.head", { cx: 0, cy: 12.5, rx: 4.6, ry: 8.2 }),
    svg("ellipse.gleam", { cx: -1.5, cy: 9, rx: 1.1, ry: 2.6 }),
  );
}

/** @param {number} heap @param {number} index */
function drawToken(heap, index) {
  const turn = (askew(heap, index, 2) * 40).toFixed(1);
  const shift = (askew(heap, index, 3) * 1.2).toFixed(2);
  return framed(
    "-22 -22 44 44",
    `translate(${shift} 0) rotate(${turn})`,
    svg("ellipse.shade", { cx: 3, cy: 4, rx: 18, ry: 17.5 }),
    svg("circle.ivory", { r: 18 }),
    svg("circle.ring", { r: 14 }),
    svg("circle.ring", { r: 8.5 }),
    svg("path.nick", { d: "M0 -14 V-17 M0 14 V17 M-14 0 H-17 M14 0 H17" }),
  );
}

/** @param {"match" | "token"} kind @param {number} heap @param {number} index */
export function drawPiece(kind, heap, index) {
  return kind === "match" ? drawMatch(heap, index) : drawToken(heap, index);
}
