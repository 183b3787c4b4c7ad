// The pupils' own table: every situation with all its winning moves; hidden until it is asked for.

import { address } from "../common/address.js";
import { getJson } from "../common/api.js";
import { button, html, refill, say, select, set } from "../common/dom.js";
import { situated } from "../common/moves.js";
import { exact } from "../common/numbers.js";
import { integer, lang, t } from "../common/words.js";
import { keyOf, nameOf } from "./labelling.js";

/** @typedef {import("./page.js").Subject} Subject */

const FORMATS = /** @type {const} */ (["csv", "latex", "markdown"]);

export class MoveTable {
  constructor() {
    /** @type {Subject | null} */ this.subject = null;
    this.question = 0;
    /** @type {any} */ this.found = null;
    this.total = "";
    this.isOnlyToLeave = false;
    this.cover = html(
      "div.cover",
      html("p", t("investigate.table.warning")),
      button("uncover", t("investigate.table.show"), () => void this.load(), { class: "primary" }),
    );
    this.counts = html("p.table-counts", { role: "status" });
    this.filters = html("div.acts.filters");
    this.exports = html("p.exports");
    this.sheet = html("div.table-sheet", { role: "region", tabindex: 0, "aria-label": t("investigate.view.table") });
    this.shown = html("div", { hidden: true }, this.counts, this.filters, this.exports, this.sheet);
    this.element = html("div.moves-table", this.cover, this.shown);
  }

  /** Another game or start hides it again. @param {Subject} subject */
  async show(subject) {
    const key = (/** @type {Subject | null} */ one) => one && `${one.game.game} ${keyOf(one.start)}`;
    if (key(subject) === key(this.subject)) return;
    this.subject = subject;
    this.question += 1;
    this.found = null;
    this.total = "";
    this.isOnlyToLeave = false;
    set(this.shown, { hidden: true });
    set(this.cover, { hidden: false });
    refill(this.counts);
  }

  async load() {
    const { subject, question } = this;
    if (!subject) return;
    const found = await getJson("/api/winning", this.query()).catch((problem) => problem);
    if (question !== this.question) return;
    set(this.shown, { hidden: false });
    if (found instanceof Error) {
      say(this.counts, found.message);
      return;
    }
    this.found = found;
    set(this.cover, { hidden: true });
    this.paintFilters();
    this.paint();
    this.sheet.focus();
  }

  query() {
    const { game, start } = /** @type {Subject} */ (this.subject);
    return { game: game.game, position: keyOf(start), lang: lang() };
  }

  paintFilters() {
    const totals = [...new Set(this.found.rows.map((/** @type {any} */ row) => String(row.total)))];
    const only = html("input", { type: "checkbox", "data-input": "only" });
    only.addEventListener("change", () => {
      this.isOnlyToLeave = only.checked;
      this.paint();
    });
    refill(
      this.filters,
      select(
        t("investigate.table.total"),
        [
          ["", t("investigate.table.every")],
          ...totals.map((total) => /** @type {[string, string]} */ ([total, integer(BigInt(total))])),
        ],
        "",
        (total) => {
          this.total = total;
          this.paint();
        },
        { "data-input": "total" },
      ),
      html("label.switch", only, html("span", t("investigate.table.only"))),
      button("print", t("investigate.print"), () => window.print()),
    );
  }

  paint() {
    const { found } = this;
    const rows = found.rows.filter(
      (/** @type {any} */ row) =>
        (!this.total || String(row.total) === this.total) && (!this.isOnlyToLeave || row.leave),
    );
    const isWhole = rows.length === found.rows.length;
    say(
      this.counts,
      isWhole ? found.counts : t("investigate.table.some", { number: rows.length, all: found.rows.length }),
    );
    const query = { ...this.query(), total: this.total, only: this.isOnlyToLeave ? "leave" : null };
    refill(
      this.exports,
      ...FORMATS.flatMap((format) => [
        " ",
        html(
          "a",
          { href: address("/api/winning", { ...query, format }), download: true, "data-format": format },
          format === "markdown" ? "Markdown" : t(`web.format.${format}`),
        ),
      ]),
    );
    refill(
      this.sheet,
      html(
        "table",
        html("caption", found.caption),
        html(
          "thead",
          html("tr", ...found.heads.map((/** @type {string} */ head) => html("th", { scope: "col" }, head))),
        ),
        html("tbody", ...rows.map(line)),
      ),
    );
  }

  close() {
    this.question += 1;
  }
}

/** A situation with its winning moves. @param {any} row */
function line(row) {
  const position = situated(exact(row.position), row.state);
  return html(
    "tr",
    { "data-label": row.leave ? "leave" : "not" },
    html("td", integer(BigInt(row.total))),
    html("th", { scope: "row" }, nameOf(position)),
    html("td.words", t(`investigate.state.${row.leave ? "leave" : "not"}`)),
    html("td.words", row.moves.join("; ")),
  );
}
