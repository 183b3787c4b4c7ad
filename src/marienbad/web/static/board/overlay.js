// 'Why?' drawn on the rows themselves: packets with their partners, binary columns, digits.

import { html, refill, svg } from "../common/dom.js";
import { integer, t } from "../common/words.js";

/** @typedef {import("../common/model.js").Drawing} Drawing */
/** @typedef {import("./rows.js").View} View */
/** @typedef {import("./rows.js").HeapRows} HeapRows */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

export class Overlay {
  /** @param {HeapRows} rows */
  constructor(rows) {
    this.rows = rows;
    this.picture = svg("svg", { class: "overlay", "aria-hidden": "true", focusable: "false" });
    this.foot = html("div", { class: "board-foot" });
    this.frame = html("div", { class: "frame" }, rows, this.picture, this.foot);
    /** @type {View | null} */
    this.view = null;
    /** @type {Drawing | null} */
    this.painted = null;
    new ResizeObserver(() => this.paint()).observe(this.frame);
  }

  /** @param {View | null} view */
  update(view) {
    this.view = view;
    this.paint();
  }

  paint() {
    const drawing = this.view?.drawing ?? null;
    // Only a new picture draws itself; a resized one is simply there.
    this.frame.classList.toggle("fresh", drawing !== this.painted);
    this.painted = drawing;
    this.frame.dataset.drawing = drawing?.kind ?? "none";
    refill(this.picture);
    for (const row of this.rows.rows) refill(row.note);
    if (drawing?.kind === "packets") this.paintPackets(drawing);
    if (drawing?.kind === "binary") this.paintBinary(drawing);
    else refill(this.foot);
  }

  /**
   * The box around the matches of a row from one index up to another, in the picture's measure.
   * @param {number} heap
   * @param {number} from
   * @param {number} to
   */
  box(heap, from, to) {
    const first = this.rows.piece(heap, from);
    const last = this.rows.piece(heap, to - 1);
    if (!first || !last) return null;
    const frame = this.picture.getBoundingClientRect();
    const [a, b] = [first.getBoundingClientRect(), last.getBoundingClientRect()];
    return {
      left: a.left - frame.left,
      right: b.right - frame.left,
      top: a.top - frame.top,
      bottom: b.bottom - frame.top,
    };
  }

  /**
   * Brackets under the packets, an arc between two equal ones, a glow around the one left over.
   * @param {Drawing} drawing
   */
  paintPackets(drawing) {
    /** @type {Map<number, {heap: number, box: Box}[]>} */
    const bySize = new Map();
    (drawing.rows ?? []).forEach((/** @type {number[]} */ sizes, heap) => {
      let from = 0;
      for (const size of inOrder(sizes, heap, drawing.change)) {
        const box = this.box(heap, from, from + size);
        from += size;
        if (!box) continue;
        bySize.set(size, [...(bySize.get(size) ?? []), { heap, box }]);
      }
    });
    for (const [size, packets] of bySize) {
      const alone = packets.length % 2 ? this.leftOver(packets, drawing) : null;
      for (const packet of packets) this.bracket(packet.box, size, packet === alone);
      const paired = packets.filter((packet) => packet !== alone);
      for (let index = 0; index + 1 < paired.length; index += 2) {
        const [one, other] = [paired[index], paired[index + 1]];
        if (one && other) this.arc(one.box, other.box, size);
      }
    }
  }

  /**
   * The packet without a partner: in the row that is to change, where it has one.
   * @param {{heap: number, box: Box}[]} packets
   * @param {Drawing} drawing
   */
  leftOver(packets, drawing) {
    const changed = packets.find((packet) => packet.heap === drawing.change?.heap);
    return changed ?? packets.at(-1) ?? null;
  }

  /** @param {Box} box @param {number} size @param {boolean} isAlone */
  bracket({ left, right, top, bottom }, size, isAlone) {
    const [from, to, y] = [left + 5, right - 5, bottom + 3];
    const kind = isAlone ? "packet alone" : `packet size-${size}`;
    if (isAlone) {
      const [width, height] = [right - left - 4, bottom - top + 2];
      this.picture.append(
        svg("rect", { class: "glow", x: left + 2, y: top, width, height, rx: 10 }),
      );
    }
    this.picture.append(
      svg("path", { class: kind, d: `M${from} ${y - 4} v5 H${to} v-5` }),
      svg("text", { class: kind, x: (from + to) / 2, y: y + 5 }, integer(size)),
    );
  }

  /** @param {Box} one @param {Box} other @param {number} size */
  arc(one, other, size) {
    // below the number, which grows with the page
    const [x1, y1] = [(one.left + one.right) / 2, one.bottom + 8 + 0.7 * rem()];
    const [x2, y2] = [(other.left + other.right) / 2, other.bottom + 4];
    const bend = Math.max(30, Math.abs(y2 - y1) / 3);
    const side = x1 === x2 ? bend : 0;
    const d = `M${x1} ${y1} C${x1 + side} ${y1 + bend} ${x2 + side} ${y2 - bend} ${x2} ${y2}`;
    this.picture.append(svg("path", { class: `arc size-${size}`, d }));
  }

  /**
   * The digits of every row in columns; odd columns are marked, the changed row flips.
   * @param {Drawing} drawing
   */
  paintBinary(drawing) {
    const columns = drawing.columns ?? [];
    const odd = new Set(drawing.odd);
    const left = drawing.change ? BigInt(drawing.change.left) : null;
    (drawing.digits ?? []).forEach((digits, heap) => {
      const note = this.rows.rows[heap]?.note;
      if (!note) return;
      const isChanged = drawing.change?.heap === heap && left !== null;
      const cells = digits.map((digit, column) => {
        const next = isChanged ? Number((left >> BigInt(columns.length - 1 - column)) & 1n) : digit;
        const kind = `digit${odd.has(column) ? " odd" : ""}${next === digit ? "" : " flips"}`;
        const cell = html("span", { class: kind }, digit);
        if (next !== digit) {
          cell.append(html("span", { class: "flipped" }, next));
          cell.style.setProperty("--order", String(column));
        }
        return cell;
      });
      refill(note, ...cells);
    });
    const sums = columns.map((column, index) =>
      html(
        "span",
        { class: odd.has(index) ? "digit odd" : "digit" },
        odd.has(index) ? "●" : "○",
        html("small", {}, String(column)),
      ),
    );
    refill(
      this.foot,
      html("span", { class: "foot-name" }, t(odd.size ? "web.columns.odd" : "web.columns.even")),
      html("span", { class: "row-note" }, ...sums),
    );
  }
}

function rem() {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/**
 * The packets of a row from the left; those that the move breaks stand where it takes.
 * @param {number[]} sizes
 * @param {number} heap
 * @param {import("../common/model.js").Change | null | undefined} change
 */
function inOrder(sizes, heap, change) {
  if (change?.heap !== heap) return sizes;
  const left = BigInt(change.left);
  const isKept = (/** @type {number} */ size) => (left & BigInt(size)) !== 0n;
  return [...sizes.filter(isKept), ...sizes.filter((size) => !isKept(size))];
}
