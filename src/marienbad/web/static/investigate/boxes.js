// The boxes of the machine with their beads, and the curve of what it has won.

import { Round } from "../board/round.js";
import { postJson } from "../common/api.js";
import { html, refill, set, svg, button } from "../common/dom.js";
import { loadMoves } from "../common/model.js";
import { readMove, readPlace } from "../common/moves.js";
import { count, t } from "../common/words.js";

/** @typedef {import("./page.js").Subject} Subject */

/** @typedef {{label: string, move: any, beads: number}} Colour */
/** @typedef {{label: string, position: unknown[], colours: Colour[]}} Box */

const [ROW, BEAD, LETTER, HEAD, PAD, ARROW] = [20, 13, 8, 26, 10, 28];
/** More beads than this are a number. */
const MANY = 8;
const HUES = 8;

export class Boxes {
  constructor() {
    this.element = html("ul.boxes", { "aria-label": t("investigate.machine.boxes"), tabindex: 0 });
    /** @type {Map<string, HTMLLIElement>} */ this.places = new Map();
    /** What the colours mean. */
    this.key = html("p.bead-key");
    /** Of what is taken from a single heap, its colour in every box. @type {Map<string, number> | null} */
    this.hues = null;
  }

  /**
   * All boxes, that of the start first.
   * @param {Box[]} boxes
   * @param {Map<string, string>} lit the boxes that were used, and what was left from each
   * @param {string} noun what is taken
   */
  paint(boxes, lit, noun) {
    const labels = boxes.map(({ label }) => label).join();
    if (labels !== this.element.dataset.labels) {
      this.places = new Map(boxes.map(({ label }) => [label, html("li", { "data-box": label })]));
      refill(this.element, ...[...this.places.values()].reverse());
      this.element.dataset.labels = labels;
      this.hues = huesOfTakes(boxes);
      refill(this.key, ...keyOf(this.hues, noun));
    }
    for (const box of boxes) {
      const place = this.places.get(box.label);
      if (!place) continue;
      const isEmpty = box.colours.every(({ beads }) => !beads);
      set(place, { class: `${lit.has(box.label) ? "lit" : ""}${isEmpty ? " empty" : ""}`.trim() || null });
      refill(place, boxPicture(box, lit.get(box.label) ?? null, isEmpty, this.hues));
    }
  }

  /** Bring a box into sight. @param {string} label */
  show(label) {
    const place = this.places.get(label);
    if (place) this.element.scrollTop = place.offsetTop - this.element.clientHeight / 2;
  }
}

/** The colour of each take, where all boxes are one heap and there are colours enough. @param {Box[]} boxes */
function huesOfTakes(boxes) {
  const moves = boxes.flatMap(({ colours }) => colours.map(({ move }) => move));
  const isOneHeap = boxes.every(({ position }) => position.length === 1) && moves.every(Array.isArray);
  const takes = [...new Set(moves.map(String))];
  return isOneHeap && takes.length <= HUES ? new Map(takes.map((take, hue) => [take, hue])) : null;
}

/** What the colours mean, in words. @param {Map<string, number> | null} hues @param {string} noun */
function keyOf(hues, noun) {
  if (!hues) return [t("investigate.machine.key.order")];
  const taken = [...hues].map(([take, hue]) =>
    html(
      "span",
      svg("svg", { "aria-hidden": "true", viewBox: "0 0 12 12", width: 12, height: 12 }, bead(hue, 6, 6)),
      ` −${count(noun, BigInt(take))}`,
    ),
  );
  return [t("investigate.machine.key.take"), ...taken.flatMap((one) => [" ", one])];
}

/** @param {Box} box @param {string | null} drawn @param {boolean} isEmpty @param {Map<string, number> | null} hues */
function boxPicture({ label, colours }, drawn, isEmpty, hues) {
  const letters = Math.max(...colours.map((colour) => colour.label.length));
  const width = Math.max(2 * PAD + ARROW + LETTER * letters + BEAD * MANY, 2 * PAD + LETTER * label.length + 60);
  const height = HEAD + ROW * colours.length + PAD;
  const rows = colours.map((colour, index) => {
    const y = HEAD + ROW * index + ROW / 2;
    const left = PAD + ARROW + LETTER * letters;
    const hue = hues?.get(String(colour.move)) ?? index;
    const beads =
      colour.beads > MANY
        ? [bead(hue, left, y), svg("text", { x: left + BEAD, y: y + 4 }, `× ${colour.beads}`)]
        : Array.from({ length: colour.beads }, (_, place) => bead(hue, left + BEAD * place, y));
    const name = svg("text", { x: PAD, y: y + 4 }, `→ ${colour.label}`);
    return svg("g", { class: colour.label === drawn ? "drawn" : null }, name, ...beads);
  });
  const spoken = colours.map((colour) => t("investigate.machine.colour", { left: colour.label, beads: colour.beads }));
  return svg(
    "svg",
    {
      role: "img",
      "aria-label": t("investigate.machine.box", { box: label, beads: spoken.join("; ") }),
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
    },
    svg("rect.case", { x: 1, y: 1, width: width - 2, height: height - 2, rx: 4 }),
    svg("path.strike", { d: `M1 ${HEAD - 4}H${width - 1}` }),
    svg("text.box-name", { x: PAD, y: 16 }, label),
    isEmpty
      ? svg("text.box-empty", { x: width - PAD, y: 16, "text-anchor": "end" }, t("investigate.machine.empty"))
      : null,
    ...rows,
  );
}

/** @param {number} colour @param {number} x @param {number} y */
function bead(colour, x, y) {
  return svg("circle", { class: `bead hue-${colour % HUES}`, cx: x, cy: y, r: 5 });
}

