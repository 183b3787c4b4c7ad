// Help by degrees: each press opens the next one, and the last draws why on the board.

import { button, html, refill, set, say } from "../common/dom.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {"hint" | "where" | "move" | "why" | "row"} Degree */

/**
 * What helps: the degrees there are now, and what each says.
 * @typedef {{place: () => string, degrees: () => Degree[], ask: (degree: Degree) => Promise<(Node | string)[]>, used: () => void}} Helper
 */

export class Help {
  /** @param {Helper} helper */
  constructor(helper) {
    this.helper = helper;
    this.place = "";
    this.opened = 0;
    /** @type {object | null} What is being asked; where it is dropped, its answer is too. */
    this.question = null;
    this.knob = button("help", "", () => void this.open());
    this.answers = html("div.help-answers", { "aria-live": "polite" });
  }

  get next() {
    return this.helper.degrees()[this.opened] ?? null;
  }

  /** Where the position is another, its help begins anew. */
  paint() {
    const place = this.helper.place();
    if (place !== this.place) {
      this.place = place;
      this.opened = 0;
      this.question = null;
      refill(this.answers);
    }
    const { next } = this;
    const isAll = !next && this.opened > 0;
    say(this.knob, t(isAll ? "learn.help.none" : `learn.help.${next ?? "hint"}`));
    set(this.knob, { "aria-disabled": next && !this.question ? null : "true" });
  }

  async open() {
    const { next } = this;
    if (!next || this.question) return;
    const question = {};
    this.question = question;
    const line = html("div.help-answer", { "data-degree": next });
    this.paint();
    try {
      const said = await this.helper.ask(next);
      if (question !== this.question) return;
      this.opened += 1;
      refill(line, ...said);
      this.helper.used();
    } catch (problem) {
      if (question !== this.question) return;
      sayProblem(line, problem, () => {
        line.remove();
        void this.open();
      });
    }
    this.question = null;
    this.answers.append(line);
    this.paint();
  }
}
