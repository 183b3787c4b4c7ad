// The third heap whose slice is shown: a dial wherever one is wanted, and all of them say the same.

import { dial, turn } from "../common/dial.js";
import { html } from "../common/dom.js";
import { integer, t } from "../common/words.js";

/** How far the dial goes, unless a link goes farther. */
const USUAL = 40;
const LARGEST = 500;
/** For so many milliseconds the dial rests before another slice is asked for. */
const REST = 120;
const NAME = "slice";

export class Slice {
  /** @type {HTMLElement[]} */
  places = [];
  /** @type {number | undefined} */
  resting;

  /** @param {string | null} asked by the link @param {() => void} changed called when another is chosen */
  constructor(asked, changed) {
    const isRight = /^\d{1,3}$/u.test(asked ?? "") && Number(asked) <= LARGEST;
    this.third = isRight ? Number(asked) : 0;
    this.changed = changed;
  }

  /** A dial to choose it. */
  dial() {
    const range = /** @type {[number, number]} */ ([0, Math.max(USUAL, this.third)]);
    const turned = (/** @type {number} */ third) => this.turn(third);
    const place = html("div.dials", dial(t("web.slice"), range, this.third, turned, integer, NAME));
    this.places.push(place);
    return place;
  }

  /** @param {number} third */
  turn(third) {
    this.third = third;
    for (const place of this.places) turn(place, NAME, third, integer);
    clearTimeout(this.resting);
    this.resting = setTimeout(this.changed, REST);
  }
}
