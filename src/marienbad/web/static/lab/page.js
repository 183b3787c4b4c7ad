// The lab: rules on the left, their map on the right, redrawn while one writes.

import { address } from "../common/address.js";
import { getJson, Refusal, postJson } from "../common/api.js";
import { radios } from "../common/chooser.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { LabCell } from "./cell.js";
import { dial, turn } from "./dial.js";
import { RuleForm } from "./form.js";
import { LabMap } from "./map.js";
import { RuleEditor } from "./rules.js";
import { integer, lang, t } from "../common/words.js";

const QUICK = 30;
const RETRY = 800;
/** After how many milliseconds without an answer the page says that it waits. */
const SILENCE = 900;
const BUSY = 503;
const FORMATS = /** @type {const} */ (["png", "svg", "csv", "bfile"]);
const AXES = ["z", "w"];

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
  status = html("p", { class: "status", role: "status" });
  legend = html("p", { class: "legend" });
  sizes = html("div", { class: "dials" });
  slices = html("div", { class: "dials" });
  exports = html("p", { class: "exports" });
  copied = html("p", { class: "notice", "aria-live": "polite" });
  description = html("div", { class: "description" });
  examples = html("div", { class: "examples", role: "group", "aria-label": t("web.lab.examples") });

  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.size = Number(query.get("size")) || 0;
    this.kind = query.get("kind") === "grundy" ? "grundy" : "outcomes";
    this.map = new LabMap({
      pointed: () => this.cell.paint(),
      chosen: () => void this.cell.begin(),
    });
    this.cell = new LabCell(this.map);
    this.editor = new RuleEditor(query.get("rules") ?? "", (pause) => this.later(pause));
    this.form = new RuleForm({
      wrote: (text) => this.editor.replace(text),
      failed: (problem) => this.refuse(problem),
    });
    this.kinds = radios(
      t("web.lab.kind"),
      ["outcomes", "grundy"].map((kind) => [kind, t(`web.lab.kind.${kind}`)]),
      this.kind,
      (kind) => {
        this.kind = kind;
        this.later(QUICK);
      },
    );
    refill(place, this.page());
  }

  page() {
    return html(
      "div",
      { class: "lab page" },
      html("h1", {}, t("web.nav.lab")),
      html("p", { class: "lead" }, t("web.lab.lead")),
      html("div", { class: "lab-columns" }, this.left(), this.middle(), this.right()),
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

  middle() {
    return html(
      "section",
      { class: "lab-map", "aria-label": t("web.lab.map") },
      html("div", { class: "map-head" }, this.kinds, this.sizes),
      this.slices,
      this.status,
      this.map.canvas,
      this.legend,
      this.exports,
      this.copied,
    );
  }

  right() {
    return html(
      "section",
      { class: "lab-facts", "aria-label": t("web.lab.position") },
      this.cell.element,
      html("h2", {}, t("web.lab.noticed")),
      this.rule,
      this.description,
    );
  }

  async open() {
    this.offer = await getJson("/api/lab");
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
    const word = setTimeout(() => say(this.status, t("web.lab.preparing")), SILENCE);
    try {
      const found = await postJson("/api/lab", { ...question, fit: true });
      if (!this.isClosed) this.show(found, question.rules, isCurrent());
    } catch (problem) {
      if (!this.isClosed) this.refuse(problem);
    }
    clearTimeout(word);
    this.isAsking = false;
    if (!isCurrent()) this.later(QUICK);
  }

  get question() {
    const { size, kind } = this;
    return { rules: this.editor.rules, kind, ...(size ? { size } : {}) };
  }

  /** The address that shows just this. */
  get link() {
    const { rules, kind, size } = this.question;
    return address("/lab", { rules, size, kind: kind === "grundy" ? kind : null });
  }

  /** @param {import("./map.js").Solved} found @param {string} rules @param {boolean} isCurrent */
  show(found, rules, isCurrent) {
    const { map } = this;
    map.show(found);
    map.canvas.classList.remove("stale");
    this.editor.accept(rules, found.pieces);
    // Grundy values belong to games that the last to move wins
    const grundy = this.kinds.querySelector("[value=grundy]");
    if (grundy) set(grundy, { disabled: found.misere });
    const size = integer(found.sizes[0] ?? 0);
    const values = { box: found.sizes.map(() => size).join(" × "), count: found.count };
    const key = found.kind === "grundy" ? "web.lab.status.grundy" : "web.lab.status";
    say(this.status, t(key, { ...values, greatest: found.greatest }));
    const name = `${t("web.lab.map")}: ${this.status.textContent} ${t("web.lab.keys")}`;
    set(map.canvas, { "aria-label": name });
    say(this.legend, t(`web.lab.legend.${found.kind}`));
    say(this.rule, found.rule);
    if (found.description !== this.shown) {
      this.shown = found.description ?? "";
      refill(this.description, ...sections(this.shown));
    }
    this.paintSizes(found.sizes, isCurrent);
    this.paintExports({ rules, kind: found.kind, size: found.sizes[0] ?? null });
    this.cell.paint();
  }

  /** The last good map stays, dimmed, while the rules are wrong. @param {any} problem */
  refuse(problem) {
    this.map.canvas.classList.add("stale");
    if (problem instanceof Refusal && problem.status === BUSY) {
      say(this.status, problem.message);
      this.later(RETRY);
      return;
    }
    this.editor.refuse(problem.message, problem.place);
  }

  // The controls of the map

  /** @param {number[]} sizes @param {boolean} isCurrent else the dial was turned on meanwhile */
  paintSizes(sizes, isCurrent) {
    const heaps = sizes.length;
    const choices = this.offer.sizes[heaps] ?? [];
    const size = sizes[0] ?? 0;
    const at = Math.max(0, choices.findLastIndex((choice) => choice <= size));
    const shown = (/** @type {number} */ index) => integer(choices[index] ?? 0);
    if (this.sizes.dataset.shape !== String(heaps)) {
      this.sizes.dataset.shape = String(heaps);
      const chosen = (/** @type {number} */ index) => {
        this.size = choices[index] ?? 0;
        this.later(QUICK);
      };
      refill(
        this.sizes,
        dial(t("web.lab.size"), [0, choices.length - 1], at, chosen, shown, "size"),
      );
      refill(
        this.slices,
        ...this.map.slice.map((value, index) =>
          dial(AXES[index] ?? "", [0, size - 1], value, (number) => this.cut(index, number), integer),
        ),
      );
    }
    if (isCurrent) turn(this.sizes, "size", at, shown);
    for (const input of this.slices.querySelectorAll("input")) input.max = String(size - 1);
  }

  /** @param {number} index @param {number} number */
  cut(index, number) {
    this.map.slice[index] = number;
    this.map.paint();
    this.cell.paint();
  }

  /** @param {{rules: string, kind: string, size: number | null}} map */
  paintExports(map) {
    refill(
      this.exports,
      t("web.export"),
      ...FORMATS.map((format) =>
        html(
          "a",
          {
            href: address("/api/lab/file", { ...map, lang: lang(), format }),
            download: true,
            "data-format": format,
          },
          t(`web.lab.format.${format}`),
        ),
      ),
      button("copy", t("web.lab.copy"), () => void this.copy(), { class: "follow" }),
    );
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.origin + this.link);
      say(this.copied, t("web.copied"));
    } catch {
      // Without a secure connection there is no clipboard; the address bar has the link all the same.
      say(this.copied, t("web.lab.copy.by_hand"));
    }
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.map.close();
  }
}
