// A table as it is shown, and the forms to take it away in.

import { address } from "../common/address.js";
import { getJson } from "../common/api.js";
import { html, refill, say, set } from "../common/dom.js";
import { columnHead, sections } from "../common/explanation.js";
import { dial, turn, Field } from "../common/fields.js";
import { sayProblem } from "../common/trouble.js";
import { lang, t, integer } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */

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

// The third heap whose slice is shown: a dial wherever one is wanted, and all of them say the same.

/** How far the dial goes, unless a link goes farther. */
const USUAL = 40;
const LARGEST = 500;
/** For so many milliseconds the dial rests before another slice is asked for. */
const REST = 120;
const NAME = "slice";

export class Slice {
  /** @type {HTMLElement[]} */ places = [];
  /** @type {number | undefined} */ resting;

  /** @param {string | null} asked by the link @param {() => void} changed called when another is chosen */
  constructor(asked, changed) {
    const isRight = /^\d{1,3}$/u.test(asked ?? "") && Number(asked) <= LARGEST;
    this.third = isRight ? Number(asked) : 0;
    this.changed = changed;
  }

  /** A dial to choose it. */
  dial() {
    const range = /** @type {[number, number]} */ ([0, Math.max(USUAL, this.third)]);
    const turned = (/** @type {number} */ third) => this.turn(third);
    const place = html("div.dials", dial(t("web.slice"), range, this.third, turned, integer, NAME));
    this.places.push(place);
    return place;
  }

  /** @param {number} third */
  turn(third) {
    this.third = third;
    for (const place of this.places) turn(place, NAME, third, integer);
    clearTimeout(this.resting);
    this.resting = setTimeout(this.changed, REST);
  }
}

// The chance that a random start is lost: its formula, its growth, with empty heaps or without.

const MOST_HEAPS = 64;

export class Chance {
  /**
   * @param {URLSearchParams} asked what the link asks for
   * @param {() => void} changed called when something else is asked for
   */
  constructor(asked, changed) {
    /** @type {Game | null} */ this.game = null;
    this.question = 0;
    const load = () => {
      changed();
      void this.load();
    };
    const input = { inputmode: "numeric", input: load };
    this.size = new Field(t("web.chance.size"), { "data-input": "size", ...input });
    this.size.input.value = asked.get("size") ?? "8";
    this.heaps = new Field(t("web.chance.heaps"), { "data-input": "heaps", ...input });
    this.heaps.input.value = asked.get("heaps") ?? "";
    this.noEmpty = html("input", {
      type: "checkbox",
      "data-input": "no-empty",
      checked: asked.get("no_empty") === "true",
      change: load,
    });
    this.status = html("p.status", { "aria-live": "polite" });
    this.words = html("div.text");
    this.element = html(
      "details.fold.chance",
      { toggle: load, open: asked.has("size") },
      html("summary", t("web.chance")),
      html(
        "div.options",
        this.size.element,
        this.heaps.element,
        html("label.field", this.noEmpty, html("span", t("web.chance.no_empty"))),
      ),
      this.status,
      this.words,
    );
  }

  /** Another game: the number of its heaps may be fixed. @param {Game} game */
  show(game) {
    this.game = game;
    set(this.heaps.element, { hidden: game.heaps !== null });
    set(this.heaps.input, { placeholder: game.start.length });
    void this.load();
  }

  /** What is asked for, as it stands in the address; nothing while the fold is closed. */
  get query() {
    if (!this.game || !this.element.open) return {};
    return {
      size: this.size.text.trim(),
      heaps: (this.game.heaps === null && this.heaps.text.trim()) || null,
      no_empty: this.noEmpty.checked ? "true" : null,
    };
  }

  /** Whether both fields can be read; if not, it is said beside them. */
  isRead() {
    const size = this.size.text.trim();
    const heaps = this.heaps.text.trim();
    const least = this.noEmpty.checked ? 2 : 1;
    const isSize = /^\d{1,1000}$/u.test(size) && BigInt(size) >= least;
    const isHeaps = !heaps || (/^\d{1,2}$/u.test(heaps) && Number(heaps) >= 1 && Number(heaps) <= MOST_HEAPS);
    this.size.refuse(isSize ? "" : t("web.chance.size.wrong", { text: size.slice(0, 40), least }));
    this.heaps.refuse(isHeaps ? "" : t("web.chance.heaps.wrong", { text: heaps.slice(0, 40), most: MOST_HEAPS }));
    return isSize && isHeaps;
  }

  async load() {
    const number = ++this.question;
    const { game } = this;
    if (!game || !this.element.open) return;
    if (!this.isRead()) {
      refill(this.words);
      say(this.status, "");
      return;
    }
    try {
      const found = await getJson("/api/chance", { game: game.game, ...this.query });
      if (number !== this.question) return;
      say(this.status, "");
      refill(this.words, ...sections(found.html));
    } catch (problem) {
      if (number !== this.question) return;
      refill(this.words);
      sayProblem(this.status, problem, () => void this.load());
    }
  }
}
