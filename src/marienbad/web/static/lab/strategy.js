// What was discovered of some rules: the strategy in words, its automaton step by step, its certificate.

import { open as openChecker } from "../check/handover.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { saveFile } from "../common/files.js";
import { t } from "../common/words.js";
import { Steps } from "./steps.js";

/** @typedef {{system: string, states: number, file: string | null, picture: string | null}} Automaton */
/** @typedef {{ending: "proved" | "refuted" | "not_found", html: string, game: string, automaton: Automaton | null}} Found */

export class Strategy {
  title = html("h2", { id: "strategy", tabindex: -1 });
  /** That this was found of earlier rules. */
  stale = html("p.stale-notice");
  words = html("div.strategy-words");
  acts = html("div.acts");
  beside = html("div.strategy-automaton");
  /** @type {Steps | null} */
  steps = null;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    refill(place, html("header", this.title, this.stale, this.acts), this.words, this.beside);
  }

  /** @param {Found} found @param {string} rules @param {readonly number[]} position that is read first */
  show({ ending, game, automaton, html: told }, rules, position) {
    this.close();
    say(this.title, t(`web.lab.discover.${ending}`));
    refill(this.words, ...sections(told), ...(automaton ? [] : commandFor(game)));
    refill(this.acts, automaton && t("web.lab.strategy.certifying"));
    refill(this.beside);
    if (automaton) this.draw(game, automaton, rules);
    this.steps?.read(position);
    this.mark(false);
    set(this.place, { hidden: null });
  }

  /** @param {string} game @param {Automaton} automaton @param {string} rules */
  draw(game, { states, file, picture }, rules) {
    const about = t("web.lab.strategy.picture");
    const drawn = html(
      "div.automaton",
      { tabindex: 0, role: "group", "aria-label": about },
      ...sections(picture ?? ""),
    );
    for (const svg of drawn.querySelectorAll("svg")) {
      const { width, height } = svg.viewBox.baseVal;
      set(svg, { width, height });
    }
    this.steps = file === null ? null : new Steps(game, rules, file, drawn);
    refill(
      this.beside,
      html("h3", t("web.lab.strategy.automaton", { states })),
      picture && html("figure", drawn, html("figcaption", about)),
      this.steps ? this.steps.element : html("p", t("web.lab.steps.too_large")),
    );
  }

  /** @param {string | null} certificate @param {string} problem why there is none */
  certify(certificate, problem) {
    const text = certificate ?? "";
    const save = button("certificate", t("web.lab.strategy.certificate"), () => saveFile("certificate.json", text));
    const check = button("check", t("web.check.yourself"), () => openChecker(text), { class: "primary" });
    refill(this.acts, text && check, text && save, problem && html("p.problem", problem));
  }

  /** @param {boolean} isStale */
  mark(isStale) {
    this.place.classList.toggle("stale", isStale);
    say(this.stale, isStale ? t("web.lab.strategy.stale") : "");
  }

  goThere() {
    this.title.scrollIntoView();
    this.title.focus({ preventScroll: true });
  }

  close() {
    this.steps?.close();
    this.steps = null;
  }
}

/** How the same is looked for without the limits of a server. @param {string} game */
function commandFor(game) {
  const command = `marienbad discover "${game}" --seconds 600`;
  return [html("p", t("web.lab.strategy.more")), html("pre.command", { tabindex: 0 }, command)];
}
