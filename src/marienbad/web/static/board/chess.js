// The chessboard of two heaps: the piece stands on (x, y), a square is what a move leaves.

import { html, isMotionReduced, refill, say, set } from "../common/dom.js";
import { deed, taken } from "../common/speech.js";
import { PointedBoard, spokenValue, valueSign } from "./pieces.js";
import { t } from "../common/words.js";

/** @typedef {import("./rows.js").View} View */

const USUAL = 8;
/** On a larger board only every fifth line is numbered. */
const CROWDED = 16;
/** Where a key leads, in squares to the right and up; the edges are farther than any board is wide. */
const FAR = 99;
/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-FAR, 0],
  End: [FAR, 0],
  PageUp: [0, FAR],
  PageDown: [0, -FAR],
};

export class ChessBoard extends PointedBoard {
  /** @type {View | null} */ view = null;
  size = 0;
  /** @type {Map<string, HTMLElement>} */ squares = new Map();
  /** @type {Set<string>} the squares to leave that are shown */
  map = new Set();
  /** @type {Set<string>} the squares to which it is forbidden to go, or soon is */
  crossed = new Set();
  /** @type {string | null} */ pointed = null;
  /** The square that the tabulator reaches: the one that last had the focus, else the piece's. */
  current = "";
  /** Where the piece was painted last. */
  stood = "";
  glyph = html("span.glyph");
  label = html("p.square-label", { "aria-hidden": "true" });
  rule = html("p.piece-rule", { id: "piece-rule" });
  words = html("div.chess-words", this.label, this.rule);

