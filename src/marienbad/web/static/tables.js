// The tables of the sources, for any parameters, and their export.

import { address, getJson } from "./api.js";
import { GameChooser } from "./chooser.js";
import { html, refill, say, select } from "./dom.js";
import { lang, t } from "./words.js";

/** @typedef {import("./model.js").Game} Game */

const KINDS = /** @type {const} */ ({
  nim: ["nim-sum", "pairs"],
  wythoff: ["pairs", "convergents", "representations"],
  own: ["pairs"],
});
const FORMATS = /** @type {const} */ (["csv", "latex", "bfile", "json"]);
const MOST_ROWS = 2000;

export class TablesPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.kind = query.get("kind") ?? "";
    this.rows = query.get("rows") ?? "";
    this.base = query.get("base") ?? "10";
    this.asked = 0;
    /** @type {Game | null} */
    this.game = null;
    this.options = html("div", { class: "options" });
    this.status = html("p", { class: "status", role: "status" });
    this.table = html("div", {
      class: "wide table-sheet",
      tabindex: 0,
      role: "group",
      "aria-label": t("web.nav.tables"),
    });
    this.exports = html("p", { class: "exports" });
    this.chooser = new GameChooser(query.get("game") ?? "wythoff", (game) => {
      this.game = game;
      this.paintOptions();
      void this.load();
    });
    refill(
      place,
      html(
        "div",
        { class: "tables page" },
        html("h1", {}, t("web.nav.tables")),
        html("p", { class: "lead" }, t("web.tables.lead")),
        html(
          "form",
          { class: "ask", submit: (/** @type {Event} */ event) => event.preventDefault() },
          this.chooser.element,
          this.options,
        ),
        this.status,
        this.exports,
        this.table,
      ),
    );
  }

  async open() {}

  get kinds() {
    const { family } = this.chooser;
    return family === "wythoff" ? KINDS.wythoff : family === "own" ? KINDS.own : KINDS.nim;
  }

  get query() {
    const kinds = /** @type {readonly string[]} */ (this.kinds);
    const kind = kinds.includes(this.kind) ? this.kind : kinds[0];
    return {
      game: this.game?.game ?? this.chooser.name,
      kind,
      rows: this.rows,
      base: kind === "nim-sum" && this.base === "2" ? "2" : null,
    };
  }

  paintOptions() {
    const { kind, rows, base } = this.query;
    const count = html("input", {
      type: "number",
      min: 1,
      max: MOST_ROWS,
      step: 1,
      placeholder: "20",
      "data-input": "rows",
    });
    count.value = rows;
    count.addEventListener("input", () => {
      this.rows = count.value;
      void this.load();
    });
    const kinds = this.kinds.map(
      (name) => /** @type {[string, string]} */ ([name, t(`web.table.${name}`)]),
    );
    const bases = ["10", "2"].map(
      (name) => /** @type {[string, string]} */ ([name, t(`web.base.${name}`)]),
    );
    refill(
      this.options,
      select(
        t("web.table"),
        kinds,
        kind ?? "",
        (name) => {
          this.kind = name;
          this.paintOptions();
          /** @type {HTMLElement | null} */ (
            this.options.querySelector("[data-action=kind]")
          )?.focus();
          void this.load();
        },
        { "data-action": "kind" },
      ),
      html("label", { class: "field" }, html("span", {}, t("web.table.rows")), count),
      kind === "nim-sum" &&
        select(
          t("web.base"),
          bases,
          base ?? "10",
          (name) => {
            this.base = name;
            void this.load();
          },
          { "data-action": "base" },
        ),
    );
  }

  async load() {
    const number = ++this.asked;
    const { query } = this;
    history.replaceState(null, "", address("/tables", query));
    refill(
      this.exports,
      t("web.export"),
      ...FORMATS.flatMap((format) => [
        " ",
        html(
          "a",
          {
            href: address("/api/table", { ...query, format, lang: lang() }),
            download: true,
            "data-format": format,
          },
          t(`web.format.${format}`),
        ),
      ]),
    );
    try {
      const sheet = await getJson("/api/table", { ...query, format: "json", lang: lang() });
      if (number !== this.asked) return;
      const table = t(`web.table.${sheet.kind}`);
      const values = { game: this.game?.title ?? "", table, number: sheet.rows.length };
      say(this.status, t("web.table.caption", values));
      this.paintTable(sheet);
    } catch (problem) {
      if (number !== this.asked) return;
      say(this.status, /** @type {Error} */ (problem).message);
      refill(this.table);
      refill(this.exports);
    }
  }

  /** @param {{columns: string[], rows: unknown[][]}} sheet */
  paintTable(sheet) {
    const isSquare = this.query.kind === "nim-sum";
    const heads = html(
      "tr",
      {},
      ...sheet.columns.map((name, index) =>
        html("th", { scope: "col" }, ...(isSquare && !index ? ["⊕"] : head(name))),
      ),
    );
    const body = sheet.rows.map((row) =>
      html(
        "tr",
        {},
        ...row.map((cell, index) =>
          index ? html("td", {}, cellText(cell)) : html("th", { scope: "row" }, cellText(cell)),
        ),
      ),
    );
    refill(this.table, html("table", {}, html("thead", {}, heads), html("tbody", {}, ...body)));
  }

  close() {
    this.asked += 1;
  }
}

/** @param {unknown} cell */
function cellText(cell) {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return String(/** @type {{text?: string}} */ (cell).text ?? "");
  return String(cell);
}

/**
 * A column's name as mathematics writes it: p0 with an index, the shifted values with primes.
 * @param {string} name
 * @returns {(string | HTMLElement)[]}
 */
function head(name) {
  // the pairs, not the parameters of the game
  if (name === "a" || name === "b") return [name, html("sub", {}, "n")];
  const [, letter, index] = /^([a-z])_?(\d+|left|right)$/u.exec(name) ?? [];
  if (!letter || !index) return [name];
  if (index === "left") return ["R′", html("sub", {}, letter)];
  if (index === "right") return ["R″", html("sub", {}, letter)];
  return [letter, html("sub", {}, index)];
}
