// The lab: rules on the left, their map on the right, redrawn while one writes.

import { address } from "../common/address.js";
import { Gone, getJson, LONG, Refusal, postJson } from "../common/api.js";
import { html, refill, say, set, button } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";
import { Discovery } from "./discover.js";
import { RuleForm } from "./form.js";
import { MapPanel } from "./panel.js";
import { RuleEditor } from "./rules.js";
import { SavedRules } from "./saved.js";
import { Vocabulary, grammarHelp } from "./grammar.js";
import { Trail } from "./trail.js";

// What one notices of some rules. While others are being answered, or cannot be read, it is dimmed.

class Facts {
  rule = html("p.rule");
  description = html("div.description");
  /** That these are the facts of earlier rules. */
  stale = html("p.spoken");
  element = html(
    "section.lab-facts",
    { "aria-label": t("web.lab.noticed") },
    html("h2", t("web.lab.noticed")),
    this.stale,
    this.rule,
    this.description,
  );
  /** The description that is shown. */
  shown = "";

  /** @param {{rule: string, description: string | null}} found */
  show({ rule, description }) {
    this.mark(false, false);
    say(this.rule, rule);
    if (description === this.shown) return;
    this.shown = description ?? "";
    refill(this.description, ...sections(this.shown));
  }

  /** Others are on their way. */
  wait() {
    this.mark(true, true);
  }

  /** The last good ones stay, dimmed, while the rules are wrong. */
  keep() {
    this.mark(true, false);
  }

  /** @param {boolean} isStale @param {boolean} isBusy */
  mark(isStale, isBusy) {
    this.element.classList.toggle("stale", isStale);
    say(this.stale, isStale && this.shown ? t("web.lab.stale") : "");
    set(this.element, { "aria-busy": isBusy ? "true" : null });
  }
}

const QUICK = 30;
const RETRY = 800;
const BUSY = 503;

/**
 * @typedef {object} Offer
 * @property {Record<string, string>} examples
 * @property {Record<string, string>} grammar
 * @property {string[]} operators
 * @property {import("./grammar.js").Keywords} keywords
 * @property {Record<number, number[]>} sizes
 * @property {number[][]} heat
 */

