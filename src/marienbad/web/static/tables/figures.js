// The chessboard of a game: the figures of the thesis, and how the squares to leave are found.

import { getJson } from "../common/api.js";
import { button, html, refill, say, select, set } from "../common/dom.js";
import { hasCalls } from "../common/moves.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {{sign: "leave" | "excluded", squares: [number, number][], text: string}} Stage */
/**
 * A figure of the thesis.
 * @typedef {{number: string, title: string, game: string, size: number, at: number[] | null,
 *   pairs: number | null}} Figure
 */

const SIZE = 8;
/** The board of a slice has more squares: what it shows begins later. */
const SLICE_SIZE = 12;
/** The choice of the slices of three heaps, as links write it. */
export const SLICES = "slices";
const SIGNS = { leave: "●", excluded: "×" };

export class Figures {
  /**
   * @param {string} chosen the number of the figure that the link asks for
   * @param {import("./sheet.js").Slice} slice
   * @param {() => void} changed called when another is asked for
   */
  constructor(chosen, slice, changed) {
    this.chosen = chosen;
    this.slice = slice;
    this.changed = changed;
    /** @type {Game | null} */ this.game = null;
    /** @type {Figure[]} */ this.printed = [];
    /** @type {Stage[]} */ this.stages = [];
    /** How many squares a side the board of these stages has. */
    this.size = SIZE;
    this.step = 0;
    this.question = 0;
    this.choosing = html("div");
    this.dial = slice.dial();
    this.summary = html("summary", t("web.figures"));
    this.words = html("p.status", { "aria-live": "polite" });
    this.board = html("div.wide", { tabindex: 0, role: "group", keydown: this.press.bind(this) });
    this.legend = html("p.legend");
    this.back = button("step-back", t("web.figure.back"), () => this.go(-1));
    this.forth = button("step-forth", t("web.figure.forth"), () => this.go(1), { class: "primary" });
    this.count = html("span.count");
    this.steps = html("div.acts", { hidden: true }, this.back, this.forth, this.count);
    this.element = html(
      "details.fold.figures",
      { toggle: () => this.ask(), open: chosen !== "" },
      this.summary,
      this.choosing,
      this.dial,
      this.words,
      this.board,
      this.steps,
      this.legend,
    );
  }

  /** @param {Game} game @param {Figure[]} printed */
  show(game, printed) {
    this.game = game;
    this.printed = printed;
    /** @type {[string, string][]} */ const choices = [];
    const own = this.isWhole ? "web.figure.whole" : "web.figure.own";
    if (hasBoard(game)) choices.push(["", t(own, { game: game.title })]);
    if (hasSlices(game)) choices.push([SLICES, t("web.figure.slices", { game: game.title })]);
    choices.push(...printed.map(({ number, title }) => /** @type {[string, string]} */ ([number, title])));
    if (!choices.some(([number]) => number === this.chosen)) this.chosen = choices[0]?.[0] ?? "";
    const kind = game.heaps === 3 ? "web.figures.slices" : this.isWhole ? "web.figures.whole" : "web.figures";
    say(this.summary, t(kind));
    set(this.element, { hidden: choices.length === 0 });
    const choose = (/** @type {string} */ number) => {
      this.chosen = number;
      this.ask();
    };
    refill(this.choosing, select(t("web.figure"), choices, this.chosen, choose, { "data-action": "figure" }));
    void this.load();
  }

  /** The figure, as it stands in the address; nothing while the fold is closed. */
  get query() {
    return { figure: this.element.open ? this.chosen : "" };
  }

  /** Whether the board of the game is shown at once: where heaps are parted or called, no square excludes others. */
  get isWhole() {
    return Boolean(this.game && (this.game.parts || hasCalls(this.game.memory)));
  }

  /** Whether slices are what is shown. */
  get isSliced() {
    return this.element.open && this.chosen === SLICES;
  }

  ask() {
    this.changed();
    void this.load();
  }

