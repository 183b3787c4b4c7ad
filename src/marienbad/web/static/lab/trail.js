// The steps of the lab in the browser's history: one can go back to rules, and to cells that were
// chosen; what is only looked at, or passed by arrow keys, belongs to the step where one is.

import { moveTo, shows } from "../common/address.js";

/** After how many milliseconds without a change the address says what is looked at. */
const REST = 250;
/** Letters, and turns of a dial, that follow each other so soon make one step. */
const SOON = 4000;

export class Trail {
  /** What the address says, as far as the lab has written it. */
  link = "";
  /** What it is to say soon. */
  pending = "";
  /** When the rules were changed last. */
  changed = 0;
  /** Whether one has come to this address, and what it asks for is still to be shown. */
  isArriving = true;
  /** @type {number | undefined} */ timer;

  /** @param {() => string} current the address that shows just this */
  constructor(current) {
    this.current = current;
  }

  /** A step: one can come back to where one was. */
  push() {
    this.changed = 0;
    this.go("push");
  }

  /** No step: the address follows when it is quiet. */
  replace() {
    clearTimeout(this.timer);
    this.pending = this.current();
    this.timer = setTimeout(() => this.flush(), REST);
  }

  /** The rules, or what the map shows of them, were changed. @param {boolean} isStep even where it follows soon */
  change(isStep) {
    const isSoon = !isStep && Date.now() - this.changed < SOON;
    this.changed = Date.now();
    this.go(isSoon || this.isArriving ? "replace" : "push");
    this.isArriving = false;
  }

  /** One went back or forward. */
  comeBack() {
    this.drop();
    shows();
    this.link = location.pathname + location.search;
    this.changed = 0;
    this.isArriving = true;
  }

  /** @param {"push" | "replace"} how */
  go(how) {
    this.flush();
    this.write(this.current(), how);
  }

  flush() {
    const { pending } = this;
    this.drop();
    if (pending) this.write(pending, "replace");
  }

  /** @param {string} link @param {"push" | "replace"} how */
  write(link, how) {
    if (link === this.link) return;
    this.link = link;
    moveTo(link, how);
  }

  drop() {
    clearTimeout(this.timer);
    this.pending = "";
  }
}
