// The lab: rules on the left, their map on the right, redrawn while one writes.

import { address } from "../common/address.js";
import { Gone, getJson, LONG, Refusal, postJson } from "../common/api.js";
import { button, html, refill, say } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { RuleForm } from "./form.js";
import { MapPanel } from "./panel.js";
import { RuleEditor } from "./rules.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

const QUICK = 30;
const RETRY = 800;
/** After how many milliseconds without an answer the page says that it waits. */
const SILENCE = 900;
const BUSY = 503;

/** @typedef {{examples: Record<string, string>, sizes: Record<number, number[]>}} Offer */

export class LabPage {
  /** @type {Offer} */
  offer = { examples: {}, sizes: {} };
  /** @type {number | undefined} */
  timer;
  isAsking = false;
  isClosed = false;
  /** The description that is shown. */
  shown = "";
  rule = html("p", { class: "rule" });
  description = html("div", { class: "description" });
  examples = html("div", { class: "examples", role: "group", "aria-label": t("web.lab.examples") });

  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    /** @type {MapPanel} */
    this.panel = new MapPanel(query, { asks: () => this.later(QUICK), link: () => this.link });
    this.editor = new RuleEditor(query.get("rules") ?? "", (pause) => this.later(pause));
    this.form = new RuleForm({
      wrote: (text) => this.editor.replace(text),
      failed: (problem) => this.refuse(problem),
    });
    refill(place, this.page());
  }

  page() {
    return html(
      "div",
      { class: "lab page" },
      html("h1", {}, t("web.nav.lab")),
      html("p", { class: "lead" }, t("web.lab.lead")),
      html("div", { class: "lab-columns" }, this.left(), this.panel.element, this.right()),
    );
  }

  left() {
    return html(
      "section",
      { class: "lab-rules", "aria-label": t("web.lab.rules") },
      html("label", { for: "lab-rules", class: "lab-label" }, t("web.lab.rules")),
      this.editor.element,
      this.editor.problem,
      this.editor.dials,
      html("details", {}, html("summary", {}, t("web.lab.form")), this.form.element),
      this.examples,
    );
  }

  right() {
    return html(
      "section",
      { class: "lab-facts", "aria-label": t("web.lab.position") },
      this.panel.cell.element,
      html("h2", {}, t("web.lab.noticed")),
      this.rule,
      this.description,
    );
  }

  async open() {
    this.offer = await getJson("/api/lab");
    this.panel.choices = this.offer.sizes;
    const examples = Object.entries(this.offer.examples);
    refill(
      this.examples,
      html("p", { class: "lab-label" }, t("web.lab.examples")),
      ...examples.map(([name, rules]) =>
        button("example", t(`web.lab.example.${name}`), () => this.editor.replace(rules), {
          "data-example": name,
        }),
      ),
    );
    if (!this.editor.rules) this.editor.replace(examples[0]?.[1] ?? "");
    await this.ask();
  }

  // The answer

  /** @param {number} pause */
  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), pause);
  }

  /** Ask for the map as things stand: one question at a time, the latest last. */
  async ask() {
    clearTimeout(this.timer);
    if (this.isAsking || this.isClosed) return;
    this.isAsking = true;
    const { question } = this;
    const isCurrent = () => JSON.stringify(question) === JSON.stringify(this.question);
    history.replaceState(null, "", this.link);
    const word = setTimeout(() => say(this.panel.status, t("web.lab.preparing")), SILENCE);
    try {
      const found = await postJson("/api/lab", { ...question, fit: true }, null, LONG);
      if (!this.isClosed) this.show(found, question.rules, isCurrent());
    } catch (problem) {
      if (!this.isClosed) this.refuse(problem);
    }
    clearTimeout(word);
    this.isAsking = false;
    if (!isCurrent()) this.later(QUICK);
  }

  get question() {
    return { rules: this.editor.rules, ...this.panel.question };
  }

  /** The address that shows just this. @returns {string} */
  get link() {
    return address("/lab", { rules: this.editor.rules, ...this.panel.parameters });
  }

  /** @param {import("./map.js").Solved} found @param {string} rules @param {boolean} isCurrent */
  show(found, rules, isCurrent) {
    this.panel.show(found, rules, isCurrent);
    this.editor.accept(rules, found.pieces);
    say(this.rule, found.rule);
    if (found.description !== this.shown) {
      this.shown = found.description ?? "";
      refill(this.description, ...sections(this.shown));
    }
  }

  /** The last good map stays, dimmed, while the rules are wrong. @param {any} problem */
  refuse(problem) {
    this.panel.dim();
    if (problem instanceof Refusal && problem.status === BUSY) {
      say(this.panel.status, problem.message);
      this.later(RETRY);
      return;
    }
    if (problem instanceof Gone) {
      sayProblem(this.panel.status, problem, () => void this.ask());
      return;
    }
    this.editor.refuse(problem.message, problem.place);
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.panel.close();
  }
}
