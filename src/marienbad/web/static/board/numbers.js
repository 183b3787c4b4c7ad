// Heaps too large to draw: numbers, with an exact input for each.

import { html, refill, say, set } from "../common/dom.js";
import { readInteger } from "../common/numbers.js";
import { integer, t, wholeInteger } from "../common/words.js";

/** @typedef {import("./rows.js").View} View */

/** Longer numbers are written small. */
const LONGEST_LINE = 10n ** 30n;

export class NumberBoard extends HTMLElement {
  /** @type {HTMLInputElement[]} */
  inputs = [];
  shape = "";

  /** @param {View} view */
  update(view) {
    const shape = `${view.game.game} ${view.start.length} ${view.game.rule}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.inputs = [];
      refill(this, ...view.start.map((_, heap) => this.line(view, heap)));
    }
    view.position.forEach((left, heap) => {
      const line = this.children[heap];
      const [size, rest] = [line?.querySelector(".huge"), line?.querySelector(".rest")];
      const input = this.inputs[heap];
      const taken = view.take[heap] ?? 0n;
      if (size) {
        // Every digit counts for who wants to take all but some.
        const isLong = left > LONGEST_LINE;
        say(size, isLong ? wholeInteger(left) : integer(left));
        size.classList.toggle("long", isLong);
      }
      if (rest) say(rest, taken > 0n && taken <= left ? t("web.leaves", { number: left - taken }) : "");
      if (!input) return;
      set(input, { readonly: !view.isOpen });
      if ((readInteger(input.value) ?? 0n) !== taken) input.value = taken ? String(taken) : "";
      input.oninput = () => {
        const typed = readInteger(input.value);
        input.setCustomValidity(typed === null && input.value.trim() ? t("web.not_a_number") : "");
        view.choice.choose(heap, typed ?? 0n);
      };
    });
  }

  /** @param {View} view @param {number} heap */
  line(view, heap) {
    const { heap: noun } = view.game.nouns;
    const name = t(`words.${noun}.label`, { number: heap + 1 });
    const input = html("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t("web.slider", { heap: name }),
      placeholder: "0",
      "data-input": heap,
    });
    this.inputs[heap] = input;
    return html(
      "div.number-heap",
      { role: "group", "aria-label": name },
      html("span.row-name", name),
      html("span.huge"),
      html("label", html("span", t("web.take_label")), input),
      html("output.rest"),
    );
  }
}

customElements.define("number-board", NumberBoard);
