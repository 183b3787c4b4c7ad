// Rows of matches, heaps of tokens: every object a button that chooses it and all after it.

import { button, html, isMotionReduced, say, set } from "../common/dom.js";
import { hasCalls } from "../common/moves.js";
import { drawPiece, PointedBoard, spokenValue, valueSign } from "./pieces.js";
import { count, integer, t } from "../common/words.js";

/**
 * What a board shows: it knows no rules, only what may be chosen.
 * @typedef {object} View
 * @property {import("../common/model.js").Game} game
 * @property {bigint[]} start
 * @property {bigint[]} position
 * @property {bigint[]} take what is raised
 * @property {boolean} isOpen whether a person may choose
 * @property {import("./choice.js").Choice} choice
 * @property {() => void} play takes what is chosen
 * @property {import("../common/model.js").Drawing | null} drawing
 * @property {string} [again] what a second press does, where it does not simply take
 * @property {LastMove | null} [last] the move that led here
 * @property {import("../common/model.js").Values | null} [values] what each move is worth, on demand
 */

/**
 * The last move stays marked until the next: one's own by rings, the other's by dots.
 * @typedef {object} LastMove
 * @property {bigint[]} take
 * @property {"ring" | "dot"} mark
 * @property {ReturnType<typeof import("../common/speech.js").person>} who
 * @property {string} name what a machine is called
 */

/** The longest heaps whose objects are drawn one by one. */
export const LONGEST = { match: 30n, token: 100n };

export class HeapRows extends PointedBoard {
  /** @type {View | null} */ view = null;
  /** @type {"match" | "token"} */ kind = "match";
  /** @type {{heap: number, amount: bigint} | null} */ pointed = null;
  /** @type {Row[]} */ rows = [];
  game = "";

  /** @param {"match" | "token"} kind @param {View} view */
  update(kind, view) {
    const shape = `${kind} ${view.game.game} ${view.start} ${view.game.rule}`;
    this.view = view;
    if (shape !== this.game) {
      this.game = shape;
      this.kind = kind;
      this.dataset.kind = kind;
      this.rows = view.start.map((size, heap) => new Row(this, heap, Number(size)));
      this.replaceChildren(...this.rows.map((row) => row.element));
    }
    if (!view.isOpen) this.pointed = null;
    this.paint();
  }

  paint() {
    const hadFocus = this.contains(document.activeElement) ? document.activeElement : null;
    for (const row of this.rows) row.paint();
    if (hadFocus && !hadFocus.isConnected) this.rescueFocus(/** @type {HTMLElement} */ (hadFocus));
  }

  /** The match that had the focus was taken: its neighbour gets it. @param {HTMLElement} lost */
  rescueFocus(lost) {
    const heap = Number(lost.dataset.heap ?? 0);
    const order = [...this.rows.keys()].sort((a, b) => Math.abs(a - heap) - Math.abs(b - heap));
    const next = order.map((index) => this.rows[index]?.lastPiece()).find((piece) => piece);
    if (next) next.focus();
    else this.dispatchEvent(new CustomEvent("emptied", { bubbles: true }));
  }

  /** @param {EventTarget | null} target */
  placeOf(target) {
    const piece = target instanceof Element ? target.closest("[data-heap]") : null;
    if (!(piece instanceof HTMLElement) || !this.view) return null;
    const heap = Number(piece.dataset.heap);
    const left = this.view.position[heap] ?? 0n;
    return { heap, amount: left - BigInt(piece.dataset.index ?? 0) };
  }

  /** @param {EventTarget | null} target */
  point(target) {
    const place = this.view?.isOpen ? this.placeOf(target) : null;
    if (place?.heap === this.pointed?.heap && place?.amount === this.pointed?.amount) return;
    this.pointed = place;
    this.paint();
  }

  /** @param {EventTarget | null} target */
  press(target) {
    const place = this.placeOf(target);
    if (!place || !this.view?.isOpen) return;
    const { choice, game, play, position } = this.view;
    if (game.parts) choice.clickAt(place.heap, Number((position[place.heap] ?? 0n) - place.amount), play);
    else choice.click(place.heap, place.amount, play);
  }

  /** @param {number} heap @param {number} index */
  piece(heap, index) {
    return this.rows[heap]?.pieces[index] ?? null;
  }
}

/** One row: its name, its objects and the traces of those taken, its count, a slider if long. */
class Row {
  /** @param {HeapRows} board @param {number} heap @param {number} size */
  constructor(board, heap, size) {
    this.board = board;
    this.heap = heap;
    /** @type {(HTMLButtonElement | null)[]} */ this.pieces = [];
    this.slots = Array.from({ length: size }, () => html("span.slot"));
    this.name = html("span.row-name", { "aria-hidden": "true" });
    this.count = html("span.row-count", { "aria-hidden": "true" });
    this.badge = html("span.row-badge", { "aria-hidden": "true" });
    this.again = html("span.row-again", { "aria-hidden": "true" });
    this.note = html("span.row-note");
    this.clear = button("clear", "×", () => board.view?.choice.choose(heap, 0n), { class: "row-clear" });
    this.slider = html("input.row-slider", {
      type: "range",
      min: 0,
      step: 1,
      input: () => board.view?.choice.choose(heap, BigInt(this.slider.value)),
    });
    this.element = html(
      "div.row",
      { role: "group", "data-long": size > 7, "data-very-long": size > 15 },
      this.name,
      html("span.slots", ...this.slots),
      html("span.row-figures", this.count, this.badge, this.clear, this.again),
      this.note,
      this.slider,
    );
    this.element.style.setProperty("--size", String(Math.max(1, size)));
  }

