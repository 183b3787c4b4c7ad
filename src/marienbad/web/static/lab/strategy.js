// What was discovered of some rules: the strategy in words, its automaton step by step, its certificate.

import { open as openChecker } from "../check/handover.js";
import { postJson } from "../common/api.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { HeapsField, saveFile } from "../common/fields.js";
import { loadGame } from "../common/model.js";
import { exact } from "../common/numbers.js";
import { taken } from "../common/speech.js";
import { sayProblem } from "../common/trouble.js";
import { integer, listing, t, tuple } from "../common/words.js";

/** @typedef {import("../common/numbers.js").Wire} Wire */

// An automaton that reads a position letter by letter: the digits of both heaps, the state after each,
// and at the end what the position is. Digits, states and moves come from the server.

/** @typedef {{position: Wire[], weights: Wire[], words: number[][], states: number[], accepted: boolean, block: number, moves: {take: Wire[], leave: Wire[]}[] | null}} Reading */

/** For so many milliseconds a cell is looked at before it is read. */
const REST = 120;
/** How many winning moves are told, unless more of them may be forbidden. */
const SHOWN = 3;

/** A weight with more digits is written by its index. */
const LONGEST = 7;
/** The heaps, as rules and the map name them. */
const NAMES = ["x", "y"];

class Steps {
  field = new HeapsField({ "data-input": "steps", inputmode: "numeric" });
  table = html("table.steps");
  frame = html("div.wide", { tabindex: 0, role: "group", "aria-label": t("web.lab.steps"), hidden: true }, this.table);
  sentence = html("p.step-told", { "aria-live": "polite" });
  moves = html("ul.cell-moves");
  problem = html("div.problem", { role: "alert" });
  /** @type {Reading | null} */ reading = null;
  /** The sentence and the moves of the end, which are the same however often one comes there. */
  verdict = { sentence: "", moves: /** @type {string[]} */ ([]) };
  /** How many letters have been read. */
  at = 0;
  /** How often something was asked: what comes late is dropped. */
  asked = 0;
  /** @type {number | undefined} */ timer;

  /**
   * @param {string} game
   * @param {string} rules
   * @param {string} file the automaton, as the server reads it
   * @param {HTMLElement} picture in which the state is marked
   */
  constructor(game, rules, file, picture) {
    this.game = game;
    this.rules = rules;
    this.file = file;
    this.picture = picture;
    this.field.example = [12n, 20n];
    this.buttons = {
      first: this.tool("first", "«", () => this.go(0)),
      back: this.tool("back", "‹", () => this.go(this.at - 1)),
      next: this.tool("next", "›", () => this.go(this.at + 1)),
      last: this.tool("last", "»", () => this.go(this.end)),
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const heaps = this.field.read();
      if (heaps) void this.ask(heaps.join(","));
    };
    this.element = html(
      "div",
      { class: "stepping", keydown: (event) => this.press(event) },
      html("h3", t("web.lab.steps")),
      html("p", t("web.lab.steps.lead")),
      html(
        "form",
        { submit },
        this.field.element,
        html("button", { type: "submit", "data-action": "read" }, t("web.lab.steps.read")),
      ),
      this.problem,
      html("div.step-tools", { role: "group", "aria-label": t("web.lab.steps") }, ...Object.values(this.buttons)),
      this.frame,
      this.sentence,
      this.moves,
    );
  }

  /** @param {string} name @param {string} sign @param {() => void} act */
  tool(name, sign, act) {
    const label = t(`web.lab.steps.${name}`);
    return button(`step-${name}`, sign, act, { "aria-label": label, title: label });
  }

  /** How many letters there are. */
  get end() {
    return (this.reading?.states.length ?? 1) - 1;
  }

