// A task to cut rows into packets: a match that is pressed begins a packet, or no longer does.

import { moveFocus, drawPiece } from "../board/pieces.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { count, listing, t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("./lessons.js").Task} Task */

export class Cutting {
  /** @param {import("./playing.js").Giver} giver */
  constructor(giver) {
    this.giver = giver;
    /** @type {Task | null} */ this.task = null;
    /** @type {CutRow[]} */ this.rows = [];
    this.isDone = false;
    this.sheet = html("div.cuts");
    this.status = html("p.status", { role: "status" });
    this.check = button("check", t("learn.cut.check"), () => this.judge(), { class: "primary" });
    this.element = html("div.playing", this.sheet, html("div.act", this.status, this.check));
    this.sheet.addEventListener("keydown", (event) => {
      const piece = /** @type {HTMLElement} */ (event.target).closest("[data-heap]");
      if (!event.key.startsWith("Arrow") || !(piece instanceof HTMLElement)) return;
      if (moveFocus(this, event.key, piece)) event.preventDefault();
    });
  }

  /** @param {Task} task @param {Game} game */
  async begin(task, game) {
    this.task = task;
    this.isDone = false;
    const kind = game.nouns.object === "match" ? "match" : "token";
    this.rows = task.position.map((size, heap) => new CutRow(this, game, heap, Number(size), kind));
    refill(this.sheet, ...this.rows.map((row) => row.element));
    set(this.check, { hidden: false });
    say(this.status, t("learn.cut.how"));
    this.giver.changed();
  }

  close() {}

  get isOpen() {
    return !this.isDone;
  }

  /** @param {number} heap @param {number} index */
  piece(heap, index) {
    return this.rows[heap]?.pieces[index] ?? null;
  }

  /** @param {CutRow} row */
  isRight(row) {
    return (
      String(row.packets.toSorted(descending)) === String(this.task?.answer?.[row.heap]?.toSorted(descending) ?? [])
    );
  }

  judge() {
    const wrong = this.rows.filter((row) => !this.isRight(row));
    for (const row of this.rows) row.element.classList.toggle("wrong", wrong.includes(row));
    if (wrong.length) {
      this.giver.wrong();
      say(this.status, t("learn.cut.wrong", { rows: listing(wrong.map((row) => row.name)) }));
      wrong[0]?.pieces[0]?.focus();
      return;
    }
    this.isDone = true;
    for (const row of this.rows) row.paint();
    set(this.check, { hidden: true });
    say(this.status, [t("learn.right"), ...this.giver.right()].join(" "));
  }

  /** One row that is not yet right is cut, for help. */
  cutOne() {
    const row = this.rows.find((one) => !this.isRight(one));
    if (!row) return t("learn.cut.all");
    row.cut(this.task?.answer?.[row.heap] ?? []);
    return t("learn.cut.shown", { row: row.name, packets: listing(row.packets.map(String)) });
  }
}

class CutRow {
  /**
   * @param {Cutting} board
   * @param {Game} game
   * @param {number} heap
   * @param {number} size
   * @param {"match" | "token"} kind
   */
  constructor(board, game, heap, size, kind) {
    this.board = board;
    this.heap = heap;
    this.size = size;
    this.name = t(`words.${game.nouns.heap}.name`, { number: heap + 1 });
    /** @type {Set<number>} with which objects a packet begins, but the first */
    this.cuts = new Set();
    this.pieces = Array.from({ length: size }, (_, index) =>
      button("cut", drawPiece(kind, heap, index), () => this.toggle(index), {
        class: "piece lit",
        "data-heap": heap,
        "data-index": index,
        "data-kind": kind,
      }),
    );
    this.spoken = html("span.spoken", { "aria-live": "polite" });
    this.line = html("div.cut-line");
    this.element = html(
      "div.cut-row",
      { role: "group" },
      html("span.row-name", t(`words.${game.nouns.heap}.label`, { number: heap + 1 })),
      this.line,
      this.spoken,
    );
    set(this.element, { "aria-label": `${this.name}: ${count(game.nouns.object, size)}` });
    this.line.style.setProperty("--size", String(Math.max(1, size)));
    this.paint();
  }

  lastPiece() {
    return this.pieces.at(-1) ?? null;
  }

  /** How many are in each packet, from the left. */
  get packets() {
    const edges = [0, ...[...this.cuts].toSorted((one, other) => one - other), this.size];
    return edges.slice(1).flatMap((edge, index) => (edge > (edges[index] ?? 0) ? [edge - (edges[index] ?? 0)] : []));
  }

  /** @param {number} index */
  toggle(index) {
    if (this.board.isDone || index === 0) return;
    if (!this.cuts.delete(index)) this.cuts.add(index);
    this.element.classList.remove("wrong");
    this.paint();
    this.pieces[index]?.focus();
    say(this.spoken, listing(this.packets.map(String)));
  }

  /** @param {readonly number[]} packets */
  cut(packets) {
    this.cuts.clear();
    let edge = 0;
    for (const size of packets) {
      if (edge) this.cuts.add(edge);
      edge += size;
    }
    this.element.classList.remove("wrong");
    this.paint();
  }

  paint() {
    let from = 0;
    const groups = this.packets.map((size) => {
      const group = html(
        "span.packet-group",
        ...this.pieces.slice(from, from + size),
        html("span.packet-size", { "aria-hidden": "true" }, size),
      );
      group.style.setProperty("--objects", String(size));
      from += size;
      return group;
    });
    refill(this.line, ...groups);
    this.pieces.forEach((piece, index) => {
      set(piece, {
        "aria-label": t(index ? "learn.cut.here" : "learn.cut.first", { number: index + 1 }),
        "aria-pressed": index ? String(this.cuts.has(index)) : null,
        "aria-disabled": this.board.isDone || index === 0 ? "true" : null,
      });
    });
  }
}

/** @param {number} one @param {number} other */
function descending(one, other) {
  return other - one;
}
