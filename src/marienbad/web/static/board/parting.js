// Into what the rest of a heap is parted, where the rules let it be: chosen from a list.

import { html, refill, select, set } from "../common/dom.js";
import { t } from "../common/words.js";

/** @typedef {import("./choice.js").Choice} Choice */

export class Parting {
  constructor() {
    this.element = html("span.parting", { hidden: true });
    this.painted = "";
  }

  /** @param {Choice} choice @param {boolean} isOpen */
  paint(choice, isOpen) {
    if (choice.paintBeside(this.element, isOpen)) return;
    const partings = isOpen ? choice.partings : [];
    const shape = `${partings} ${choice.parting} ${choice.mayStayWhole}`;
    set(this.element, { hidden: partings.length === 0 });
    if (shape === this.painted) return;
    this.painted = shape;
    const whole = choice.mayStayWhole ? [["", t("web.parting.whole")]] : [];
    const parts = partings.map(([smaller, larger]) => [String(smaller), t("web.parting.parts", { smaller, larger })]);
    const hadFocus = this.element.contains(document.activeElement);
    refill(
      this.element,
      partings.length > 0 &&
        select(
          t("web.parting"),
          /** @type {[string, string][]} */ ([...whole, ...parts]),
          choice.parting === null ? "" : String(choice.parting),
          (smaller) => choice.part(smaller ? BigInt(smaller) : null),
          { "data-action": "parting" },
        ),
    );
    if (hadFocus) this.element.querySelector("select")?.focus();
  }
}
