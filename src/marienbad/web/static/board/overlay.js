// What lies over the rows: a picture of 'Why?', which brings along how it is drawn.

import { html, refill, svg } from "../common/dom.js";

/** @typedef {import("../common/model.js").Drawing} Drawing */
/** @typedef {import("./rows.js").View} View */
/** @typedef {import("./rows.js").HeapRows} HeapRows */

export class Overlay {
  /** @param {HeapRows} rows */
  constructor(rows) {
    this.rows = rows;
    this.picture = svg("svg.overlay", { "aria-hidden": "true", focusable: "false" });
    this.foot = html("div.board-foot");
    this.frame = html("div.frame", rows, this.picture, this.foot);
    /** @type {View | null} */
    this.view = null;
    /** @type {Drawing | null} */
    this.painted = null;
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