  /** A position of the map, once one rests on it. @param {readonly number[]} position */
  later(position) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(position), REST);
  }

  /** @param {readonly number[]} position */
  read(position) {
    this.field.show(position.map(BigInt));
    void this.ask(position.join(","));
  }

  /** @param {string} position */
  async ask(position) {
    clearTimeout(this.timer);
    this.asked += 1;
    const { asked, rules, file } = this;
    try {
      const found = await postJson("/api/lab/steps", { rules, automaton: file, position });
      const verdict = await this.judge(found);
      if (asked !== this.asked) return;
      refill(this.problem);
      this.verdict = verdict;
      this.show(found);
    } catch (problem) {
      if (asked === this.asked) sayProblem(this.problem, problem, () => void this.ask(position));
    }
  }

  /** What is said at the end. @param {Reading} reading */
  async judge({ position, states, accepted, block, moves }) {
    const shown = tuple(exact(position));
    if (accepted) {
      const sentence = t("web.lab.steps.leave", { position: shown, state: states.at(-1) ?? 0 });
      return { sentence, moves: [] };
    }
    const sentence = t("web.lab.steps.not", { position: shown, state: states.at(-1) ?? 0 });
    if (moves?.length === 0) return { sentence: `${sentence} ${t("web.lab.steps.won")}`, moves: [] };
    const game = await loadGame(this.game);
    const told = (moves ?? [])
      .slice(0, Math.max(SHOWN, block))
      .map(({ take, leave }) =>
        t("web.analysis.move", { taken: taken(game, exact(take)), position: tuple(exact(leave)) }),
      );
    const forbidden = block > 1 && told.length ? ` ${t("web.lab.steps.block", { most: block - 1 })}` : "";
    return { sentence: sentence + forbidden, moves: told };
  }

  /** @param {Reading} reading */
  show(reading) {
    this.reading = reading;
    const { weights, words } = reading;
    const head = html(
      "tr",
      html("th", { scope: "row" }, t("web.lab.steps.weight")),
      ...weights.map((weight, column) => headOf(weight, weights.length - 1 - column)),
    );
    const rows = words.map((word, heap) =>
      html("tr", html("th", { scope: "row" }, NAMES[heap]), ...word.map((digit) => html("td", digit))),
    );
    const met = html(
      "tr.met",
      html("th", { scope: "row" }, t("web.lab.steps.state")),
      ...weights.map(() => html("td")),
    );
    refill(this.table, html("thead", head), html("tbody", ...rows), html("tfoot", met));
    set(this.frame, { hidden: weights.length ? null : true });
    this.go(0);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.end }[event.key];
    if (to === undefined || !this.reading) return;
    event.preventDefault();
    this.go(to);
  }

  /** Have read so many letters. @param {number} to */
  go(to) {
    const { reading, buttons } = this;
    if (!reading || to < 0 || to > this.end) return;
    this.at = to;
    const { states } = reading;
    for (const row of this.table.querySelectorAll("tr")) {
      [...row.children].forEach((cell, column) => {
        cell.classList.toggle("now", column === to && to > 0);
        cell.classList.toggle("read", column > 0 && column < to);
        if (row.className === "met" && column > 0) say(cell, column <= to ? String(states[column]) : "");
      });
    }
    for (const state of this.picture.querySelectorAll("[data-state]")) {
      state.classList.toggle("now", state.getAttribute("data-state") === String(states[to]));
    }
    for (const name of /** @type {const} */ (["first", "back"]))
      set(buttons[name], { "aria-disabled": to > 0 ? null : "true" });
    for (const name of /** @type {const} */ (["next", "last"]))
      set(buttons[name], { "aria-disabled": to < this.end ? null : "true" });
    this.tell();
    this.reveal();
  }

  /** Say where it is. */
  tell() {
    const { reading, at, end } = this;
    if (!reading) return;
    const { states, words } = reading;
    const [before, state] = [states[at - 1] ?? 0, states[at] ?? 0];
    const digits = listing(words.map((word) => String(word[at - 1])));
    const step = at
      ? t("web.lab.steps.at", { step: at, steps: end, digits, before, state })
      : t("web.lab.steps.start", { state });
    const isLost = at > 0 && at < end && state === 0 ? t("web.lab.steps.dead") : "";
    const isOver = at === end;
    say(this.sentence, [step, isLost, isOver ? this.verdict.sentence : ""].filter(Boolean).join(" "));
    refill(this.moves, ...(isOver ? this.verdict.moves.map((move) => html("li.wins", move)) : []));
  }

  /** What was read last is in sight, in the table and in the picture. */
  reveal() {
    for (const [frame, mark] of [
      [this.frame, this.table.querySelector("thead .now")],
      [this.picture, this.picture.querySelector(".now")],
    ]) {
      if (!(frame instanceof HTMLElement)) continue;
      if (!(mark instanceof Element)) {
        frame.scrollLeft = 0;
        continue;
      }
      const [inner, outer] = [mark.getBoundingClientRect(), frame.getBoundingClientRect()];
      frame.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
      frame.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    }
  }

  close() {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}

/** The head of a column: its weight, or its index where that is long. @param {Wire} weight @param {number} index */
function headOf(weight, index) {
  const whole = integer(BigInt(weight));
  if (String(weight).length <= LONGEST) return html("th", { scope: "col" }, whole);
  return html("th", { scope: "col", title: whole }, html("i", "U"), html("sub", index));
}

/** @typedef {{system: string, states: number, file: string | null, picture: string | null}} Automaton */
/** @typedef {{ending: "proved" | "refuted" | "not_found", html: string, game: string, automaton: Automaton | null}} Found */

export class Strategy {
  title = html("h2", { id: "strategy", tabindex: -1 });
  /** That this was found of earlier rules. */
  stale = html("p.stale-notice");
  words = html("div.strategy-words");
  acts = html("div.acts");
  beside = html("div.strategy-automaton");
  /** @type {Steps | null} */ steps = null;

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
