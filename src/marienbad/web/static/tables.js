// The tables of the sources, for any parameters, and their export.

import { address, moveTo } from "./common/address.js";
import { getJson } from "./common/api.js";
import { GameChooser } from "./common/chooser.js";
import { html, named, refill, say, select, set } from "./common/dom.js";
import { columnHead } from "./common/explanation.js";
import { Field } from "./common/field.js";
import { loadFamilies } from "./common/model.js";
import { sayProblem, unknownName } from "./common/trouble.js";
import { lang, t } from "./common/words.js";

/** @typedef {import("./common/model.js").Game} Game */

const FORMATS = /** @type {const} */ (["csv", "latex", "bfile", "json"]);

export class TablesPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.name = query.get("game");
    this.kind = query.get("kind") ?? "";
    this.base = query.get("base") ?? "";
    this.isFromLink = true;
    this.question = 0;
    /** @type {Game | null} */
    this.game = null;
    this.options = html("div", { class: "options" });
    this.count = new Field(t("web.table.rows"), { inputmode: "numeric", "data-input": "rows" });
    this.count.input.value = query.get("rows") ?? "";
    this.count.input.addEventListener("input", () => void this.load());
    this.doubt = html("p", { class: "problem", role: "alert" });
    this.status = html("p", { class: "status", role: "status" });
    this.sheet = html("div", {
      class: "wide table-sheet",
      tabindex: 0,
      role: "group",
      "aria-label": t("web.nav.tables"),
    });
    this.exports = html("p", { class: "exports" });
    this.choosing = html("div");
    this.rule = html("p");
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
          this.rule,
          this.options,
          this.doubt,
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
      this.doubtLink(game);
      this.paintOptions();
      void this.load();
    });
    this.choosing.replaceWith(chooser.fold());
    this.rule.replaceWith(chooser.rule);
  }

  /** Say what the link asks for and the game does not have, once. @param {Game} game */
  doubtLink(game) {
    const bases = (this.table?.bases ?? []).map((base) => ({ name: String(base) }));
    const doubts = [unknownName("kind", this.kind, game.tables), unknownName("base", this.base, bases)];
    say(this.doubt, this.isFromLink ? doubts.join(" ").trim() : "");
    this.isFromLink = false;
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
      rows: this.count.text.trim(),
      base: bases.indexOf(this.base) > 0 ? this.base : null,
    };
  }

  paintOptions() {
    const { table } = this;
    if (!table) return;
    const chooseKind = (/** @type {string} */ name) => {
      this.kind = name;
      say(this.doubt, "");
      this.paintOptions();
      /** @type {HTMLElement | null} */ (this.options.querySelector("[data-action=kind]"))?.focus();
      void this.load();
    };
    const chooseBase = (/** @type {string} */ name) => {
      this.base = name;
      say(this.doubt, "");
      void this.load();
    };
    const bases = table.bases.map((base) => ({ name: String(base), title: t(`web.base.${base}`) }));
    set(this.count.input, { placeholder: table.usual_rows });
    refill(
      this.options,
      select(t("web.table"), named(this.game?.tables ?? []), table.name, chooseKind, {
        "data-action": "kind",
      }),
      this.count.element,
      bases.length > 1 &&
        select(t("web.base"), named(bases), this.query.base ?? bases[0]?.name ?? "", chooseBase, {
          "data-action": "base",
        }),
    );
  }

  /** Whether so many rows can be had; if not, it is said beside their field. */
  hasRows() {
    const most = this.table?.most_rows ?? 0;
    const rows = this.count.text.trim();
    const isRight = !rows || (/^\d{1,9}$/u.test(rows) && Number(rows) >= 1 && Number(rows) <= most);
    this.count.refuse(isRight ? "" : t("web.table.rows.wrong", { text: rows.slice(0, 40), most }));
    return isRight;
  }

  /** Nothing is shown of a table that cannot be had. */
  clear() {
    for (const part of [this.status, this.exports, this.sheet]) refill(part);
  }

  async load() {
    const number = ++this.question;
    if (!this.hasRows()) {
      this.clear();
      return;
    }
    const { query } = this;
    moveTo(address("/tables", query), "replace");
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
      this.clear();
      sayProblem(this.status, problem, () => void this.load());
    }
  }

  /** @param {{heads: string[], rows: unknown[][]}} sheet */
  paintTable({ heads, rows }) {
    const body = rows.map((row) =>
      html(
        "tr",
        {},
        ...row.map((cell, index) =>
          index ? html("td", {}, cellText(cell)) : html("th", { scope: "row" }, cellText(cell)),
        ),
      ),
    );
    const named = html("tr", {}, ...heads.map((head) => columnHead(head)));
    refill(this.sheet, html("table", {}, html("thead", {}, named), html("tbody", {}, ...body)));
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
