// The graph as a picture to work with: situations that can be clicked, dragged and walked through
// with the keyboard. Where everything stands the server has computed.

import { refill, set, svg } from "../common/dom.js";
import { readMove, readPlace } from "../common/moves.js";

/**
 * @typedef {{label: string, position: bigint[], distance: number, layer: number, x: number, y: number,
 *   width: number, height: number, lost: boolean | null, leave: boolean | null}} Node
 */
/** @typedef {{source: Node, target: Node, move: bigint[], bend: number}} Edge */
/**
 * @typedef {{start: Node, width: number, height: number, piece: "match" | "token" | null,
 *   measures: {pitch: number, line: number, pad: number, sag: number}, legend: string | null,
 *   nodes: Node[], edges: Edge[], order: number[]}} Layout
 */
/** @typedef {{shown: Set<string>, opened: Set<string>, path: string[], isMarked: boolean}} State situations by their labels */
/** @typedef {{choose: (node: Node) => void, name: (node: Node) => string}} Hands */

/** A pointer that moves less than this still clicks. */
const STILL = 5;
const [INK, PAPER, FAINT, TINT] = ["#222222", "#ffffff", "#888888", "#f3d9d4"];

/** @param {any} raw what the server sends @returns {Layout} */
export function readLayout(raw) {
  /** @type {Node[]} */
  const nodes = raw.situations.map((/** @type {any} */ one) => ({ ...one, position: readPlace(one) }));
  const at = (/** @type {number} */ index) => /** @type {Node} */ (nodes[index]);
  const edges = raw.edges.map((/** @type {any} */ one) => ({
    source: at(one.source),
    target: at(one.target),
    move: readMove(one.move),
    bend: one.bend,
  }));
  return { ...raw, start: at(raw.start), nodes, edges };
}

export class Network {
  /** @param {Hands} hands @param {string} label */
  constructor(hands, label) {
    this.hands = hands;
    this.picture = svg("svg", {
      role: "group",
      "aria-label": label,
      "font-family": "sans-serif",
      "font-size": 12,
      "text-anchor": "middle",
    });
    /** @type {Layout | null} */ this.layout = null;
    /** @type {Map<string, SVGGElement>} */ this.frames = new Map();
    /** @type {Map<Edge, SVGPathElement>} */ this.lines = new Map();
    this.zoom = 1;
    /** The situation that the tabulator reaches. */
    this.focused = "";
  }

