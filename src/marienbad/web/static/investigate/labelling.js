// The situations of a start and the labels that a pupil has given them, kept by the browser.

import { readPlace } from "../common/moves.js";
import { always } from "../common/storage.js";

/** @typedef {"leave" | "not"} Label */
/** @typedef {{key: string, position: bigint[], total: bigint, next: number[]}} Situation */
/**
 * A label: whether it was shown instead of found, and at which step it was given.
 * @typedef {{label: Label, isShown: boolean, step: number}} Given
 */

/** A situation as it is written in addresses and kept. @param {readonly bigint[]} position */
export function keyOf(position) {
  return position.join(",") || "0";
}

export class Labelling {
  /** @param {any} raw what the server says of the situations */
  constructor(raw) {
    /** @type {Situation[]} */
    this.list = raw.situations.map((/** @type {any} */ one) => {
      const position = readPlace(one);
      return { key: keyOf(position), position, total: BigInt(one.total), next: one.next };
    });
    /** @type {Map<string, number>} */
    this.places = new Map(this.list.map(({ key }, place) => [key, place]));
    const start = keyOf(readPlace(raw, "start"));
    this.start = this.places.get(start) ?? 0;
    this.shelf = `marienbad.labels.${raw.game}.${start}`;
    /** @type {Map<number, Given>} */
    this.given = new Map();
    this.read();
  }

  read() {
    try {
      for (const [key, label, isShown, step] of JSON.parse(always.getItem(this.shelf) ?? "[]")) {
        const place = this.places.get(key);
        const isKnown = label === "leave" || label === "not";
        if (place !== undefined && isKnown)
          this.given.set(place, { label, isShown: Boolean(isShown), step: Number(step) });
      }
    } catch {
      this.given.clear(); // somebody else has written there
    }
  }

  keep() {
    const kept = [...this.given].map(([place, { label, isShown, step }]) => [
      this.list[place]?.key,
      label,
      isShown,
      step,
    ]);
    always.setItem(this.shelf, JSON.stringify(kept));
  }

  /** Labels that belong together, and are taken back together. @param {[number, Label][]} labels @param {boolean} isShown */
  give(labels, isShown) {
    const step = this.steps + 1;
    for (const [place, label] of labels) {
      if (!this.given.has(place)) this.given.set(place, { label, isShown, step });
    }
    this.keep();
  }

  get steps() {
    return Math.max(0, ...[...this.given.values()].map(({ step }) => step));
  }

  /** Take back the last step, and say where it was. */
  undo() {
    const last = this.steps;
    const taken = [...this.given].flatMap(([place, { step }]) => (step === last ? [place] : []));
    for (const place of taken) this.given.delete(place);
    this.keep();
    return taken[0] ?? null;
  }

  clear() {
    this.given.clear();
    this.keep();
  }

  /** @param {number} place */
  labelOf(place) {
    return this.given.get(place)?.label ?? null;
  }

  /** Whether it has no label, and all that can follow it has. @param {number} place */
  isReady(place) {
    return !this.given.has(place) && (this.list[place]?.next ?? []).every((after) => this.given.has(after));
  }

  /** The next one that is ready, after a place and then from the end on; the start where there is none. @param {number} place */
  readyAfter(place) {
    const order = [...this.list.keys()];
    const found = [...order.slice(place + 1), ...order.slice(0, place + 1)].find((one) => this.isReady(one));
    return found ?? this.start;
  }

  /** How many labels say so, or how many there are. @param {Label} [label] */
  count(label) {
    return [...this.given.values()].filter((one) => !label || one.label === label).length;
  }

  get shown() {
    return [...this.given.values()].filter(({ isShown }) => isShown).length;
  }

  /** Whether the label of the start follows from the others, back from the end: a guess is no proof. */
  get isDecided() {
    /** @type {Map<number, boolean>} */
    const known = new Map();
    /** @param {number} place @returns {boolean} */
    const follows = (place) => {
      const before = known.get(place);
      if (before !== undefined) return before;
      const label = this.labelOf(place);
      const next = this.list[place]?.next ?? [];
      const is = (/** @type {Label} */ wanted) => (/** @type {number} */ after) =>
        this.labelOf(after) === wanted && follows(after);
      const found =
        label === "leave" ? next.every(is("not")) : label === "not" && (!next.length || next.some(is("leave")));
      known.set(place, found);
      return found;
    };
    return follows(this.start);
  }

  /** Which totals there are, the least first, each with its situations. @returns {Map<bigint, number[]>} */
  layers() {
    /** @type {Map<bigint, number[]>} */
    const found = new Map();
    for (const [place, { total }] of this.list.entries()) found.set(total, [...(found.get(total) ?? []), place]);
    return found;
  }
}
