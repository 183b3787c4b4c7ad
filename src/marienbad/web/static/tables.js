// The tables of the sources, for any parameters, and their export.

import { address } from "./common/address.js";
import { getJson } from "./common/api.js";
import { GameChooser } from "./common/chooser.js";
import { html, named, refill, say, select } from "./common/dom.js";
import { loadFamilies } from "./common/model.js";
import { sayProblem } from "./common/trouble.js";
import { lang, t } from "./common/words.js";

/** @typedef {import("./common/model.js").Game} Game */

const FORMATS = /** @type {const} */ (["csv", "latex", "bfile", "json"]);

export class TablesPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.name = query.get("game");
    this.kind = query.get("kind") ?? "";
    this.rows = query.get("rows") ?? "";
    this.base = query.get("base") ?? "10";
    this.question = 0;
    /** @type {Game | null} */
    this.game = null;
    this.options = html("div", { class: "options" });
    this.status = html("p", { class: "status", role: "status" });
    this.sheet = html("div", {
      class: "wide table-sheet",
      tabindex: 0,
      role: "group",
      "aria-label": t("web.nav.tables"),
    });
    this.exports = html("p", { class: "exports" });
    this.choosing = html("div");
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
          this.choosing,
          this.options,
        ),
        this.status,
        this.exports,
        this.sheet,
      ),
    );
  }

  /** Without a game in the address, begin with a family whose pairs are of interest. */
  async open() {
    const families = this.name ? [] : await loadFamilies();
    const first = families.find(({ usual_table }) => usual_table === "pairs");
    const chooser = new GameChooser(this.name ?? first?.name ?? "", (game) => {
      this.game = game;
      this.paintOptions();
      void this.load();
    });
    this.choosing.replaceWith(chooser.element);
  }

  /** The table chosen, where the game has it; else its usual one. */
  get table() {
    const tables = this.game?.tables ?? [];
    return tables.find(({ name }) => name === this.kind) ?? tables[0];
  }

  get query() {
    const bases = this.table?.bases.map(String) ?? [];
    return {
      game: this.game?.game,
      kind: this.table?.name,
      rows: this.rows,
      base: bases.indexOf(this.base) > 0 ? this.base : null,
    };
  }

  paintOptions() {
    const { table } = this;
    if (!table) return;
    const { rows, base } = this.query;
    const count = html("input", {
      type: "number",
      min: 1,
      max: table.most_rows,
      step: 1,
      placeholder: table.usual_rows,
      "data-input": "rows",
    });
    count.value = rows;
    count.addEventListener("input", () => {
      this.rows = count.value;
      void this.load();
    });
    refill(
      this.options,
      select(
        t("web.table"),
        named(this.game?.tables ?? []),
        table.name,
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
      table.bases.length > 1 &&
        select(
          t("web.base"),
          table.bases.map((name) => [String(name), t(`web.base.${name}`)]),
          base ?? String(table.bases[0]),
          (name) => {
            this.base = name;
            void this.load();
          },
          { "data-action": "base" },
        ),
    );
  }

  async load() {
    const number = ++this.question;
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
      const sheet = await getJson("/api/table", { ...query, format: "json" });
      if (number !== this.question) return;
      const table = this.table?.title ?? "";
      // the weights above the digits are no row of the table
      const rows = sheet.rows.filter((/** @type {unknown[]} */ [first]) => first !== null);
      const values = { game: this.game?.title ?? "", table, number: rows.length };
      say(this.status, t("web.table.caption", values));
      this.paintTable(sheet);
    } catch (problem) {
      if (number !== this.question) return;
      sayProblem(this.status, problem, () => void this.load());
      refill(this.sheet);
      refill(this.exports);
    }
  }

  /** @param {{columns: string[], rows: unknown[][]}} sheet */
  paintTable(sheet) {
    const corner = this.table?.corner;
    const heads = html(
      "tr",
      {},
      ...sheet.columns.map((name, index) =>
        html("th", { scope: "col" }, ...(corner && !index ? [corner] : head(name))),
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
    refill(this.sheet, html("table", {}, html("thead", {}, heads), html("tbody", {}, ...body)));
  }

  close() {
    this.question += 1;
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
