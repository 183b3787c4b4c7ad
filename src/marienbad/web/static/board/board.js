// The board of a match: one of three drawings, or numbers where nothing can be drawn.

import { NumberBoard } from "./numbers.js";
import { Legend } from "./legend.js";
import { HeapRows, LONGEST } from "./rows.js";
import { Overlay } from "./overlay.js";
import { SquareMap } from "./map.js";
import { later } from "../common/rest.js";
import { html, refill, set } from "../common/dom.js";
import { always } from "../common/storage.js";
import { count, t } from "../common/words.js";

/** @typedef {import("./rows.js").View} View */
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

  /**
   * Which of the boards can draw a match that began so.
   * @param {bigint[]} start
   * @returns {BoardKind[]}
   */
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
      t("web.heap.holds", {
        heap: t(`words.${noun}.label`, { number: heap + 1 }),
        count: count(object, left),
      }),
    );
    set(this.spoken, { "aria-label": t("web.position") });
    if (lines.join() === [...this.spoken.children].map((line) => line.textContent).join()) return;
    refill(this.spoken, ...lines.map((line) => html("li", line)));
  }
}
