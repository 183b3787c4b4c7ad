// The digits of a pair, one line above the other: the second is the first moved by one place.

import { html } from "../common/dom.js";
import { integer } from "../common/words.js";
import { pathPicture } from "./path.js";

/** @typedef {import("../common/model.js").Drawing} Drawing */
/** @typedef {{base: string, subscript: string, primes: 0 | 1 | 2, argument: number | string}} Symbol */

const PRIMES = ["", "′", "″"];

/** @param {Drawing} drawing @returns {HTMLElement | null} */
export function digitsPicture(drawing) {
  if (drawing.kind === "path") return pathPicture(drawing);
  if (drawing.kind !== "digits" || !drawing.rows || !drawing.columns) return null;
  const columns = drawing.columns;
  const head = html(
    "tr",
    html("td"),
    ...columns.map((column) => html("th", { scope: "col" }, String(column))),
    html("td"),
  );
  const rows = drawing.rows.map(
    (/** @type {{symbol: Symbol, digits: (number|string|null)[], value: number|string}} */ row, index) =>
      html(
        "tr",
        { class: index ? "shifted" : null },
        html("th", { scope: "row" }, ...written(row.symbol)),
        ...row.digits.map((digit) => html("td", { class: digit ? "place one" : "place" }, digit ?? "")),
        html("td.value", `= ${integer(BigInt(row.value))}`),
      ),
  );
  return html(
    "div.wide",
    {
      tabindex: 0,
      role: "group",
      "aria-label": drawing.rows.map((row) => row.name).join(", "),
    },
    html("table.digits", html("thead", head), html("tbody", ...rows)),
  );
}

/** A name as mathematics writes it, its index small. @param {Symbol} symbol */
function written({ base, subscript, primes, argument }) {
  return [base, html("sub", subscript), `${PRIMES[primes]}(${integer(BigInt(argument))})`];
}
