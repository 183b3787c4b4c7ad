// The board of a match: one of three drawings by taste, or numbers where nothing can be drawn.

import { getJson } from "../common/api.js";
import { ChessBoard, LARGEST } from "./chess.js";
import { NumberBoard } from "./numbers.js";
import { HeapRows, LONGEST } from "./rows.js";
import { Overlay } from "./overlay.js";
import { html, refill, set } from "../common/dom.js";
import { always } from "../common/storage.js";
import { count, t } from "../common/words.js";

/** @typedef {import("./rows.js").View} View */
/** @typedef {"match" | "token" | "chess"} Taste */

const KEY = "marienbad.study.board";
const MOST_HEAPS = 16;
export const TASTES = /** @type {const} */ (["match", "token", "chess"]);

export class Board {
  constructor() {
    this.rows = new HeapRows();
    this.chess = new ChessBoard();
    this.numbers = new NumberBoard();
    this.spoken = html("ul", { class: "spoken" });
    this.overlay = new Overlay(this.rows);
    this.element = html("div", { class: "board" });
    this.isMapShown = false;
    this.mapOf = "";
    this.layout = "";
  }

  /** @param {import("../common/model.js").Game} game @returns {Taste} */
  taste(game) {
    const kept = always.getItem(`${KEY}.${game.nouns.object}`);
    const usual = game.nouns.object === "match" ? "match" : "chess";
    return TASTES.find((name) => name === kept) ?? usual;
  }

  /** @param {import("../common/model.js").Game} game @param {Taste} taste */
  prefer(game, taste) {
    always.setItem(`${KEY}.${game.nouns.object}`, taste);
  }

  /**
   * Which of the boards can draw a match that began so.
   * @param {bigint[]} start
   * @returns {Taste[]}
   */
  possible(start) {
    return TASTES.filter((taste) => {
      if (taste === "chess") return start.length === 2 && start.every((heap) => heap <= LARGEST);
      return start.length <= MOST_HEAPS && start.every((heap) => heap <= LONGEST[taste]);
    });
  }

  /** @param {View} view */
  update(view) {
    const possible = this.possible(view.start);
    const wanted = this.taste(view.game);
    const own = view.game.nouns.object;
    const taste =
      possible.find((name) => name === wanted) ??
      possible.find((name) => name === own) ??
      possible[0];
    const rowsKind = taste === "match" ? "match" : "token";
    this.arrange(taste, possible.includes("token"));
    this.speak(view);
    if (!taste) this.numbers.update(view);
    else if (taste !== "chess" || possible.includes("token")) this.rows.update(rowsKind, view);
    if (taste === "chess") {
      this.chess.update(view);
      void this.updateMap(view);
    }
    this.overlay.update(taste ? view : null);
    return taste;
  }

  /** @param {Taste | undefined} taste @param {boolean} withHeaps */
  arrange(taste, withHeaps) {
    const layout = `${taste} ${withHeaps}`;
    if (layout === this.layout) return;
    this.layout = layout;
    set(this.element, { "data-board": taste ?? "numbers" });
    if (!taste) refill(this.element, this.spoken, this.numbers);
    else if (taste !== "chess") refill(this.element, this.spoken, this.overlay.frame);
    else refill(this.element, this.spoken, this.chess, withHeaps && this.overlay.frame);
  }

  /**
   * The position as a list, for those who hear it.
   * @param {View} view
   */
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
    refill(this.spoken, ...lines.map((line) => html("li", {}, line)));
  }

  /** @param {View} view */
  async updateMap({ game, drawing }) {
    if (drawing?.pairs?.length) {
      this.chess.showMap(
        drawing.pairs.flatMap(([x, y]) => [
          [x, y],
          [y, x],
        ]),
      );
      this.mapOf = "drawing";
      return;
    }
    const size = this.chess.size;
    const wanted = this.isMapShown ? `${game.game} ${size}` : "";
    if (wanted === this.mapOf) return;
    this.mapOf = wanted;
    if (!wanted) {
      this.chess.showMap([]);
      return;
    }
    const answer = await getJson("/api/map", { game: game.game, size });
    if (wanted === this.mapOf) this.chess.showMap(answer.positions);
  }
}
