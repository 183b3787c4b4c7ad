// A table as it is shown, and the forms to take it away in.

import { address } from "../common/address.js";
import { html } from "../common/dom.js";
import { columnHead, sections } from "../common/explanation.js";
import { lang, t } from "../common/words.js";

/** @typedef {{caption: string, heads: string[], rows: unknown[][], math: Record<string, string>}} Sheet */

const FORMATS = /** @type {const} */ (["csv", "latex", "bfile", "json"]);

/** @param {import("../common/address.js").Query} query of the table @param {boolean} hasBfile */
export function exportLinks(query, hasBfile) {
  const formats = FORMATS.filter((format) => hasBfile || format !== "bfile");
  return formats.flatMap((format) => {
    const href = address("/api/table", { ...query, format, lang: lang() });
    return [" ", html("a", { href, download: true, "data-format": format }, t(`web.format.${format}`))];
  });
}

/** @param {Sheet} sheet @param {boolean} hasCaption whether its caption is shown */
export function tableOf({ caption, heads, rows, math }, hasCaption) {
  const body = rows.map((row, line) =>
    html(
      "tr",
      ...row.map((cell, index) => {
        const formula = math[`${line},${index}`];
        const shown = formula ? sections(formula) : [cellText(cell)];
        return index ? html("td", ...shown) : html("th", { scope: "row" }, ...shown);
      }),
    ),
  );
  return html(
    "table",
    hasCaption && html("caption", ...sections(caption)),
    html("thead", html("tr", ...heads.map((head) => columnHead(head)))),
    html("tbody", ...body),
  );
}

/** @param {unknown} cell */
function cellText(cell) {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return String(/** @type {{text?: string}} */ (cell).text ?? "");
  return String(cell);
}