export class LabPage {
  /** @type {number | undefined} */ timer;
  isAsking = false;
  isClosed = false;
  /** The text that was understood last, and how links write it. */
  understood = { rules: "", english: "", game: "" };
  /** What was asked for and is shown. */
  answered = "";
  /** Whether the rules of another address are on their way. */
  isRevisiting = false;
  trail = new Trail(() => this.link);
  facts = new Facts();
  examples = html("div.examples", { role: "group", "aria-label": t("web.lab.examples") });
  help = html("div.help");

  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    /** @type {MapPanel} */
    this.panel = new MapPanel(query, {
      asks: () => this.later(QUICK),
      link: () => this.link,
      moved: (how) => {
        this.trail[how]();
        this.discovery?.choose();
      },
    });
    /** @type {Discovery} */
    this.discovery = new Discovery({ rules: () => this.editor.rules, position: () => this.panel.pair });
    this.editor = new RuleEditor((pause) => this.later(pause));
    this.form = new RuleForm({
      rules: () => this.editor.rules,
      wrote: (text) => this.editor.replace(text),
      failed: (problem) => this.refuse(problem),
    });
    this.saved = new SavedRules({
      current: () => {
        const { rules, english, game } = this.understood;
        return rules === this.editor.rules ? { rules: english, game } : null;
      },
      open: (rules) =>
        void this.translate(rules).then(
          (text) => this.editor.replace(text),
          (problem) => this.refuse(problem),
        ),
    });
    refill(place, this.page());
  }

  page() {
    return html(
      "div.lab.page",
      html("header.lab-head", html("h1", t("web.nav.lab")), html("p.lead", t("web.lab.lead"))),
      html("div.lab-columns", this.left(), this.panel.element, this.discovery.element, this.facts.element),
      this.discovery.result,
    );
  }

  left() {
    const { editor } = this;
    const label = html("label.lab-label", { for: "lab-rules" }, t("web.lab.rules"));
    return html(
      "section",
      { class: "lab-rules", "aria-label": t("web.lab.rules"), keydown: (event) => this.press(event) },
      html("div.editor-head", label, editor.tools),
      editor.element,
      editor.problem,
      editor.dials,
      this.help,
      html("details.choose", html("summary", t("web.lab.form")), this.form.element),
      this.saved.element,
      this.examples,
    );
  }

  /** Taking back works wherever the rules were changed; a field of text has a memory of its own. @param {KeyboardEvent} event */
  press(event) {
    const { target } = event;
    const isField = target instanceof HTMLInputElement && /text|number/u.test(target.type);
    if (isField || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const way = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
    if (!way) return;
    event.preventDefault();
    this.editor.walk(way);
  }

  async open() {
    const [offer, rules] = await Promise.all([/** @type {Promise<Offer>} */ (getJson("/api/lab")), this.wanted()]);
    this.panel.offer(offer);
    this.editor.vocabulary = new Vocabulary(offer.keywords);
    const examples = Object.entries(offer.examples);
    refill(
      this.examples,
      html("p.lab-label", t("web.lab.examples")),
      ...examples.map(([name, text]) =>
        button("example", t(`web.lab.example.${name}`), () => this.editor.replace(text), { "data-example": name }),
      ),
    );
    refill(
      this.help,
      grammarHelp(offer.grammar, offer.operators, (line) => this.editor.addLine(line)),
    );
    this.editor.begin(rules || (examples[0]?.[1] ?? ""));
    await this.ask();
  }

  /** The rules that the address asks for, in the words of the reader. @returns {Promise<string>} */
  async wanted() {
    const query = new URLSearchParams(location.search);
    const game = query.get("game");
    if (!game) return this.translate(query.get("rules") ?? "");
    const heaps = query.get("position")?.split(",").length ?? null;
    return (await getJson("/api/lab/rules", { game, heaps })).rules;
  }

  /** @param {string} rules @returns {Promise<string>} */
  async translate(rules) {
    if (rules === this.understood.english) return this.understood.rules;
    return rules && (await getJson("/api/lab/rules", { rules })).rules;
  }

  /** The address was changed by going back or forward. */
  async revisit() {
    this.trail.comeBack();
    const { href } = location;
    const isLate = () => href !== location.href || this.isClosed;
    this.isRevisiting = true;
    try {
      const rules = await this.wanted();
      if (!isLate()) this.reopen(rules);
    } catch (problem) {
      if (isLate()) return;
      this.isRevisiting = false;
      this.panel.report((status) => sayProblem(status, problem, () => void this.revisit()));
    }
  }

  /** Show what the address asks for. @param {string} rules */
  reopen(rules) {
    const { map } = this.panel;
    this.isRevisiting = false;
    this.panel.read(new URLSearchParams(location.search));
    if (rules && rules !== this.editor.rules) this.editor.replace(rules);
    else if (!map.solved || JSON.stringify(this.question) !== this.answered) this.later(QUICK);
    else {
      this.panel.open(map.solved.sizes, () => map.look());
      this.trail.change(false);
    }
  }

  // The answer

  /** @param {number} pause */
  later(pause) {
    clearTimeout(this.timer);
    this.facts.wait();
    this.timer = setTimeout(() => void this.ask(), pause);
  }

  /** Ask for the map as things stand: one question at a time, the latest last. */
  async ask() {
    clearTimeout(this.timer);
    if (this.isAsking || this.isClosed) return;
    this.isAsking = true;
    const { question } = this;
    const isCurrent = () => JSON.stringify(question) === JSON.stringify(this.question);
    const arrived = this.panel.wait(question);
    try {
      const found = await postJson("/api/lab", { ...question, fit: true }, null, LONG);
      arrived();
      if (!this.isClosed) this.show(found, question.rules, isCurrent());
    } catch (problem) {
      arrived();
      if (!this.isClosed) this.refuse(problem);
    }
    this.isAsking = false;
    if (!isCurrent()) this.later(QUICK);
  }

  get question() {
    return { rules: this.editor.rules, ...this.panel.question };
  }

  /** The address that shows just this. @returns {string} */
  get link() {
    const { rules } = this.editor;
    const { rules: known, english } = this.understood;
    return address("/lab", { rules: rules === known ? english : rules, ...this.panel.parameters });
  }

  /** @param {import("./map.js").Solved & {english: string, choices: any, proved: string | null}} found @param {string} rules @param {boolean} isCurrent */
  show(found, rules, isCurrent) {
    const before = this.understood.english;
    this.understood = { rules, english: found.english, game: found.game };
    this.panel.show(found, rules, isCurrent);
    this.editor.accept(rules, found.pieces);
    if (isCurrent && !this.isRevisiting) {
      this.answered = JSON.stringify(this.question);
      this.form.show(found.choices);
      // letters and a dial that is turned make one step together
      this.trail.change(this.editor.versions.now.by === "" && this.understood.english !== before);
    }
    this.facts.show(found);
    this.discovery.turn(found.proved);
  }

  /** The last good map stays, dimmed, while the rules are wrong. @param {any} problem */
  refuse(problem) {
    this.panel.dim();
    this.facts.keep();
    if (problem instanceof Refusal && problem.status === BUSY) {
      this.panel.report((status) => say(status, problem.message));
      this.later(RETRY);
      return;
    }
    if (problem instanceof Gone) {
      this.panel.report((status) => sayProblem(status, problem, () => void this.ask()));
      return;
    }
    this.editor.refuse(problem.message, problem.place);
    this.form.wait();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.trail.drop();
    this.panel.close();
    this.discovery.close();
  }
}