  constructor() {
    super();
    this.addEventListener("focusin", ({ target }) => this.rove(this.nameOf(target)));
    this.addEventListener("keydown", (event) => this.step(event));
    this.glyph.addEventListener("animationend", () => this.glyph.classList.remove("gliding"));
  }

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
    this.stood = "";
    this.squares.clear();
    const grid = html("div.chess", { role: "grid", "aria-describedby": this.rule.id });
    grid.style.setProperty("--size", String(size));
    const numbers = [...Array(size).keys()];
    const label = (/** @type {number} */ n) => (size > CROWDED && n % 5 ? "" : n);
    const coordinate = (/** @type {string} */ kind, /** @type {number} */ n) =>
      html("span", { class: `coordinate${kind}`, "aria-hidden": "true" }, label(n));
    for (const y of [...numbers].reverse()) {
      const row = html("div.rank", { role: "row" }, coordinate("", y));
      row.append(...numbers.map((x) => this.square(x, y)));
      grid.append(row);
    }
    const below = numbers.map((x) => coordinate(" below", x));
    const foot = { class: "rank", role: "presentation" };
    grid.append(html("div", foot, html("span", { "aria-hidden": "true" }), ...below));
    this.replaceChildren(grid, this.words);
  }

  /** @param {number} x @param {number} y */
  square(x, y) {
    const square = html("button", {
      type: "button",
      role: "gridcell",
      class: (x + y) % 2 ? "square light" : "square dark",
      "data-square": `${x},${y}`,
    });
    this.squares.set(`${x},${y}`, square);
    return square;
  }

  paint() {
    const { view } = this;
    if (!view) return;
    const here = [...view.position].join();
    this.crossed = new Set(view.game.forbidding?.crossed(view).map(String));
    const grid = this.firstElementChild;
    if (grid) set(grid, { "aria-label": t("web.chess", { square: spelled(here) }) });
    say(this.rule, `${view.game.piece} ${t("web.chess.axes")}`);
    for (const [name, square] of this.squares) this.paintSquare(view, name, square, name === here);
    this.place(view, here);
    this.rove(this.contains(document.activeElement) ? null : here);
    this.tell();
  }

  /** @param {View} view @param {string} name @param {HTMLElement} square @param {boolean} isHere */
  paintSquare(view, name, square, isHere) {
    const take = this.takeOf(name);
    const isReach = view.isOpen && !isHere && view.choice.mayTake(take);
    const isToLeave = this.map.has(name);
    const isChosen = !isHere && view.take.length > 0 && String(take) === String(view.take);
    const isFrom = this.isOrigin(take);
    const isCrossed = this.crossed.has(name);
    const value = view.values?.get(String(view.choice.moveOf(take))) ?? null;
    const states = {
      here: isHere,
      reach: isReach,
      "to-leave": isToLeave,
      crossed: isCrossed,
      chosen: isChosen,
      refused: isChosen && view.isOpen && !isReach,
      pointed: name === this.pointed && isReach,
      from: isFrom,
      to: isHere && Boolean(view.last),
    };
    for (const [state, isSo] of Object.entries(states)) square.classList.toggle(state, isSo);
    if (!isHere && Boolean(square.querySelector(".diamond")) !== isToLeave)
      refill(square, isToLeave && html("span.diamond", "◆"));
    set(square, {
      "aria-disabled": isReach ? null : "true",
      "aria-selected": isChosen ? "true" : null,
      "data-mark": isFrom || isHere ? (view.last?.mark ?? null) : null,
      "data-value": value && (value.wins ? "wins" : "loses"),
      "data-sign": value && valueSign(value),
      "aria-label": [
        isHere ? t("web.square.here", { square: spelled(name) }) : t("web.square", { square: spelled(name) }),
        isToLeave && t("web.square.to_leave"),
        isFrom && t("web.square.from"),
        isReach && this.takes(take),
        isCrossed && t("web.forbid.crossed"),
        view.isOpen && !isReach && !isHere && !isCrossed && t("web.square.out"),
        value && spokenValue(value),
      ]
        .filter(Boolean)
        .join(", "),
    });
  }

  /** The piece on its square; from where it stood before it glides. @param {View} view @param {string} here */
  place(view, here) {
    const square = this.squares.get(here);
    say(this.glyph, view.game.piece_symbol);
    if (!square || this.glyph.parentElement === square) return;
    refill(square, this.glyph);
    const [x = 0, y = 0] = here.split(",").map(Number);
    const [u = x, v = y] = this.stood ? this.stood.split(",").map(Number) : [];
    this.stood = here;
    this.glyph.style.setProperty("--across", String(u - x));
    this.glyph.style.setProperty("--up", String(v - y));
    this.glyph.classList.toggle("gliding", (u !== x || v !== y) && !isMotionReduced());
  }

  /** One square of the grid is reached by the tabulator, the others by arrows. @param {string | null} name */
  rove(name) {
    if (name !== null) this.current = name;
    for (const [at, square] of this.squares) set(square, { tabindex: at === this.current ? 0 : -1 });
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const step = STEPS[event.key];
    const from = this.nameOf(event.target);
    if (!step || !from || event.ctrlKey || event.metaKey || event.altKey) return;
    const within = (/** @type {number} */ n) => Math.min(Math.max(n, 0), this.size - 1);
    const [x = 0, y = 0] = from.split(",").map(Number);
    this.squares.get(`${within(x + step[0])},${within(y + step[1])}`)?.focus();
    event.preventDefault();
  }

  /** Say beside the board what the square pointed at, or chosen, would take, and what it is worth. */
  tell() {
    const { view } = this;
    if (!view) return;
    const shown = this.pointed ? this.takeOf(this.pointed) : view.take;
    const isOut = view.isOpen && !view.choice.mayTake(shown);
    const isChosen = view.isOpen && view.choice.isLegal && String(shown) === String(view.take);
    const value = view.values?.get(String(view.choice.moveOf(shown)));
    const isCrossed = this.crossed.has(this.squareOf(shown));
    const words = [
      isCrossed ? t("web.forbid.crossed") : isOut ? t("web.square.out") : this.takes(shown),
      value && spokenValue(value),
      isChosen && (view.again ?? t("web.press_again")),
    ];
    // After a move the pointer still rests where it began.
    const isMove = shown.some((amount) => amount !== 0n) && !this.isOrigin(shown);
    say(this.label, isMove ? words.filter(Boolean).join(" · ") : "");
  }

  /** Whether the last move came from the square that so leads to. @param {bigint[]} take */
  isOrigin(take) {
    const { last } = this.view ?? {};
    return Boolean(last) && String(take.map((amount) => -amount)) === String(last?.take);
  }

  /** @param {bigint[]} take */
  takes(take) {
    if (!this.view) return "";
    const { game, choice } = this.view;
    const move = choice.moveOf(take);
    const verb = /** @type {any} */ ({ called: "calls", chose: "chooses" })[deed(game, move)] ?? "takes";
    const forbidding = game.forbidding?.square(choice, this.squareOf(take));
    return forbidding ?? t(`web.square.${verb}`, { taken: taken(game, move) });
  }

  /** @param {string} name */
  takeOf(name) {
    const [u = 0n, v = 0n] = name.split(",").map(BigInt);
    const [x = 0n, y = 0n] = this.view?.position ?? [];
    return [x - u, y - v];
  }

  /** The square to which a move leads. @param {readonly bigint[]} take */
  squareOf(take) {
    return [...(this.view?.position ?? [])].map((heap, index) => heap - (take[index] ?? 0n)).join();
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
    const { choice, play } = this.view;
    const take = this.takeOf(name);
    const isMove = take.every((amount) => amount >= 0n) && take.some((amount) => amount > 0n);
    // Where no move leads, what was chosen before does not stay to be taken by mistake.
    if (isMove) choice.clickSquare(take, play);
    else choice.clear();
  }
}

/** @param {string} name */
function spelled(name) {
  return `(${name.replace(",", ", ")})`;
}

customElements.define("chess-board", ChessBoard);