  paint() {
    const { view, pointed, kind } = this.board;
    if (!view) return;
    const { heap: noun, object } = view.game.nouns;
    const left = Number(view.position[this.heap] ?? 0n);
    const chosen = Number(view.take[this.heap] ?? 0n);
    const hover = pointed?.heap === this.heap ? Number(pointed.amount) : 0;
    const gone = Number(view.last?.take[this.heap] ?? 0n);
    const name = t(`words.${noun}.label`, { number: this.heap + 1 });
    const holds = t("web.heap.holds", { heap: name, count: count(object, left) });
    set(this.element, { "aria-label": gone ? t("web.heap.taken", { holds, count: count(object, gone) }) : holds });
    say(this.name, name);
    say(this.count, integer(left));
    const amount = view.game.parts ? chosen : hover || chosen;
    say(this.badge, amount ? `−${integer(amount)}` : "");
    this.badge.classList.toggle("certain", amount > 0 && amount === chosen);
    const canRepeat = view.isOpen && chosen > 0 && view.choice.isLegal;
    const isCalled = hasCalls(view.game.memory);
    const again = isCalled ? "web.press_again.play" : "web.press_again";
    say(this.again, canRepeat ? (view.again ?? t(again)) : "");
    this.clear.classList.toggle("idle", !(view.isOpen && chosen));
    set(this.clear, { "aria-label": t("web.clear", { heap: name }) });
    this.slider.max = String(left);
    this.slider.style.setProperty("--left", String(left));
    if (this.slider.value !== String(chosen)) this.slider.value = String(chosen);
    set(this.slider, {
      "aria-label": t("web.slider", { heap: name }),
      "aria-valuetext": count(object, chosen),
      disabled: !view.isOpen || left === 0,
    });
    this.slots.forEach((slot, index) => {
      const isLast = index >= left && index < left + gone;
      set(slot, { "data-mark": isLast ? (view.last?.mark ?? null) : null });
      if (index >= left) {
        this.remove(slot, index);
        return;
      }
      const piece = this.pieces[index] ?? this.add(slot, index, kind);
      const taken = left - index;
      const { range } = view.choice;
      const isParted = view.isOpen && view.game.parts;
      const isInRange = range?.heap === this.heap && index >= range.from && index <= range.to;
      const isChosen = isParted ? isInRange : taken <= chosen;
      piece.classList.toggle("pointed", isParted ? taken === hover : taken <= hover);
      this.paintPiece(piece, view, taken, isChosen);
      const value = isParted ? null : this.valueOf(view, taken);
      const label = { heap: name, number: index + 1, count: count(object, taken) };
      const isTaken = !view.game.parts && !isCalled && !view.game.forbidding;
      const words = [
        t(isTaken ? "web.piece" : "web.piece.alone", label),
        value && spokenValue(value),
        canRepeat && (isParted ? isInRange : taken === chosen) && (view.again ?? t(again)),
      ];
      set(piece, {
        "aria-label": words.filter(Boolean).join(", "),
        "data-value": value && (value.wins ? "wins" : "loses"),
        "data-sign": value && valueSign(value),
      });
    });
  }

  /** What it is worth to take so many, with what is chosen elsewhere. @param {View} view @param {number} taken */
  valueOf({ choice, position, values, isOpen }, taken) {
    const alone = () => position.map((_, heap) => (heap === this.heap ? BigInt(taken) : 0n));
    const take = isOpen ? choice.together(this.heap, BigInt(taken)) : alone();
    return values?.get(String(choice.moveOf(take))) ?? null;
  }

  /** @param {HTMLElement} piece @param {View} view @param {number} taken @param {boolean} isChosen */
  paintPiece(piece, view, taken, isChosen) {
    const isLit = view.isOpen && (view.game.parts || view.choice.wouldBeLegal(this.heap, BigInt(taken)));
    piece.classList.toggle("chosen", isChosen);
    piece.classList.toggle("lit", isLit);
    set(piece, { "aria-disabled": view.isOpen ? null : "true", "aria-pressed": isChosen ? "true" : "false" });
  }

  /** @param {HTMLElement} slot @param {number} index @param {"match" | "token"} kind */
  add(slot, index, kind) {
    const piece = html(
      "button.piece",
      { type: "button", "data-heap": this.heap, "data-index": index },
      drawPiece(kind, this.heap, index),
    );
    this.pieces[index] = piece;
    slot.classList.remove("trace");
    slot.replaceChildren(piece);
    return piece;
  }

  /** Lift the object away and leave its trace. @param {HTMLElement} slot @param {number} index */
  remove(slot, index) {
    const piece = this.pieces[index];
    this.pieces[index] = null;
    slot.classList.add("trace");
    if (!piece) return;
    const drawn = piece.firstElementChild;
    slot.replaceChildren();
    if (!drawn || isMotionReduced()) return;
    const ghost = html("span.ghost", { "aria-hidden": "true" }, drawn);
    ghost.addEventListener("animationend", () => ghost.remove());
    slot.append(ghost);
  }

  lastPiece() {
    return this.pieces.findLast((piece) => piece) ?? null;
  }
}

customElements.define("heap-rows", HeapRows);
