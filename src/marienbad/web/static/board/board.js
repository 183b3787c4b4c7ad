// The board of a match: one of three drawings, or numbers where nothing can be drawn.

import { getJson } from "../common/api.js";
import { html, refill, say, set, svg } from "../common/dom.js";
import { readInteger } from "../common/numbers.js";
import { later } from "../common/rest.js";
import { always } from "../common/storage.js";
import { integer, t, wholeInteger, count } from "../common/words.js";
import { HeapRows, LONGEST } from "./rows.js";

/** @typedef {import("./rows.js").View} View */
/** @typedef {import("../common/model.js").Drawing} Drawing */
/** @typedef {import("./chess.js").ChessBoard} ChessBoard */

// Heaps too large to draw: numbers, with an exact input for each.

/** Longer numbers are written small. */
const LONGEST_LINE = 10n ** 30n;

class NumberBoard extends HTMLElement {
  /** @type {HTMLInputElement[]} */ inputs = [];
  shape = "";

  /** @param {View} view */
  update(view) {
    const shape = `${view.game.game} ${view.start.length} ${view.game.rule}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.inputs = [];
      refill(this, ...view.start.map((_, heap) => this.line(view, heap)));
    }
    view.position.forEach((left, heap) => {
      const line = this.children[heap];
      const [size, rest] = [line?.querySelector(".huge"), line?.querySelector(".rest")];
      const input = this.inputs[heap];
      const taken = view.take[heap] ?? 0n;
      if (size) {
        // Every digit counts for who wants to take all but some.
        const isLong = left > LONGEST_LINE;
        say(size, isLong ? wholeInteger(left) : integer(left));
        size.classList.toggle("long", isLong);
      }
      if (rest) say(rest, taken > 0n && taken <= left ? t("web.leaves", { number: left - taken }) : "");
      if (!input) return;
      set(input, { readonly: !view.isOpen });
      if ((readInteger(input.value) ?? 0n) !== taken) input.value = taken ? String(taken) : "";
      input.oninput = () => {
        const typed = readInteger(input.value);
        input.setCustomValidity(typed === null && input.value.trim() ? t("web.not_a_number") : "");
        view.choice.choose(heap, typed ?? 0n);
      };
    });
  }

  /** @param {View} view @param {number} heap */
  line(view, heap) {
    const { heap: noun } = view.game.nouns;
    const name = t(`words.${noun}.label`, { number: heap + 1 });
    const input = html("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t("web.slider", { heap: name }),
      placeholder: "0",
      "data-input": heap,
    });
    this.inputs[heap] = input;
    return html(
      "div.number-heap",
      { role: "group", "aria-label": name },
      html("span.row-name", name),
      html("span.huge"),
      html("label", html("span", t("web.take_label")), input),
      html("output.rest"),
    );
  }
}

customElements.define("number-board", NumberBoard);

// What the marks on the board mean; the line keeps its place while it is empty.

class Legend {
  element = html("ul.legend-line", { "aria-label": t("web.legend") });
  shown = "";

  /** @param {View} view @param {string[]} notes what is said of the picture */
  paint({ last, values }, notes) {
    const isTimed = [...(values?.values() ?? [])].some(({ length }) => length !== undefined);
    const entries = notes.map((note) => ["note", note]);
    if (last) entries.push([last.mark, t(`web.last.${last.who}`, { name: last.name })]);
    if (values) entries.push(["wins", t("web.value.wins")], ["loses", t("web.value.loses")]);
    if (isTimed) entries.push(["length", t("web.legend.length")]);
    if (String(entries) === this.shown) return;
    this.shown = String(entries);
    refill(this.element, ...entries.map(([sign, text]) => html("li", { "data-sign": sign }, text)));
  }
}

// What lies over the rows: a picture of 'Why?', which brings along how it is drawn.

export class Overlay {
  /** @param {HeapRows} rows */
  constructor(rows) {
    this.rows = rows;
    this.picture = svg("svg.overlay", { "aria-hidden": "true", focusable: "false" });
    this.foot = html("div.board-foot");
    this.frame = html("div.frame", rows, this.picture, this.foot);
    /** @type {View | null} */ this.view = null;
    /** @type {Drawing | null} */ this.painted = null;
    new ResizeObserver(() => this.paint()).observe(this.frame);
  }

  /** @param {View | null} view */
  update(view) {
    this.view = view;
    this.paint();
  }

  /** What has to be said of the picture beside the explanation. @returns {string[]} */
  get notes() {
    const { game, drawing } = this.view ?? {};
    return (game && drawing?.notesOn?.(game, drawing)) ?? [];
  }

  paint() {
    const drawing = this.view?.drawing ?? null;
    // Only a new picture draws itself; a resized one is simply there.
    this.frame.classList.toggle("fresh", drawing !== this.painted);
    this.painted = drawing;
    this.frame.dataset.drawing = drawing?.kind ?? "none";
    refill(this.picture);
    refill(this.foot);
    for (const row of this.rows.rows) refill(row.note);
    drawing?.draw?.(this, drawing);
  }
}

// The squares to leave, marked on the chessboard: those of a drawing, or all of them at a wish.

class SquareMap {
  isWanted = false;
  /** @type {string | null} Why it was not to be had. */
  problem = null;
  /** What the squares show: of which game and how wide, or the drawing. */
  shown = "";
  /** @type {() => void} Told once that the map has come, or that there is a problem. */
  came = () => {};

  /** Show it with the next update, or no longer. @param {boolean} isWanted @param {() => void} [came] */
  turn(isWanted, came = () => {}) {
    this.isWanted = isWanted;
    this.problem = null;
    this.came = came;
  }

  /** @param {ChessBoard} chess @param {import("./rows.js").View} view */
  async update(chess, { game, drawing }) {
    if (drawing?.pairs?.length) {
      chess.showMap([...drawing.pairs, ...drawing.pairs.map(swapped)]);
      this.shown = "drawing";
      return;
    }
    const { size } = chess;
    const wanted = this.isWanted ? `${game.game} ${size}` : "";
    if (wanted === this.shown) return;
    this.shown = wanted;
    if (!wanted) {
      chess.showMap([]);
      return;
    }
    const { came } = this;
    try {
      const { positions } = await getJson("/api/map", { game: game.game, size });
      if (wanted !== this.shown) return;
      chess.showMap(positions);
    } catch (problem) {
      if (wanted !== this.shown) return;
      this.isWanted = false;
      this.problem = /** @type {Error} */ (problem).message;
    }
    this.came = () => {};
    came();
  }
}

/** @param {[number, number]} pair @returns {[number, number]} */
function swapped([x, y]) {
  return [y, x];
}

/** @typedef {"match" | "token" | "chess"} BoardKind */

const KEY = "marienbad.study.board";
const MOST_HEAPS = 16;
/** The largest board whose squares are drawn. */
const LARGEST = 31n;
/** As the styles lay them. */
const TOKENS_IN_LINE = 10n;
export const BOARD_KINDS = /** @type {const} */ (["match", "token", "chess"]);

export class Board {
  /** @param {import("./chess.js").ChessBoard | null} [chess] the squares, where they may be wanted at once */
  constructor(chess = null) {
    this.rows = new HeapRows();
    this.chess = chess;
    this.numbers = new NumberBoard();
    this.spoken = html("ul.spoken");
    this.overlay = new Overlay(this.rows);
    this.legend = new Legend();
    this.element = html("div.board");
    this.map = new SquareMap();
    this.layout = "";
  }

  /** Rows need no squares: where some may be wanted, they are fetched before. @param {bigint[]} start */
  async prepare(start) {
    if (this.chess || !this.possible(start).includes("chess")) return;
    const { ChessBoard } = await later(import("./chess.js"));
    this.chess = new ChessBoard();
  }

  /** @param {import("../common/model.js").Game} game @returns {BoardKind} */
  preferred(game) {
    const kept = always.getItem(`${KEY}.${game.nouns.object}`);
    const usual = game.nouns.object === "match" ? "match" : "chess";
    return BOARD_KINDS.find((name) => name === kept) ?? usual;
  }

  /** @param {import("../common/model.js").Game} game @param {BoardKind} kind */
  prefer(game, kind) {
    always.setItem(`${KEY}.${game.nouns.object}`, kind);
  }

  /** Which of the boards can draw a match that began so. @param {bigint[]} start @returns {BoardKind[]} */
  possible(start) {
    return BOARD_KINDS.filter((kind) => {
      if (kind === "chess") return start.length === 2 && start.every((heap) => heap <= LARGEST);
      return start.length <= MOST_HEAPS && start.every((heap) => heap <= LONGEST[kind]);
    });
  }

  /** @param {View} view */
  update(view) {
    const possible = this.possible(view.start);
    const wanted = this.preferred(view.game);
    const own = view.game.nouns.object;
    const kind = possible.find((name) => name === wanted) ?? possible.find((name) => name === own) ?? possible[0];
    const rowsKind = kind === "match" ? "match" : "token";
    this.arrange(kind, possible.includes("token"));
    this.speak(view);
    if (!kind) this.numbers.update(view);
    else if (kind !== "chess" || possible.includes("token")) this.rows.update(rowsKind, view);
    if (kind === "chess" && this.chess) {
      this.chess.update(view);
      void this.map.update(this.chess, view);
    }
    this.overlay.update(kind ? view : null);
    this.legend.paint(view, this.overlay.notes);
    return kind;
  }

  /**
   * How many heaps and lines of objects the styles have to find room for.
   * @param {bigint[]} start
   * @param {BoardKind | undefined} kind
   */
  measures(start, kind) {
    const inLine = kind === "match" ? LONGEST.match : TOKENS_IN_LINE;
    const lines = start.map((heap) => Math.max(1, Math.ceil(Number(heap) / Number(inLine))));
    return { heaps: start.length, lines: lines.reduce((sum, number) => sum + number, 0) };
  }

  /** @param {BoardKind | undefined} kind @param {boolean} withHeaps */
  arrange(kind, withHeaps) {
    const layout = `${kind} ${withHeaps}`;
    if (layout === this.layout) return;
    this.layout = layout;
    set(this.element, { "data-board": kind ?? "numbers" });
    if (!kind) refill(this.element, this.spoken, this.numbers);
    else if (kind !== "chess") refill(this.element, this.spoken, this.overlay.frame);
    else refill(this.element, this.spoken, this.chess, withHeaps && this.overlay.frame);
    const words = kind === "chess" ? this.chess?.words : null;
    (words ?? this.overlay.frame).append(this.legend.element);
  }

  /** The position as a list, for those who hear it. @param {View} view */
  speak({ game, position }) {
    const { heap: noun, object } = game.nouns;
    const lines = position.map((left, heap) =>
      t("web.heap.holds", { heap: t(`words.${noun}.label`, { number: heap + 1 }), count: count(object, left) }),
    );
    set(this.spoken, { "aria-label": t("web.position") });
    if (lines.join() === [...this.spoken.children].map((line) => line.textContent).join()) return;
    refill(this.spoken, ...lines.map((line) => html("li", line)));
  }
}
