// An investigation: a game and a start, and several ways to find out about it. Nothing is revealed
// unless it is asked for.

import { address, moveTo } from "../common/address.js";
import { fetched } from "../common/api.js";
import { GameChooser } from "../common/chooser.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { HeapsField } from "../common/fields.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";
import { Conjectures } from "./conjecture.js";
import { Labels } from "./label.js";
import { nameOf } from "./labelling.js";
import { MoveTable } from "./table.js";

/** @typedef {import("../common/model.js").Game} Game */

/** What is investigated. @typedef {{game: Game, start: bigint[]}} Subject */

/**
 * One way to investigate: its element is shown while it is chosen; `show` is told of every subject
 * and asks the server itself; what comes late for an earlier one it drops.
 * @typedef {{element: HTMLElement, show: (subject: Subject) => Promise<void>, close: () => void}} View
 */

/** Where there is little room, what is investigated is one line until it is to be changed. */
const SMALL = matchMedia("(max-width: 44rem)");

/** What to begin with: a game and a start by a name. @type {Record<string, [string, string]>} */
const PRESETS = {
  normal: ["nim", "1,3,5,7"],
  misere: ["marienbad", "1,3,5,7"],
  three: ["nim", "1,2,3"],
  fifteen: ["subtraction:1.2.3", "15"],
  race: ["subtraction:1.2", "20"],
  queen: ["wythoff", "5,7"],
};

/**
 * Each view comes when it is wanted, but for those that most meet first; it may be brought something
 * by the address.
 * @type {Record<string, () => Promise<new (query: URLSearchParams) => View>>}
 */
const VIEWS = {
  label: () => Promise.resolve(Labels),
  conjecture: () => Promise.resolve(Conjectures),
  graph: async () => (await fetched(import("./graph.js"))).Graph,
  table: () => Promise.resolve(MoveTable),
  machine: async () => (await fetched(import("./machine.js"))).Learner,
};

export class InvestigatePage {
  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.query = query;
    const wanted = query.get("view") ?? "";
    this.view = wanted in VIEWS ? wanted : "label";
    /** @type {string | null} The start that the link asks for. */
    this.written = query.get("position");
    /** @type {Game | null} */ this.game = null;
    /** @type {Map<string, View>} */ this.views = new Map();
    this.status = html("p.status", { role: "status" });
    this.shown = html("div.view");
    this.start = new HeapsField({ "data-input": "start" });
    this.start.input.addEventListener("change", () => void this.show());
    this.named = html("strong");
    this.fold = html("details.subject", { open: !SMALL.matches });
    this.tabs = html("div.tabs", { role: "group", "aria-label": t("investigate.views") });
    this.chooser = new GameChooser(query.get("game") ?? "marienbad", (game) => {
      this.game = game;
      this.start.example = game.start;
      this.start.write(this.written ?? game.start.join(", "));
      this.written = null;
      void this.show();
    });
    refill(
      place,
      html(
        "div.investigate.page",
        html("h1", t("investigate.title")),
        html("p.lead", t("investigate.lead")),
        this.fold,
        this.tabs,
        this.status,
        this.shown,
      ),
    );
    refill(
      this.fold,
      html("summary", this.named, " · ", t("investigate.subject.change")),
      this.presets(),
      html(
        "form",
        { class: "ask", submit: (event) => this.submit(event) },
        this.chooser.fold(),
        this.chooser.rule,
        this.start.element,
      ),
    );
  }

  presets() {
    return html(
      "div.presets",
      { role: "group", "aria-label": t("investigate.presets") },
      ...Object.entries(PRESETS).map(([name, [game, position]]) =>
        button("preset", t(`investigate.preset.${name}`), () => void this.begin(game, position), {
          "data-preset": name,
        }),
      ),
    );
  }

  /** @param {string} game @param {string} position */
  async begin(game, position) {
    this.written = position;
    await this.chooser.open(game);
    if (this.chooser.game) this.foldUp();
  }

  async open() {
    this.paintTabs();
    if (!(await this.chooser.announced)) this.fold.open = true;
  }

  /** What is to be investigated is chosen: where there is little room, give way to it. */
  foldUp() {
    if (!SMALL.matches || !this.fold.open) return;
    this.fold.open = false;
    this.fold.querySelector("summary")?.focus();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.game && this.start.read()) this.foldUp();
    void this.show();
  }

  paintTabs() {
    refill(
      this.tabs,
      ...Object.keys(VIEWS).map((name) =>
        button("view", t(`investigate.view.${name}`), () => this.turn(name), {
          "data-view": name,
          "aria-pressed": String(name === this.view),
        }),
      ),
    );
  }

  /** @param {string} view */
  turn(view) {
    this.view = view;
    for (const tab of this.tabs.querySelectorAll("[data-view]")) {
      set(tab, { "aria-pressed": String(tab.getAttribute("data-view") === view) });
    }
    void this.show();
  }

  async show() {
    const { game } = this;
    const start = this.start.read();
    const { view: name } = this;
    if (!start) this.fold.open = true; // what is wrong stands there
    if (!game || !start) return;
    say(this.named, t("investigate.subject", { game: game.title, start: nameOf(start) }));
    moveTo(address("/investigate", { game: game.game, position: start.join(","), view: name }), "replace");
    refill(this.status);
    try {
      const view = await this.viewOf(name);
      if (name !== this.view) return;
      refill(this.shown, view.element);
      await view.show({ game, start });
    } catch (problem) {
      if (name === this.view) sayProblem(this.status, problem, () => void this.show());
    }
  }

  /** @param {string} name */
  async viewOf(name) {
    const Kind = await VIEWS[name]?.();
    const view = this.views.get(name) ?? new (Kind ?? Labels)(this.query);
    this.views.set(name, view);
    return view;
  }

  close() {
    for (const view of this.views.values()) view.close();
  }
}
