// The squares to leave, marked on the chessboard: those of a drawing, or all of them at a wish.

import { getJson } from "../common/api.js";

/** @typedef {import("./chess.js").ChessBoard} ChessBoard */

export class SquareMap {
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
