// A match and a token, drawn; each lies a little askew, the same way every time.

import { svg } from "../common/dom.js";
import { count, integer, t } from "../common/words.js";

/** @typedef {import("../common/model.js").MoveValue} MoveValue */

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

// A board that is pointed at, by mouse, finger or focus alike.

export class PointedBoard extends HTMLElement {
  constructor() {
    super();
    this.addEventListener("pointerover", (event) => this.point(event.target));
    this.addEventListener("pointerleave", () => this.point(null));
    this.addEventListener("focusin", ({ target }) => {
      // Where a finger or a script has left the focus, nothing is pointed at.
      if (target instanceof Element && target.matches(":focus-visible")) this.point(target);
    });
    this.addEventListener("focusout", () => this.point(null));
    this.addEventListener("click", (event) => this.press(event.target));
  }

  /** Show what choosing this would take; null: nothing is pointed at any more. @param {EventTarget | null} _target */
  point(_target) {}

  /** @param {EventTarget | null} _target */
  press(_target) {}
}

// What a move is worth, in words and in a few signs: won or lost, and how soon.

/** @param {MoveValue} value */
export function spokenValue({ wins, length }) {
  const verdict = t(wins ? "web.value.wins" : "web.value.loses");
  if (length === undefined) return verdict;
  return `${verdict}, ${t("web.value.length", { moves: count("move", length) })}`;
}

/** As it stands on a match or a square: no sign that is read as “times”. @param {MoveValue} value */
export function valueSign({ wins, length }) {
  return `${wins ? "✓" : "✗"}${length === undefined ? "" : integer(length)}`;
}

// Arrows among the objects of rows.

/** @typedef {{lastPiece: () => HTMLElement | null}} Row */
/** @typedef {{rows: Row[], piece: (heap: number, index: number) => HTMLElement | null}} Rows */

/**
 * Move the focus where an arrow leads, from an object or from nowhere; says whether there is something.
 * @param {Rows} board
 * @param {string} key
 * @param {HTMLElement | null} piece
 */
export function moveFocus(board, key, piece) {
  const across = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const next = nextPiece(board, piece, across, down);
  next?.focus();
  return next !== null;
}

/** @param {Rows} board @param {HTMLElement | null} piece @param {number} across @param {number} down */
function nextPiece(board, piece, across, down) {
  const { rows } = board;
  const standing = rows.flatMap((row, heap) => (row.lastPiece() ? [heap] : []));
  if (!standing.length) return null;
  if (!piece) return rows[standing[0] ?? 0]?.lastPiece() ?? null;
  const heap = Number(piece.dataset.heap);
  const index = Number(piece.dataset.index) + across;
  if (across) return board.piece(heap, index);
  const beyond = standing.filter((other) => (other - heap) * down > 0);
  const nearest = down > 0 ? beyond[0] : beyond.at(-1);
  if (nearest === undefined) return null;
  return board.piece(nearest, index) ?? rows[nearest]?.lastPiece() ?? null;
}