  /** @param {Layout} layout */
  draw(layout) {
    this.layout = layout;
    this.focused = layout.start.label;
    const isMixed = layout.edges.some(({ source, target }) => target.layer <= source.layer);
    this.lines = new Map(
      layout.edges.map((edge) => [
        edge,
        svg("path.edge", { fill: "none", stroke: FAINT, "marker-end": isMixed ? "url(#tip)" : null }),
      ]),
    );
    this.frames = new Map(layout.nodes.map((node) => [node.label, this.frame(layout, node)]));
    for (const edge of layout.edges) this.join(edge);
    const tip = svg("path.tip", { d: "M0 0 8 4 0 8z", fill: FAINT });
    const marker = { id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" };
    refill(this.picture, svg("defs", svg("marker", marker, tip)), ...this.lines.values(), ...this.frames.values());
    this.enlarge(this.zoom);
  }

  /** @param {Layout} layout @param {Node} node */
  frame({ piece, measures }, node) {
    const { width, height, position } = node;
    const [left, top] = [-width / 2, -height / 2];
    const box = { x: left, y: top, width, height, rx: 4, fill: PAPER, stroke: INK };
    const outer = { x: left - 4, y: top - 4, width: width + 8, height: height + 8, rx: 6 };
    const pieces = piece
      ? [...position].flatMap((size, row) => {
          const y = top + measures.pad + measures.line * row + measures.line / 2;
          const first = -(measures.pitch * (Number(size) - 1)) / 2;
          return Array.from({ length: Number(size) }, (_, index) => pieceAt(piece, first + measures.pitch * index, y));
        })
      : [];
    const made = svg(
      "g.situation",
      { role: "button", "data-situation": node.label },
      svg("rect.double", { ...outer, fill: "none", stroke: INK, display: "none" }),
      svg("rect.box", { ...box }),
      ...pieces.flat(),
      svg("text.name", { y: height / 2 - measures.pad - 3, fill: INK }, node.label),
    );
    place(made, node);
    this.listen(made, node);
    return made;
  }

  /** @param {SVGGElement} made @param {Node} node */
  listen(made, node) {
    /** @type {{x: number, y: number, left: number, top: number} | null} */ let held = null;
    let isDragged = false;
    made.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      held = { x: event.clientX, y: event.clientY, left: node.x, top: node.y };
      isDragged = false;
      made.setPointerCapture(event.pointerId);
    });
    made.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [right, down] = [event.clientX - held.x, event.clientY - held.y];
      if (!isDragged && Math.hypot(right, down) < STILL) return;
      isDragged = true;
      this.move(node, held.left + right / this.zoom, held.top + down / this.zoom);
    });
    made.addEventListener("pointerup", () => (held = null));
    made.addEventListener("pointercancel", () => (held = null));
    made.addEventListener("click", () => {
      if (!isDragged) this.hands.choose(node);
      isDragged = false;
    });
    made.addEventListener("focus", () => this.focus(node.label));
    made.addEventListener("keydown", (event) => this.press(event, node));
  }

  /** @param {Node} node @param {number} x @param {number} y */
  move(node, x, y) {
    const { width, height } = /** @type {Layout} */ (this.layout);
    node.x = Math.round(Math.min(Math.max(x, node.width / 2), width - node.width / 2));
    node.y = Math.round(Math.min(Math.max(y, node.height / 2), height - node.height / 2));
    const frame = this.frames.get(node.label);
    if (frame) place(frame, node);
    for (const edge of this.lines.keys()) {
      if (edge.source !== node && edge.target !== node) continue;
      edge.bend = 0;
      this.join(edge);
    }
  }

  /** A line from frame to frame: downwards, upwards, or hanging between two that stand side by side. @param {Edge} edge */
  join(edge) {
    const { source, target, bend } = edge;
    const apart = (source.height + target.height) / 2;
    const side = target.y - source.y > apart ? 1 : source.y - target.y > apart ? -1 : 0;
    const start = source.y + ((side || 1) * source.height) / 2;
    const end = target.y - ((side || -1) * target.height) / 2;
    const middle = (source.x + target.x) / 2 + bend;
    const deep = side ? (start + end) / 2 : Math.max(start, end) + (this.layout?.measures.sag ?? 0);
    const line = this.lines.get(edge);
    if (line) set(line, { d: `M${source.x} ${start}Q${middle} ${deep} ${target.x} ${end}` });
  }

  /** Show what is to be seen now. @param {State} state */
  update({ shown, opened, path, isMarked }) {
    for (const node of this.layout?.nodes ?? []) {
      const frame = /** @type {SVGGElement} */ (this.frames.get(node.label));
      const isMine = path.includes(node.label);
      const isLeft = isMarked && node.leave === true;
      set(frame, {
        display: shown.has(node.label) ? null : "none",
        class: `situation${isMine ? " played" : ""}${path.at(-1) === node.label ? " here" : ""}${isLeft ? " left" : ""}`,
        tabindex: node.label === this.focused ? 0 : -1,
        "aria-label": this.hands.name(node),
        "aria-expanded": node.lost === null ? String(opened.has(node.label)) : null,
        "aria-current": path.at(-1) === node.label ? "step" : null,
      });
      const [double, box] = frame.children;
      if (double) set(double, { display: isLeft ? null : "none" });
      if (box) set(box, { fill: isLeft ? TINT : PAPER, "stroke-width": isMine ? 2.5 : null });
    }
    for (const [{ source, target }, line] of this.lines) {
      const at = path.indexOf(source.label);
      const isMine = at >= 0 && path[at + 1] === target.label;
      set(line, {
        display: opened.has(source.label) && shown.has(target.label) ? null : "none",
        class: isMine ? "edge played" : "edge",
        stroke: isMine ? INK : FAINT,
        "stroke-width": isMine ? 2.5 : null,
      });
    }
  }

  /** The keyboard walks along lines and layers. @param {KeyboardEvent} event @param {Node} node */
  press(event, node) {
    const next = this.neighbour(event.key, node);
    if (next) this.frames.get(next.label)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.hands.choose(node);
    else return;
    event.preventDefault();
  }

  /** @param {string} key @param {Node} node */
  neighbour(key, node) {
    const isSeen = (/** @type {Element | undefined} */ one) => one?.getAttribute("display") !== "none";
    const joined = [...this.lines].filter(([, line]) => isSeen(line)).map(([edge]) => edge);
    const byPlace = (/** @type {Node} */ one, /** @type {Node} */ other) => one.x - other.x;
    if (key === "ArrowDown")
      return joined
        .filter((edge) => edge.source === node)
        .map((edge) => edge.target)
        .sort(byPlace)[0];
    if (key === "ArrowUp")
      return joined
        .filter((edge) => edge.target === node)
        .map((edge) => edge.source)
        .sort(byPlace)[0];
    if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
    const layer = (this.layout?.nodes ?? [])
      .filter((one) => one.layer === node.layer && isSeen(this.frames.get(one.label)))
      .sort(byPlace);
    return layer[layer.indexOf(node) + (key === "ArrowLeft" ? -1 : 1)];
  }

  /** @param {string} label */
  focus(label) {
    for (const one of [this.focused, label]) {
      const frame = this.frames.get(one);
      if (frame) set(frame, { tabindex: one === label ? 0 : -1 });
    }
    this.focused = label;
  }

  /** @param {number} zoom */
  enlarge(zoom) {
    this.zoom = zoom;
    const { width, height } = this.layout ?? { width: 1, height: 1 };
    set(this.picture, {
      viewBox: `0 0 ${width} ${height}`,
      width: Math.round(width * zoom),
      height: Math.round(height * zoom),
    });
  }

  /** What is seen now, black on white, as a file. */
  written() {
    const copy = /** @type {SVGSVGElement} */ (this.picture.cloneNode(true));
    for (const hidden of copy.querySelectorAll('[display="none"]')) hidden.remove();
    for (const one of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of ["class", "tabindex", "role", "data-situation"]) one.removeAttribute(name);
      for (const { name } of [...one.attributes]) if (name.startsWith("aria-")) one.removeAttribute(name);
    }
    const { width, height } = /** @type {Layout} */ (this.layout);
    set(copy, { width, height });
    copy.prepend(svg("rect", { width, height, fill: PAPER }));
    return `${new XMLSerializer().serializeToString(copy)}\n`;
  }
}

/** @param {Element} frame @param {Node} node */
function place(frame, { x, y }) {
  set(frame, { transform: `translate(${x} ${y})` });
}

/** @param {"match" | "token"} piece @param {number} x @param {number} y */
function pieceAt(piece, x, y) {
  if (piece === "token") return [svg("circle.token-piece", { cx: x, cy: y, r: 3, fill: INK })];
  return [
    svg("path.stick", { d: `M${x} ${y - 6}V${y + 6}`, stroke: INK, "stroke-width": 2 }),
    svg("circle.stick-head", { cx: x, cy: y - 5, r: 2, fill: INK }),
  ];
}
