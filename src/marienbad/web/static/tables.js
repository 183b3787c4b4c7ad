// The tables of the sources, for any parameters, and their export.

import { address, moveTo } from "./common/address.js";
import { getJson } from "./common/api.js";
import { GameChooser } from "./common/chooser.js";
import { html, named, refill, say, select, set } from "./common/dom.js";
import { statements } from "./common/explanation.js";
import { Field, wrongPosition } from "./common/fields.js";
import { loadFamilies } from "./common/model.js";
import { readPosition } from "./common/numbers.js";
import { sayProblem, unknownName } from "./common/trouble.js";
import { lang, t } from "./common/words.js";
import { Chance, exportLinks, tableOf, Slice } from "./tables/sheet.js";
import { Figures, SLICES, hasSlices } from "./tables/figures.js";

/** @typedef {import("./common/model.js").Game} Game */
/**
 * A table of the thesis.
 * @typedef {{number: string, title: string, game: string, kind: string, rows: number | null,
 *   of: string | null, base: number | null}} Printed
 */

export class TablesPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.name = query.get("game");
    this.kind = query.get("kind") ?? "";
    this.base = query.get("base") ?? "";
    this.isFromLink = true;
    this.question = 0;
    /** @type {Game | null} */ this.game = null;
    this.options = html("div.options");
    this.count = new Field(t("web.table.rows"), { inputmode: "numeric", "data-input": "rows" });
    this.count.input.value = query.get("rows") ?? "";
    this.count.input.addEventListener("input", () => void this.load());
    this.numbers = new Field(t("web.table.of"), { inputmode: "numeric", "data-input": "of" });
    this.numbers.element.classList.add("of");
    this.numbers.input.value = query.get("of") ?? "";
    this.numbers.input.addEventListener("input", () => void this.load());
    /** The number of the table of the thesis that the link asks for. */
    this.asked = query.get("thesis");
    /** @type {Printed[]} */ this.printed = [];
    /** @type {GameChooser | null} */ this.chooser = null;
    this.thesis = html("div.thesis");
    const changed = () => this.keepAddress();
    this.chance = new Chance(query, changed);
    this.slice = new Slice(query.get("slice"), () => {
      if (this.table?.takes_slice) void this.load();
      else this.keepAddress();
      if (this.figures.isSliced) void this.figures.load();
    });
    this.third = this.slice.dial();
    // a link that names a third heap and no table of slices asks for the board
    const isBoard = query.has("slice") && !this.kind;
    this.figures = new Figures(query.get("figure") ?? (isBoard ? SLICES : ""), this.slice, changed);
    this.doubt = html("p.problem", { role: "alert" });
    this.status = html("p.status", { role: "status" });
    this.sheet = html("div.wide.table-sheet", { tabindex: 0, role: "group", "aria-label": t("web.nav.tables") });
    this.exports = html("p.exports");
    /** The statements of the book behind the table. */
    this.theorems = html("div");
    this.choosing = html("div");
    this.rule = html("p");
    refill(
      place,
      html(
        "div.tables.page",
        html("h1", t("web.nav.tables")),
        html("p.lead", t("web.tables.lead")),
        html(
          "form",
          { class: "ask", submit: (event) => event.preventDefault() },
          this.thesis,
          this.choosing,
          this.rule,
          this.options,
          this.doubt,
        ),
        this.status,
        this.exports,
        this.sheet,
        this.theorems,
        this.figures.element,
        this.chance.element,
      ),
    );
  }

  /** Without a game in the address, begin with a family whose pairs are of interest. */
  async open() {
    const isNamed = this.name !== null && this.asked === null;
    const [families, found] = await Promise.all([
      isNamed ? [] : loadFamilies(),
      getJson("/api/thesis", { lang: lang() }).catch(() => ({ tables: [], figures: [] })),
    ]);
    this.printed = found.tables;
    if (this.printed.length) this.paintThesis();
    const printed = this.printed.find(({ number }) => number === this.asked?.toUpperCase());
    if (printed) this.fill(printed);
    const first = families.find(({ usual_table }) => usual_table === "pairs");
    this.chooser = new GameChooser(printed?.game ?? this.name ?? first?.name ?? "", (game) => {
      this.game = game;
      this.doubtLink(game, found.figures);
      this.paintOptions();
      this.chance.show(game);
      this.figures.show(game, found.figures);
      void this.load();
    });
    this.choosing.replaceWith(this.chooser.fold());
    this.rule.replaceWith(this.chooser.rule);
  }

  /** Ask for what a table of the thesis shows. @param {Printed} printed */
  fill({ kind, rows, of, base }) {
    this.kind = kind;
    this.base = String(base ?? "");
    this.count.input.value = String(rows ?? "");
    this.numbers.input.value = of ?? "";
  }

  /** The number of the table of the thesis that is shown, if it is one. */
  get shownNumber() {
    const { game, kind, rows, base, of } = this.query;
    const usual = String(this.table?.bases[0] ?? "");
    const isShown = (/** @type {Printed} */ table) =>
      table.game === game &&
      table.kind === kind &&
      String(table.rows ?? "") === rows &&
      (table.of ?? "") === (of ?? "") &&
      String(table.base ?? usual) === (base ?? usual);
    return this.printed.find(isShown)?.number ?? "";
  }

  /** The choice among the tables of the thesis. */
  paintThesis() {
    /** @type {[string, string][]} */
    const choices = this.printed.map(({ number, title }) => [number, title]);
    const choose = (/** @type {string} */ number) => {
      const printed = this.printed.find((table) => table.number === number);
      if (!printed) return;
      this.fill(printed);
      say(this.doubt, "");
      if (printed.game === this.game?.game) {
        this.paintOptions();
        void this.load();
      } else void this.chooser?.open(printed.game);
    };
    const marks = { "data-action": "thesis" };
    refill(this.thesis, select(t("web.table.thesis"), [["", "–"], ...choices], "", choose, marks));
  }

  /**
   * Say what the link asks for and there is not, once.
   * @param {Game} game
   * @param {import("./tables/figures.js").Figure[]} figures
   */
  doubtLink(game, figures) {
    const bases = (this.table?.bases ?? []).map((base) => ({ name: String(base) }));
    const numbered = (/** @type {{number: string}[]} */ things) => things.map(({ number }) => ({ name: number }));
    const isThesisThere = this.printed.length > 0;
    const doubts = [
      isThesisThere ? unknownName("thesis", this.asked?.toUpperCase() ?? "", numbered(this.printed)) : "",
      isThesisThere && !(hasSlices(game) && this.figures.chosen === SLICES)
        ? unknownName("figure", this.figures.chosen, numbered(figures))
        : "",
      unknownName("kind", this.kind, game.tables),
      unknownName("base", this.base, bases),
    ];
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
      of: (this.table?.takes_numbers && this.numbers.text.replace(/\s/gu, "")) || null,
      slice: this.table?.takes_slice ? this.slice.third : null,
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
      select(t("web.table"), named(this.game?.tables ?? []), table.name, chooseKind, { "data-action": "kind" }),
      this.count.element,
      table.takes_numbers && this.numbers.element,
      table.takes_slice && this.third,
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

  /** Whether the numbers of one's own can be read; if not, it is said beside their field. */
  hasNumbers() {
    const { of } = this.query;
    const found = of === null ? { heaps: [] } : readPosition(of);
    this.numbers.refuse("heaps" in found ? "" : wrongPosition(of ?? "", found.wrong, [40n, 50n]));
    return "heaps" in found;
  }

  /** Nothing is shown of a table that cannot be had. */
  clear() {
    for (const part of [this.status, this.exports, this.sheet, this.theorems]) refill(part);
  }

  /** The address says what is shown: the table, and what stands open below it. */
  keepAddress() {
    if (!this.game) return;
    const slice = this.figures.isSliced ? this.slice.third : this.query.slice;
    const query = { ...this.query, ...this.figures.query, slice, ...this.chance.query };
    moveTo(address("/tables", query), "replace");
  }

  async load() {
    const number = ++this.question;
    if (!this.hasRows() || !this.hasNumbers()) {
      this.clear();
      return;
    }
    const { query } = this;
    this.keepAddress();
    const control = this.thesis.querySelector("select");
    if (control) control.value = this.shownNumber;
    try {
      const sheet = await getJson("/api/table", { ...query, format: "json" });
      if (number !== this.question) return;
      const table = this.table?.title ?? "";
      // the weights above the digits are no row of the table
      const rows = sheet.rows.filter((/** @type {unknown[]} */ [first]) => first !== null);
      const values = { game: this.game?.title ?? "", table, number: rows.length };
      say(this.status, t("web.table.caption", values));
      refill(this.exports, t("web.export"), ...exportLinks(query, sheet.has_bfile));
      // that pairs are to be left is said already, but not which table of the thesis they are
      refill(this.sheet, tableOf(sheet, query.kind !== "pairs" || this.shownNumber !== ""));
      refill(this.theorems, statements(sheet.theorems));
    } catch (problem) {
      if (number !== this.question) return;
      this.clear();
      sayProblem(this.status, problem, () => void this.load());
    }
  }

  close() {
    this.question += 1;
  }
}
