// The chance that a random start is lost: its formula, its growth, with empty heaps or without.

import { getJson } from "../common/api.js";
import { html, refill, say, set } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { Field } from "../common/field.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */

const MOST_HEAPS = 64;

export class Chance {
  /**
   * @param {URLSearchParams} asked what the link asks for
   * @param {() => void} changed called when something else is asked for
   */
  constructor(asked, changed) {
    /** @type {Game | null} */
    this.game = null;
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
