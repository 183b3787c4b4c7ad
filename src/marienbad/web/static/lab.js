// The laboratory: rules on the left, their map on the right, redrawn while one writes.

import { address, Refusal, postJson } from "./api.js";
import { radios } from "./chooser.js";
import { button, html, refill, say, set } from "./dom.js";
import { sections } from "./explanation.js";
import { LabCell } from "./lab-cell.js";
import { EXAMPLES } from "./lab-examples.js";
import { RuleForm } from "./lab-form.js";
import { LabMap } from "./lab-map.js";
import { integer, lang, t } from "./words.js";

const PAUSE = 180;
const QUICK = 30;
const RETRY = 800;
/** After so long without an answer a word is said. */
const SILENCE = 900;
const BUSY = 503;
const FORMATS = /** @type {const} */ (["png", "svg", "csv", "bfile"]);
const SIZES = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
/** By the number of heaps: the largest size, and the one to begin with. */
const BOUNDS = [0, 512, 512, 64, 20];
const USUAL = [0, 128, 128, 32, 12];
const SMALL_SIZES = [4, 6, 8, 10, 12, 14, 16, 18, 20];
const DIAL = 12;
const AXES = ["z", "w"];

export class LabPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.rules = query.get("rules") ?? EXAMPLES[0][1];
    this.size = Number(query.get("size")) || 0;
    this.kind = query.get("kind") === "grundy" ? "grundy" : "outcomes";
    /** @type {number | undefined} */
    this.timer = undefined;
    this.isAsking = false;
    this.isClosed = false;
    this.said = "";
    /** @type {Map<string, number>} how far the dial of a named number goes */
    this.reaches = new Map();
    this.map = new LabMap({
      pointed: () => this.cell.paint(),
      chosen: () => void this.cell.begin(),
    });
    this.cell = new LabCell(this.map);
    this.text = html("textarea", {
      id: "lab-rules",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-describedby": "lab-problem",
      "data-input": "rules",
      input: () => this.write(this.text.value, PAUSE),
    });
    this.mirror = html("div", { class: "mirror", "aria-hidden": "true" });
    this.problem = html("p", { class: "problem", id: "lab-problem", "aria-live": "polite" });
    this.dials = html("div", { class: "dials" });
    this.rule = html("p", { class: "rule" });
    this.status = html("p", { class: "status", role: "status" });
    this.legend = html("p", { class: "legend" });
    this.sizes = html("div", { class: "dials" });
    this.slices = html("div", { class: "dials" });
    this.description = html("div", { class: "description" });
    this.exports = html("p", { class: "exports" });
    this.told = html("p", { class: "told", "aria-live": "polite" });
    this.form = new RuleForm((text) => this.replace(text));
    this.kinds = radios(
      t("web.lab.kind"),
      [
        ["outcomes", t("web.lab.kind.outcomes")],
        ["grundy", t("web.lab.kind.grundy")],
      ],
      this.kind,
      (kind) => {
        this.kind = kind === "grundy" ? kind : "outcomes";
        this.later(QUICK);
      },
    );
    refill(place, this.page());
    this.text.value = this.rules;
    this.paintText();
  }

  page() {
    const examples = EXAMPLES.map(([key, text]) =>
      button("example", t(`web.lab.example.${key}`), () => this.replace(text), {
        "data-example": key,
      }),
    );
    return html(
      "div",
      { class: "lab page" },
      html("h1", {}, t("web.nav.lab")),
      html("p", { class: "lead" }, t("web.lab.lead")),
      html(
        "div",
        { class: "lab-columns" },
        html(
          "section",
          { class: "lab-rules", "aria-label": t("web.lab.rules") },
          html("label", { for: "lab-rules", class: "lab-label" }, t("web.lab.rules")),
          html("div", { class: "editor" }, this.mirror, this.text),
          this.problem,
          this.dials,
          html("details", {}, html("summary", {}, t("web.lab.form")), this.form.element),
          html(
            "div",
            { class: "examples", role: "group", "aria-label": t("web.lab.examples") },
            html("p", { class: "lab-label" }, t("web.lab.examples")),
            ...examples,
          ),
        ),
        html(
          "section",
          { class: "lab-map", "aria-label": t("web.lab.map") },
          html("div", { class: "map-head" }, this.kinds, this.sizes),
          this.slices,
          this.status,
          this.map.canvas,
          this.legend,
          this.exports,
          this.told,
        ),
        html(
          "section",
          { class: "lab-told", "aria-label": t("web.lab.position") },
          this.cell.element,
          html("h2", {}, t("web.lab.noticed")),
          this.rule,
          this.description,
        ),
      ),
    );
  }

  async open() {
    await this.ask();
  }

  // The text

  /** Put other rules into the text. @param {string} text */
  replace(text) {
    this.text.value = text;
    this.write(text, QUICK);
  }

  /**
   * @param {string} text
   * @param {number} pause
   */
  write(text, pause) {
    this.rules = text;
    say(this.problem, "");
    this.paintText();
    this.later(pause);
  }

  /** The text once more under the text, where the place of a mistake is underlined. @param {{line?: number, column?: number}} [place] */
  paintText({ line, column } = {}) {
    const lines = this.rules.split("\n");
    const at = line
      ? lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + (column ?? 1) - 1
      : -1;
    const length = line ? Math.max(1, /^[\w.]+/u.exec(this.rules.slice(at))?.[0].length ?? 1) : 0;
    const marked = this.rules.slice(at, at + length).trimEnd() || "\u00a0";
    refill(
      this.mirror,
      ...(line
        ? [this.rules.slice(0, at), html("mark", {}, marked), this.rules.slice(at + length)]
        : [this.rules]),
      "\n",
    );
    set(this.text, { "aria-invalid": line ? "true" : null });
    // Grundy values belong to games that the last to move wins
    const grundy = this.kinds.querySelector("[value=grundy]");
    if (grundy) set(grundy, { disabled: isMisere(this.rules) });
    this.paintDials();
  }

  /** A dial for each named number that the text gives as a number. */
  paintDials() {
    const numbers = named(this.rules);
    const shape = numbers.map(({ name }) => name).join(" ");
    if (this.dials.dataset.shape !== shape) {
      this.dials.dataset.shape = shape;
      refill(
        this.dials,
        ...numbers.map(({ name, value }) => {
          const most = Math.max(DIAL, 2 * value, this.reaches.get(name) ?? 0);
          this.reaches.set(name, most);
          const turned = (/** @type {number} */ number) => {
            const found = named(this.rules).find((other) => other.name === name);
            if (!found) return;
            const { start, end } = found;
            this.replace(this.rules.slice(0, start) + number + this.rules.slice(end));
          };
          return dial(name, Math.min(1, value), most, value, turned, String);
        }),
      );
    }
    for (const { name, value } of numbers) turn(this.dials, name, value, String);
  }

  // The answer

  /** @param {number} pause */
  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), pause);
  }

  /** Ask for the map as things stand: one question at a time, the latest last. */
  async ask() {
    if (this.isAsking || this.isClosed) return;
    this.isAsking = true;
    const { question } = this;
    history.replaceState(null, "", this.link);
    const word = setTimeout(() => say(this.status, t("web.lab.preparing")), SILENCE);
    try {
      const found = await postJson("/api/lab", question, { query: { lang: lang() } });
      if (!this.isClosed) this.show(found);
    } catch (problem) {
      if (!this.isClosed) this.refuse(problem);
    }
    clearTimeout(word);
    this.isAsking = false;
    if (JSON.stringify(question) !== JSON.stringify(this.question)) this.later(QUICK);
  }

  get question() {
    const heaps = Number(/\bheaps\s+([1-4])\b/u.exec(this.rules)?.[1] ?? 2);
    const size = this.size && Math.min(this.size, BOUNDS[heaps] ?? 512);
    const kind = isMisere(this.rules) ? "outcomes" : this.kind;
    return { rules: this.rules, kind, ...(size ? { size } : {}) };
  }

  /** The address that shows just this. */
  get link() {
    const { rules, kind, size } = this.question;
    return address("/lab", { rules, size, kind: kind === "grundy" ? kind : null });
  }

  /** @param {import("./lab-map.js").Solved} found */
  show(found) {
    const { map } = this;
    map.show(found);
    map.canvas.classList.remove("stale");
    say(this.problem, "");
    if (this.mirror.querySelector("mark")) this.paintText();
    const size = integer(found.sizes[0] ?? 0);
    const values = { box: found.sizes.map(() => size).join(" × "), count: found.count };
    const key = found.kind === "grundy" ? "web.lab.status.grundy" : "web.lab.status";
    say(this.status, t(key, { ...values, greatest: found.greatest }));
    map.name(`${t("web.lab.map")}: ${this.status.textContent} ${t("web.lab.keys")}`);
    say(this.legend, t(`web.lab.legend.${found.kind}`));
    say(this.rule, found.rule);
    if (found.description !== this.said) {
      this.said = found.description ?? "";
      refill(this.description, ...sections({ explanation_html: this.said }));
    }
    this.paintSizes(found.sizes);
    this.paintExports();
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
    say(this.problem, problem.message);
    if (problem.place) this.paintText(problem.place);
  }

  // The controls of the map

  /** @param {number[]} sizes */
  paintSizes(sizes) {
    const heaps = sizes.length;
    const choices = (heaps < 4 ? SIZES : SMALL_SIZES).filter((size) => size <= (BOUNDS[heaps] ?? 0));
    const size = sizes[0] ?? 0;
    const at = Math.max(0, choices.findLastIndex((choice) => choice <= size));
    const shown = (/** @type {number} */ index) => integer(choices[index] ?? 0);
    if (this.sizes.dataset.shape !== String(heaps)) {
      this.sizes.dataset.shape = String(heaps);
      const chosen = (/** @type {number} */ index) => {
        this.size = choices[index] ?? USUAL[heaps] ?? 0;
        this.later(QUICK);
      };
      refill(
        this.sizes,
        dial(t("web.lab.size"), 0, choices.length - 1, at, chosen, shown, "size"),
      );
      refill(
        this.slices,
        ...this.map.slice.map((value, index) =>
          dial(AXES[index] ?? "", 0, size - 1, value, (number) => this.cut(index, number), integer),
        ),
      );
    }
    turn(this.sizes, "size", at, shown);
    for (const input of this.slices.querySelectorAll("input")) input.max = String(size - 1);
  }

  /**
   * @param {number} index
   * @param {number} number
   */
  cut(index, number) {
    this.map.slice[index] = number;
    this.map.paint();
    this.cell.paint();
  }

  paintExports() {
    const { rules, kind, size } = this.question;
    const query = { rules, kind, size: size ?? null, lang: lang() };
    refill(
      this.exports,
      t("web.export"),
      ...FORMATS.map((format) =>
        html(
          "a",
          {
            href: address("/api/lab/file", { ...query, format }),
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
      say(this.told, t("web.copied"));
    } catch {
      // Without a secure connection there is no clipboard; the address bar has the link all the same.
      say(this.told, t("web.lab.copy.by_hand"));
    }
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.map.close();
  }
}

/** @param {string} text */
function isMisere(text) {
  return /^[^#]*\blast\s+loses\b/mu.test(text);
}

/**
 * The numbers that `let` names in a text, and where they stand.
 * @param {string} text
 */
function named(text) {
  const found = [];
  for (const statement of text.replace(/#.*/gu, (all) => " ".repeat(all.length)).matchAll(/\blet\b[^;\n]*/gu)) {
    for (const part of statement[0].matchAll(/([a-z_]\w*)\s*=\s*(\d{1,6})\s*(?=,|$)/giu)) {
      const [all, name = "", digits = ""] = part;
      const start = statement.index + part.index + all.lastIndexOf(digits);
      found.push({ name, value: Number(digits), start, end: start + digits.length });
    }
  }
  return found;
}

/**
 * A slider with its name and its value.
 * @param {string} label
 * @param {number} min
 * @param {number} max
 * @param {number} value
 * @param {(value: number) => void} turned
 * @param {(value: number) => string} shown
 * @param {string} [name]
 */
function dial(label, min, max, value, turned, shown, name = label) {
  const output = html("output", {}, shown(value));
  const input = html("input", { type: "range", min, max, step: 1, "data-dial": name });
  input.value = String(value);
  input.addEventListener("input", () => {
    say(output, shown(Number(input.value)));
    set(input, { "aria-valuetext": shown(Number(input.value)) });
    turned(Number(input.value));
  });
  return html("label", { class: "dial" }, html("span", {}, label), input, output);
}

/**
 * @param {HTMLElement} place
 * @param {string} name
 * @param {number} value
 * @param {(value: number) => string} shown
 */
function turn(place, name, value, shown) {
  const input = place.querySelector(`[data-dial="${name}"]`);
  if (!(input instanceof HTMLInputElement) || Number(input.value) === value) return;
  if (value > Number(input.max)) input.max = String(value);
  input.value = String(value);
  const output = input.parentElement?.querySelector("output");
  if (output) say(output, shown(value));
}