const [WIDE, HIGH, EDGE] = [360, 120, 28];

/** Of each ten games, or hundred, how many were won, as a line. @param {boolean[]} results */
export function curve(results) {
  let size = 10;
  while (results.length > 20 * size) size *= 10;
  const parts = Array.from({ length: Math.ceil(results.length / size) }, (_, index) =>
    results.slice(index * size, (index + 1) * size),
  );
  const won = parts.map((part) => part.filter(Boolean).length);
  const step = (WIDE - 2 * EDGE) / Math.max(parts.length - 1, 1);
  const points = parts.map((part, index) => {
    const share = (won[index] ?? 0) / part.length;
    return [EDGE + step * index, HIGH - EDGE - share * (HIGH - 2 * EDGE)];
  });
  const label = t("investigate.machine.curve", { size, won: won.join(", ") });
  return html(
    "figure.curve",
    svg(
      "svg",
      { role: "img", "aria-label": label, viewBox: `0 0 ${WIDE} ${HIGH}` },
      svg("path.axis", { d: `M${EDGE} ${EDGE}H${WIDE - EDGE}M${EDGE} ${HIGH - EDGE}H${WIDE - EDGE}` }),
      svg("text", { x: EDGE - 6, y: EDGE + 4, "text-anchor": "end" }, size),
      svg("text", { x: EDGE - 6, y: HIGH - EDGE + 4, "text-anchor": "end" }, 0),
      svg("text", { x: WIDE - EDGE, y: HIGH - 8, "text-anchor": "end" }, results.length),
      svg("polyline", { points: points.map((point) => point.join(" ")).join(",") }),
      ...points.map(([x, y]) => svg("circle", { cx: x, cy: y, r: 3 })),
    ),
    html("figcaption", t("investigate.machine.curve.of", { size })),
  );
}

// A game by hand against the machine of matchboxes: it draws a bead for its move, and learns when
// the game is over.

/**
 * @typedef {object} Boxed what a game needs of the machine
 * @property {() => Record<string, unknown>} wish the machine as the server reads it
 * @property {(box: number | string, colour: number | null) => void} light a box that is used
 * @property {(shown: any) => void} learned the machine after the game
 * @property {() => boolean} begins whether the machine begins the next game
 */

/** A position as the server reads it. @param {readonly bigint[]} position */
const written = (position) => position.join(",") || "0";

export class ByHand {
  /** @param {Boxed} machine */
  constructor(machine) {
    this.machine = machine;
    /** @type {Subject | null} */ this.subject = null;
    /** @type {string[]} */ this.path = [];
    this.began = false;
    this.round = new Round((game, move, left) => this.played(game, move, left));
    this.again = button("hand-again", t("match.again"), () => void this.begin(), { hidden: true });
    this.element = html("section.by-hand", { hidden: true }, this.round.board.element, this.round.act, this.again);
  }

  /** @param {Subject | null} [subject] */
  async begin(subject = this.subject) {
    if (!subject) return;
    this.subject = subject;
    const { game, start } = subject;
    set(this.element, { hidden: null });
    set(this.again, { hidden: true });
    await this.round.board.prepare(start);
    this.round.begin(game, start);
    this.path = [written(start)];
    this.began = this.machine.begins();
    if (this.began) await this.answer(start);
    else await this.turn(start, t("match.turn.you"));
  }

  stop() {
    this.round.rounds += 1;
    set(this.element, { hidden: true });
  }

  /** @param {bigint[]} position @param {...string} sentences */
  async turn(position, ...sentences) {
    await this.round.attempt(async () => {
      await this.round.turn(position, ...sentences);
      this.round.focus();
    });
  }

  /** @param {import("../common/model.js").Game} game @param {bigint[]} move @param {bigint[]} left */
  async played(game, move, left) {
    this.path.push(written(left));
    this.round.put(left);
    this.round.tell(this.round.does("you", move), t("match.thinking"));
    await this.round.attempt(async () => {
      const isLate = this.round.late();
      const { over } = await loadMoves(game.game, left);
      if (isLate()) return;
      if (over) await this.learn(false);
      else await this.answer(left);
    });
  }

  /** The machine draws a bead, and what it stands for is shown before it is done. @param {bigint[]} position */
  async answer(position) {
    await this.round.attempt(async () => {
      const isLate = this.round.late();
      const wish = { ...this.machine.wish(), heaps: written(position), ply: this.path.length - 1 };
      const drawn = await postJson("/api/machine/move", wish);
      if (isLate()) return;
      this.machine.light(drawn.box, drawn.colour);
      if (drawn.move === null) {
        await this.learn(true);
        return;
      }
      const move = readMove(drawn.move);
      const sentence = this.round.does("machine", move);
      await this.round.show(move, sentence);
      if (isLate() || !this.subject) return;
      const left = readPlace(drawn, "leave");
      this.path.push(written(left));
      this.round.put(left);
      if (drawn.over) await this.learn(false, sentence);
      else await this.turn(left, sentence, t("match.turn.you"));
    });
  }

  /** @param {boolean} gaveUp @param {string} [sentence] */
  async learn(gaveUp, sentence = "") {
    const isLate = this.round.late();
    const wish = { ...this.machine.wish(), path: this.path, began: this.began, gave_up: gaveUp };
    const shown = await postJson("/api/machine/learn", wish);
    if (isLate()) return;
    this.machine.learned(shown);
    const end = gaveUp ? t("investigate.machine.gives_up") : sentence;
    this.round.end();
    const [won] = shown.won;
    this.round.tell(end, t(`match.won.${won ? "machine" : "you"}`), won ? "" : t("investigate.machine.learns"));
    set(this.again, { hidden: null });
    this.again.focus();
  }
}
