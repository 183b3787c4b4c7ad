// 'Why?' drawn on the rows themselves: packets with their partners, binary columns, digits.

import { html, refill, svg } from "../common/dom.js";
import { integer, t } from "../common/words.js";

/** @typedef {import("../common/model.js").Drawing} Drawing */
/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("./board.js").Overlay} Overlay */

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {{heap: number, size: number, boxes: Box[]}} Packet a box for each line that it is on */

/** Draw it on the rows under an overlay. @param {Overlay} overlay @param {Drawing} drawing */
export function draw(overlay, drawing) {
  const picture = new Picture(overlay);
  if (drawing.kind === "packets") picture.paintPackets(drawing);
  if (drawing.kind === "binary") picture.paintBinary(drawing);
}

/**
 * What has to be said of a picture beside the explanation.
 * @param {Game} game
 * @param {Drawing} drawing
 * @returns {string[]}
 */
export function notesOn(game, drawing) {
  const { change } = drawing;
  if (change && drawing.kind === "packets") {
    const sizes = drawing.rows?.[change.heap] ?? [];
    const heap = t(`words.${game.nouns.heap}.name`, { number: change.heap + 1 });
    const isMoved = String(inOrder(sizes, change.heap, change)) !== String(sizes);
    return [
      ...(isMoved ? [t("web.packets.order", { heap })] : []),
      ...(created(drawing).length ? [t("web.packets.created", { heap })] : []),
    ];
  }
  if (drawing.kind !== "binary") return [];
  const columns = t(drawing.odd?.length ? "web.columns.odd" : "web.columns.even");
  return change ? [columns, t("web.columns.flips")] : [columns];
}

class Picture {
  /** @param {Overlay} overlay */
  constructor(overlay) {
    this.overlay = overlay;
  }

  /**
   * The boxes around the objects of a row from one index up to another, one for each line on which
   * they lie, in the picture's measure.
   * @param {number} heap
   * @param {number} from
   * @param {number} to
   */
  boxes(heap, from, to) {
    const frame = this.overlay.picture.getBoundingClientRect();
    /** @type {Box[]} */ const boxes = [];
    for (let index = from; index < to; index += 1) {
      const place = this.overlay.rows.piece(heap, index)?.getBoundingClientRect();
      if (!place) return [];
      const [left, right] = [place.left - frame.left, place.right - frame.left];
      const [top, bottom] = [place.top - frame.top, place.bottom - frame.top];
      const line = boxes.at(-1);
      if (line && Math.abs(line.top - top) < 1) line.right = right;
      else boxes.push({ left, right, top, bottom });
    }
    return boxes;
  }

  /**
   * Brackets under the packets, an arc between two equal ones, a glow around the one left over.
   * @param {Drawing} drawing
   */
  paintPackets(drawing) {
    /** @type {Map<number, Packet[]>} */ const bySize = new Map();
    (drawing.rows ?? []).forEach((/** @type {number[]} */ sizes, heap) => {
      let from = 0;
      for (const size of inOrder(sizes, heap, drawing.change)) {
        const boxes = this.boxes(heap, from, from + size);
        from += size;
        if (boxes.length) bySize.set(size, [...(bySize.get(size) ?? []), { heap, size, boxes }]);
      }
    });
    /** @type {Map<number, Packet>} */ const lonely = new Map();
    for (const [size, packets] of bySize) {
      const alone = packets.length % 2 ? this.leftOver(packets, drawing) : null;
      if (alone) lonely.set(size, alone);
      for (const packet of packets) this.bracket(packet, packet === alone);
      const paired = packets.filter((packet) => packet !== alone);
      for (let index = 0; index + 1 < paired.length; index += 2) {
        const [one, other] = [paired[index], paired[index + 1]];
        if (one && other) this.arc(widest(one), widest(other), one.size);
      }
    }
    this.paintCreated(drawing, lonely);
  }

