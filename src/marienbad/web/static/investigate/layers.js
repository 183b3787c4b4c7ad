// The situations in layers by what is left in all, folded; each with its label or without.

import { button, html, refill, say, set } from "../common/dom.js";
import { count, t } from "../common/words.js";
import { nameOf } from "./naming.js";

/** @typedef {import("./labelling.js").Labelling} Labelling */

const SIGNS = { leave: "●", not: "○", ready: "?", waiting: "·" };

export class Layers {
  /** @param {(place: number) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.element = html("div.layers");
    /** @type {{fold: HTMLDetailsElement, counted: HTMLElement, places: number[]}[]} */
    this.folds = [];
    /** @type {Map<number, {chip: HTMLElement, sign: HTMLElement}>} */
    this.chips = new Map();
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