  async load() {
    const { game } = this;
    const number = ++this.question;
    set(this.dial, { hidden: !this.isSliced });
    if (!game || !this.element.open || this.element.hidden) return;
    const figure = this.printed.find((known) => known.number === this.chosen);
    // what pairs exclude is shown step by step, as is the board of the game
    const isStepwise = !this.isSliced && (figure ? figure.pairs !== null : !this.isWhole);
    try {
      if (this.isSliced) {
        const query = { game: game.game, size: SLICE_SIZE, slice: this.slice.third };
        const found = await getJson("/api/board", query);
        if (number !== this.question) return;
        this.paintBoard(found);
      } else if (isStepwise) {
        const query = { game: figure?.game ?? game.game, size: figure?.size ?? SIZE };
        const found = await getJson("/api/construction", query);
        if (number !== this.question) return;
        this.stages = found.stages;
        this.size = found.size;
        this.step = 0;
        this.paintStep();
      } else {
        const { at = null, size = SIZE, game: name = game.game } = figure ?? {};
        const found = await getJson("/api/board", { game: name, size, at: at?.join(",") });
        if (number !== this.question) return;
        this.paintBoard(found);
      }
      set(this.steps, { hidden: !isStepwise });
    } catch (problem) {
      if (number !== this.question) return;
      for (const part of [this.board, this.legend]) refill(part);
      set(this.steps, { hidden: true });
      sayProblem(this.words, problem, () => void this.load());
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || this.steps.hidden) return;
    event.preventDefault();
    this.go(by);
  }

  /** @param {number} by */
  go(by) {
    this.step = Math.min(Math.max(this.step + by, 0), this.stages.length - 1);
    this.paintStep();
  }

  paintStep() {
    const seen = this.stages.slice(0, this.step + 1);
    const now = seen.at(-1);
    const isNew = (/** @type {string} */ square) => now?.squares.some((s) => String(s) === square) ?? false;
    const signs = new Map(
      seen.flatMap(({ sign, squares }) =>
        squares.map((square) => /** @type {[string, string]} */ ([String(square), SIGNS[sign]])),
      ),
    );
    say(this.words, now?.text ?? "");
    this.paint(this.size, signs, isNew);
    say(this.legend, `${SIGNS.leave} ${t("web.figure.leave")}   ${SIGNS.excluded} ${t("web.figure.excluded")}`);
    say(this.count, t("web.figure.step", { step: this.step + 1, steps: this.stages.length }));
    set(this.back, { "aria-disabled": this.step ? null : "true" });
    set(this.forth, { "aria-disabled": this.step < this.stages.length - 1 ? null : "true" });
  }

  /** @param {any} found */
  paintBoard({ size, title, marks, at, legend }) {
    const characters = new Map(legend.map((/** @type {any} */ { sign, character }) => [sign, character]));
    const piece = legend.find((/** @type {any} */ { sign }) => sign === "rook" || sign === "queen");
    const signs = new Map(
      marks.map((/** @type {[number, number, string]} */ [x, y, sign]) => [`${x},${y}`, characters.get(sign) ?? ""]),
    );
    const corner = legend.find((/** @type {any} */ { sign }) => sign === "corner" || sign === "end");
    if (corner) signs.set("0,0", corner.character);
    if (at) signs.set(String(at), piece?.character ?? "");
    say(this.words, title);
    this.paint(size, signs, () => false);
    say(this.legend, legend.map((/** @type {any} */ { character, text }) => `${character} ${text}`).join("   "));
  }

  /**
   * The board, (0, 0) at the bottom left.
   * @param {number} size
   * @param {Map<string, string>} signs
   * @param {(square: string) => boolean} isNew
   */
  paint(size, signs, isNew) {
    const edge = [...Array(size).keys()];
    const rows = edge.toReversed().map((y) =>
      html(
        "tr",
        html("th", { scope: "row" }, y),
        ...edge.map((x) => {
          const square = `${x},${y}`;
          return html("td", { class: isNew(square) ? "new" : null, "data-square": square }, signs.get(square) ?? "");
        }),
      ),
    );
    const foot = html("tr", html("td"), ...edge.map((x) => html("th", { scope: "col" }, x)));
    set(this.board, { "aria-label": this.words.textContent });
    const form = size > SIZE ? "chequer many" : "chequer";
    refill(this.board, html("table", { class: form }, html("tbody", ...rows), html("tfoot", foot)));
  }
}

/** Whether a game is played with three heaps, or can be. @param {Game} game */
export function hasSlices(game) {
  return game.tables.some(({ takes_slice }) => takes_slice);
}

/** Whether a game can be seen on a board of two heaps. @param {Game} game */
function hasBoard({ heaps, memory }) {
  return (heaps === 2 || heaps === null) && (!memory || hasCalls(memory));
}
