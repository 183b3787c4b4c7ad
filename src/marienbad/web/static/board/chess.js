// The chessboard of two heaps: the piece stands on (x, y), a square is what a move leaves.

import { html, say, set } from "../common/dom.js";
import { PointedBoard } from "./pointing.js";
import { integer, t, tuple } from "../common/words.js";

/** @typedef {import("./rows.js").View} View */

/** The largest board whose squares are drawn. */
export const LARGEST = 31n;
const USUAL = 8;
/** On a larger board only every fifth line is numbered. */
const CROWDED = 16;

export class ChessBoard extends PointedBoard {
  /** @type {View | null} */
  view = null;
  size = 0;
  /** @type {Map<string, HTMLElement>} */
  squares = new Map();
  /** @type {Set<string>} the squares to leave that are shown */
  map = new Set();
  /** @type {string | null} */
  pointed = null;
  label = html("p", { class: "square-label", "aria-hidden": "true" });

  /** @param {View} view */
  update(view) {
    this.view = view;
    const largest = Math.max(...[...view.start, ...view.position].map(Number));
    this.build(Math.max(USUAL, largest + 1));
    if (!view.isOpen) this.pointed = null;
    this.paint();
  }

  /** @param {[number, number][]} squares */
  showMap(squares) {
    this.map = new Set(squares.map(String));
    if (this.view) this.paint();
  }

  /** @param {number} size */
  build(size) {
    if (size === this.size) return;
    this.size = size;
    this.squares.clear();
    const grid = html("div", { class: "chess", role: "group" });
    grid.style.setProperty("--size", String(size));
    const numbers = [...Array(size).keys()];
    const label = (/** @type {number} */ n) => (size > CROWDED && n % 5 ? "" : n);
    for (const y of [...numbers].reverse()) {
      grid.append(html("span", { class: "coordinate", "aria-hidden": "true" }, label(y)));
      for (const x of numbers) {
        const square = html("button", {
          type: "button",
          class: (x + y) % 2 ? "square light" : "square dark",
          "data-square": `${x},${y}`,
        });
        this.squares.set(`${x},${y}`, square);
        grid.append(square);
      }
    }
    grid.append(html("span"));
    for (const x of numbers) {
      grid.append(html("span", { class: "coordinate below", "aria-hidden": "true" }, label(x)));
    }
    this.replaceChildren(grid, this.label);
  }

  paint() {
    const { view } = this;
    if (!view) return;
    const [x = 0n, y = 0n] = view.position;
    const here = `${x},${y}`;
    const target = String(view.position.map((heap, index) => heap - (view.take[index] ?? 0n)));
    const grid = this.firstElementChild;
    if (grid) set(grid, { "aria-label": `${view.game.piece} ${tuple(view.position)}` });
    const hadFocus = document.activeElement;
    for (const [name, square] of this.squares) {
      const isHere = name === here;
      const isReach = view.isOpen && !isHere && view.choice.mayTake(this.takeOf(name));
      const isToLeave = this.map.has(name);
      square.classList.toggle("here", isHere);
      square.classList.toggle("reach", isReach);
      square.classList.toggle("to-leave", isToLeave);
      square.classList.toggle("chosen", target !== here && name === target);
      square.classList.toggle("pointed", name === this.pointed && isReach);
      say(square, isHere ? view.game.piece_symbol : isToLeave ? "◆" : "");
      set(square, {
        tabindex: isReach || isHere ? 0 : -1,
        "aria-disabled": isReach ? null : "true",
        "aria-label": [
          this.spoken(name, isHere, isToLeave),
          ...(isReach ? [this.takes(this.takeOf(name))] : []),
        ].join(", "),
      });
    }
    if (hadFocus instanceof HTMLElement && hadFocus.dataset.square && !view.isOpen)
      hadFocus.focus();
    this.tell();
  }

  /** @param {string} name @param {boolean} isHere @param {boolean} isToLeave */
  spoken(name, isHere, isToLeave) {
    const square = `(${name.replace(",", ", ")})`;
    if (isHere) return t("web.square.here", { square });
    return t(isToLeave ? "web.square.to_leave" : "web.square", { square });
  }

  /** Say beside the board what the square pointed at, or chosen, would take. */
  tell() {
    const { view } = this;
    if (!view) return;
    const shown = this.pointed ? this.takeOf(this.pointed) : view.take;
    const isMove = shown.every((amount) => amount >= 0n) && shown.some((amount) => amount > 0n);
    say(this.label, isMove ? this.takes(shown) : "\u00a0");
  }

  /** @param {bigint[]} take */
  takes([a = 0n, b = 0n]) {
    return t("web.square.takes", { x: integer(a), y: integer(b) });
  }

  /** @param {string} name */
  takeOf(name) {
    const [u = 0n, v = 0n] = name.split(",").map(BigInt);
    const [x = 0n, y = 0n] = this.view?.position ?? [];
    return [x - u, y - v];
  }

  /** @param {EventTarget | null} target */
  nameOf(target) {
    const square = target instanceof Element ? target.closest("[data-square]") : null;
    return square instanceof HTMLElement ? (square.dataset.square ?? null) : null;
  }

  /** @param {EventTarget | null} target */
  point(target) {
    const name = this.view?.isOpen ? this.nameOf(target) : null;
    if (name === this.pointed) return;
    for (const square of [this.pointed, name]) {
      const element = square ? this.squares.get(square) : null;
      element?.classList.toggle("pointed", square === name && element.classList.contains("reach"));
    }
    this.pointed = name;
    this.tell();
  }

  /** @param {EventTarget | null} target */
  press(target) {
    const name = this.nameOf(target);
    if (!name || !this.view?.isOpen) return;
    const take = this.takeOf(name);
    if (take.some((amount) => amount < 0n) || take.every((amount) => amount === 0n)) {
      say(this.label, this.view.game.piece);
      return;
    }
    this.view.choice.clickSquare(take, this.view.play);
  }
}

customElements.define("chess-board", ChessBoard);
