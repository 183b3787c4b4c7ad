// What the marks on the board mean; the line keeps its place while it is empty.

import { html, refill } from "../common/dom.js";
import { t } from "../common/words.js";

/** @typedef {import("./rows.js").View} View */

export class Legend {
  element = html("ul.legend-line", { "aria-label": t("web.legend") });
  shown = "";

  /** @param {View} view @param {string[]} notes what is said of the picture */
  paint({ last, values }, notes) {
    const isTimed = [...(values?.values() ?? [])].some(({ length }) => length !== undefined);
    const entries = notes.map((note) => ["note", note]);
    if (last) entries.push([last.mark, t(`web.last.${last.who}`, { name: last.name })]);
    if (values) entries.push(["wins", t("web.value.wins")], ["loses", t("web.value.loses")]);
    if (isTimed) entries.push(["length", t("web.legend.length")]);
    if (String(entries) === this.shown) return;
    this.shown = String(entries);
    refill(this.element, ...entries.map(([sign, text]) => html("li", { "data-sign": sign }, text)));
  }
}