  /**
   * Over the row that changes, the packets that it creates of what it keeps, each joined to the
   * one that gets a partner by it.
   * @param {Drawing} drawing
   * @param {Map<number, Packet>} lonely
   */
  paintCreated(drawing, lonely) {
    const { change } = drawing;
    if (!change) return;
    const sizes = created(drawing);
    // they follow the packets that stay: together they are what is left
    let from = Number(change.left) - sizes.reduce((sum, size) => sum + size, 0);
    for (const size of sizes) {
      const boxes = this.boxes(change.heap, from, from + size);
      from += size;
      if (!boxes.length) return;
      for (const { left, right, top } of boxes) {
        const d = `M${left + 3} ${top + 7} v-6 H${right - 3} v6`;
        this.overlay.picture.append(svg("path.made", { d }));
      }
      const here = widest({ heap: change.heap, size, boxes });
      const place = { x: (here.left + here.right) / 2, y: here.top - 5 };
      const partner = lonely.get(size);
      if (partner) this.join(here, widest(partner));
      this.overlay.picture.append(svg("text.made", { ...place }, integer(size)));
    }
  }

  /** A line from a packet that is created to the one that it joins. @param {Box} one @param {Box} other */
  join(one, other) {
    const [x1, x2] = [(one.left + one.right) / 2, (other.left + other.right) / 2];
    const isBelow = other.top > one.top;
    const [y1, y2] = [one.top + 1, isBelow ? other.top : other.bottom + 4];
    const d = `M${x1} ${y1} Q${x1} ${(y1 + y2) / 2} ${x2} ${y2}`;
    this.overlay.picture.append(svg("path.arc.made", { d }));
  }

  /**
   * The packet without a partner: in the row that is to change, where it has one.
   * @param {Packet[]} packets
   * @param {Drawing} drawing
   */
  leftOver(packets, drawing) {
    const changed = packets.find((packet) => packet.heap === drawing.change?.heap);
    return changed ?? packets.at(-1) ?? null;
  }

  /**
   * A bracket under each line of a packet, open towards the line where it goes on; the number
   * stands under the widest.
   * @param {Packet} packet
   * @param {boolean} isAlone
   */
  bracket(packet, isAlone) {
    const { boxes, size } = packet;
    const kind = isAlone ? "packet alone" : `packet size-${size}`;
    boxes.forEach(({ left, right, top, bottom }, line) => {
      const [isFirst, isLast] = [line === 0, line === boxes.length - 1];
      const margin = Math.min(5, (right - left) / 4);
      const [from, to, y] = [left + margin, right - margin, bottom + 4];
      if (isAlone) {
        const [width, height] = [right - left - margin, bottom - top + 2];
        const place = { x: left + margin / 2, y: top, width, height, rx: Math.min(10, width / 3) };
        this.overlay.picture.append(svg("rect.glow", { ...place }));
      }
      const d = `M${from} ${y}${isFirst ? " m0 -5 v5" : ""} H${to}${isLast ? " v-5" : ""}`;
      this.overlay.picture.append(svg("path", { class: kind, d }));
    });
    const { left, right, bottom } = widest(packet);
    const place = { x: (left + right) / 2, y: bottom + 7 };
    this.overlay.picture.append(svg("text", { class: kind, ...place }, integer(size)));
  }

  /** @param {Box} one @param {Box} other @param {number} size */
  arc(one, other, size) {
    // below the number, which grows with the page
    const [x1, y1] = [(one.left + one.right) / 2, one.bottom + 8 + 0.7 * rem()];
    const [x2, y2] = [(other.left + other.right) / 2, other.bottom + 4];
    const bend = Math.max(30, Math.abs(y2 - y1) / 3);
    const side = x1 === x2 ? bend : 0;
    const d = `M${x1} ${y1} C${x1 + side} ${y1 + bend} ${x2 + side} ${y2 - bend} ${x2} ${y2}`;
    this.overlay.picture.append(svg("path", { class: `arc size-${size}`, d }));
  }

