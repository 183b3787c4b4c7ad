// The situations of a start and the labels that a pupil has given them, kept by the browser.

import { button, html, refill, say, set } from "../common/dom.js";
import { readPlace, readMove } from "../common/moves.js";
import { by } from "../common/speech.js";
import { always } from "../common/storage.js";
import { t, tuple, listing, count } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */

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
    /** @type {Map<number, Given>} */ this.given = new Map();
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
    /** @type {Map<number, boolean>} */ const known = new Map();
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
    /** @type {Map<bigint, number[]>} */ const found = new Map();
    for (const [place, { total }] of this.list.entries()) found.set(total, [...(found.get(total) ?? []), place]);
    return found;
  }
}

// How a situation is called: its heaps, or that nothing is left.

/** @param {readonly bigint[]} position */
export function nameOf(position) {
  return position.length ? tuple(position) : t("investigate.nothing");
}

// What is said against a wrong label: a move, or all of them, by what the pupil has labelled himself.

/**
 * What refutes a label: in words, the move to show, and where to look before it can be judged.
 * @typedef {{text: string, move: bigint[] | null, first: number | null}} Refuted
 */

/** @param {Game} game @param {Labelling} labelling @param {any} raw the server's answer @returns {Refuted} */
export function refutation(game, labelling, raw) {
  if (raw.over) return { text: t(`investigate.wrong.${raw.label}.over`), move: null, first: null };
  const moves = raw.moves.map((/** @type {any} */ one) => ({
    move: readMove(one.leave ? one : one.take),
    left: readPlace(one, "left"),
    place: labelling.places.get(keyOf(readPlace(one, "left"))) ?? -1,
  }));
  return raw.label === "leave" ? byMove(game, labelling, moves) : byAll(labelling, moves);
}

/** @typedef {{move: bigint[], left: bigint[], place: number}} Reply */

/** One move wins: best one to what the pupil has labelled already. @param {Game} game @param {Labelling} labelling @param {Reply[]} moves @returns {Refuted} */
function byMove(game, labelling, moves) {
  const known = moves.find((one) => labelling.given.has(one.place));
  const shown = known ?? moves[0];
  if (!shown) return { text: "", move: null, first: null };
  const values = { move: by(game, shown.move), left: nameOf(shown.left) };
  return {
    text: t(known ? "investigate.wrong.leave" : "investigate.wrong.leave.first", values),
    move: shown.move,
    first: known ? null : shown.place,
  };
}

/** No move wins: all that can be left is named, or what of it has no label yet. @param {Labelling} labelling @param {Reply[]} moves @returns {Refuted} */
function byAll(labelling, moves) {
  const places = [...new Set(moves.map(({ place }) => place))].sort((a, b) => a - b);
  const open = places.filter((place) => !labelling.given.has(place));
  const named = (open.length ? open : places).map((place) => nameOf(labelling.list[place]?.position ?? []));
  return {
    text: t(open.length ? "investigate.wrong.not.first" : "investigate.wrong.not", { situations: listing(named) }),
    move: null,
    first: open[0] ?? null,
  };
}

// The situations in layers by what is left in all, folded; each with its label or without.

const SIGNS = { leave: "●", not: "○", ready: "?", waiting: "·" };

export class Layers {
  /** @param {(place: number) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.element = html("div.layers");
    /** @type {{fold: HTMLDetailsElement, counted: HTMLElement, places: number[]}[]} */
    this.folds = [];
    /** @type {Map<number, {chip: HTMLElement, sign: HTMLElement}>} */ this.chips = new Map();
  }

  /** @param {Labelling} labelling @param {string} object what is counted */
  build(labelling, object) {
    this.chips.clear();
    this.folds = [...labelling.layers()].map(([total, places]) => {
      const counted = html("span.counted");
      const chips = places.map((place) => {
        const sign = html("span.sign", { "aria-hidden": "true" });
        const name = nameOf(labelling.list[place]?.position ?? []);
        const chip = button(
          "situation",
          sign,
          () => this.choose(place),
          { "data-situation": labelling.list[place]?.key },
          name,
        );
        this.chips.set(place, { chip, sign });
        return html("li", chip);
      });
      const fold = html(
        "details",
        html("summary", html("span", count(object, total)), " ", counted),
        html("ul.chips", ...chips),
      );
      return { fold, counted, places };
    });
    refill(this.element, ...this.folds.map(({ fold }) => fold));
  }

  /** @param {Labelling} labelling @param {number} current @param {boolean} isTurned whether its layer is to be seen */
  paint(labelling, current, isTurned) {
    for (const [place, { chip, sign }] of this.chips) {
      const given = labelling.given.get(place);
      const state = given?.label ?? (labelling.isReady(place) ? "ready" : "waiting");
      const name = nameOf(labelling.list[place]?.position ?? []);
      const words = [name, t(`investigate.state.${state}`), given?.isShown && t("investigate.state.shown")];
      say(sign, SIGNS[state]);
      set(chip, {
        "data-state": state,
        "data-shown": given?.isShown ? "true" : null,
        "aria-label": words.filter(Boolean).join(", "),
        "aria-current": place === current ? "true" : null,
      });
    }
    for (const { fold, counted, places } of this.folds) {
      const number = places.filter((place) => labelling.given.has(place)).length;
      say(counted, t("investigate.layer.counted", { number, all: places.length }));
      if (isTurned) fold.open = places.includes(current);
    }
  }
}