  /** The digits of every row in columns; odd columns are marked, the changed row flips. @param {Drawing} drawing */
  paintBinary(drawing) {
    const columns = drawing.columns ?? [];
    const odd = new Set(drawing.odd);
    const left = drawing.change ? BigInt(drawing.change.left) : null;
    this.overlay.frame.style.setProperty("--digits", String(columns.length));
    (drawing.digits ?? []).forEach((digits, heap) => {
      const note = this.overlay.rows.rows[heap]?.note;
      if (!note) return;
      const isChanged = drawing.change?.heap === heap && left !== null;
      const cells = digits.map((digit, column) => {
        const next = isChanged ? Number((left >> BigInt(columns.length - 1 - column)) & 1n) : digit;
        const kind = `digit${odd.has(column) ? " odd" : ""}${next === digit ? "" : " flips"}`;
        const cell = html("span", { class: kind }, digit);
        if (next !== digit) {
          cell.append(html("span.flipped", next));
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
        html("small", String(column)),
      ),
    );
    refill(this.overlay.foot, html("span.row-note", ...sums));
  }
}

/** @param {Packet} packet */
function widest({ boxes }) {
  const width = (/** @type {Box} */ { left, right }) => right - left;
  return boxes.reduce((best, box) => (width(box) > width(best) ? box : best));
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
  return [...sizes.filter((size) => has(left, size)), ...sizes.filter((size) => !has(left, size))];
}

/** The packets that the advised move creates: those without a partner that its row lacks. @param {Drawing} drawing */
function created({ rows, unpaired, change }) {
  if (!change) return [];
  const sizes = rows?.[change.heap] ?? [];
  return (unpaired ?? []).filter((size) => !sizes.includes(size));
}

/** Whether a row of so many has a packet of this size. @param {bigint} row @param {number} size */
function has(row, size) {
  return (row & BigInt(size)) !== 0n;
}

// The way of an automaton: its states from left to right, and on each arrow the digits it reads.

const STEP = 64;
const RADIUS = 15;
const MIDDLE = 76;

/** @param {Drawing} drawing @returns {HTMLElement | null} */
function pathPicture({ states, digits, columns, accepts }) {
  if (!states || !digits || !columns) return null;
  const last = states.length - 1;
  const place = (/** @type {number} */ index) => RADIUS + 6 + index * STEP;
  const arrows = columns.map((weight, index) => {
    const [from, to] = [place(index) + RADIUS, place(index + 1) - RADIUS - 2];
    const middle = (from + to) / 2;
    const label = (/** @type {string | number} */ text, /** @type {number} */ y, name = "digit") =>
      svg("text", { x: middle, y, class: name }, text);
    return svg(
      "g",
      svg("path", { d: `M${from} ${MIDDLE}H${to}m-5 -4l5 4l-5 4` }),
      label(weight, 14, "weight"),
      ...digits.map((word, heap) => label(word[index] ?? "", 34 + 16 * heap)),
    );
  });
  const circles = states.map((state, index) =>
    svg(
      "g",
      { class: state ? "state" : "state dead" },
      svg("circle", { cx: place(index), cy: MIDDLE, r: RADIUS }),
      index === last && accepts && svg("circle", { cx: place(index), cy: MIDDLE, r: RADIUS - 4 }),
      svg("text", { x: place(index), y: MIDDLE + 5 }, state),
    ),
  );
  const width = place(last) + RADIUS + 6;
  const picture = svg(
    "svg.path",
    { width, height: MIDDLE + RADIUS + 6, role: "img", "aria-label": states.join(" → ") },
    ...arrows,
    ...circles,
  );
  return html("div.wide", { tabindex: 0, role: "group", "aria-label": states.join(" → ") }, picture);
}

// The digits of a pair, one line above the other: the second is the first moved by one place.

/** @typedef {{base: string, subscript: string, primes: 0 | 1 | 2, argument: number | string}} Symbol */

const PRIMES = ["", "′", "″"];

/** @param {Drawing} drawing @returns {HTMLElement | null} */
export function digitsPicture(drawing) {
  if (drawing.kind === "path") return pathPicture(drawing);
  if (drawing.kind !== "digits" || !drawing.rows || !drawing.columns) return null;
  const columns = drawing.columns;
  const head = html(
    "tr",
    html("td"),
    ...columns.map((column) => html("th", { scope: "col" }, String(column))),
    html("td"),
  );
  const rows = drawing.rows.map(
    (/** @type {{symbol: Symbol, digits: (number|string|null)[], value: number|string}} */ row, index) =>
      html(
        "tr",
        { class: index ? "shifted" : null },
        html("th", { scope: "row" }, ...written(row.symbol)),
        ...row.digits.map((digit) => html("td", { class: digit ? "place one" : "place" }, digit ?? "")),
        html("td.value", `= ${integer(BigInt(row.value))}`),
      ),
  );
  return html(
    "div.wide",
    { tabindex: 0, role: "group", "aria-label": drawing.rows.map((row) => row.name).join(", ") },
    html("table.digits", html("thead", head), html("tbody", ...rows)),
  );
}

/** A name as mathematics writes it, its index small. @param {Symbol} symbol */
function written({ base, subscript, primes, argument }) {
  return [base, html("sub", subscript), `${PRIMES[primes]}(${integer(BigInt(argument))})`];
}
