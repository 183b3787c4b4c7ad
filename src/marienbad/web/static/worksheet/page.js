// Worksheets: what is wanted of them, and the pages as they will be printed.

import { address, moveTo } from "../common/address.js";
import { LONG, getJson } from "../common/api.js";
import { radios, GameChooser } from "../common/chooser.js";
import { button, html, named, say, select, set, refill } from "../common/dom.js";
import { Field } from "../common/fields.js";
import { sayProblem } from "../common/trouble.js";
import { t, lang } from "../common/words.js";

// What is wanted of sheets, besides their game: the fields, and what they ask the server for.

const USUAL = { kind: "mirror", difficulty: "2", form: "move", variants: "1", seed: "1", answers: "yes" };
const ANSWERS = /** @type {const} */ (["yes", "no", "only"]);

class Wishes {
  /** @param {Choices} choices @param {URLSearchParams} asked by the link @param {() => void} changed */
  constructor(choices, asked, changed) {
    this.most = choices.most;
    this.changed = changed;
    this.values = {
      kind: asked.get("kind") ?? USUAL.kind,
      difficulty: asked.get("difficulty") ?? USUAL.difficulty,
      lesson: asked.get("lesson") ?? choices.lessons[0]?.name ?? "",
      form: asked.get("form") ?? "",
      answers: asked.get("answers") ?? USUAL.answers,
    };
    const [least, most] = choices.difficulties;
    const levels = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
    this.kind = html(
      "div.options",
      this.choice("kind", named(choices.kinds)),
      this.choice(
        "difficulty",
        levels.map((level) => [level, level]),
      ),
    );
    this.lesson = html("div.options", this.choice("lesson", named(choices.lessons)));
    this.positions = this.field("positions", asked.get("positions") ?? "", { placeholder: "1,3,5,7; 1,2,3" });
    this.forms = named(choices.forms);
    this.form = html("div.options");
    this.count = this.field("count", asked.get("count") ?? "", { placeholder: t("worksheet.usual") });
    this.variants = this.field("variants", asked.get("variants") ?? USUAL.variants);
    this.seed = this.field("seed", asked.get("seed") ?? USUAL.seed);
    const other = button("other", t("worksheet.other"), () => {
      this.seed.input.value = String(Math.floor(Math.random() * 10_000));
      changed();
    });
    this.element = html(
      "div.sheet-wishes",
      this.kind,
      this.lesson,
      this.positions.element,
      this.form,
      html("div.sheet-numbers", this.count.element, this.variants.element, this.seed.element, other),
      radios(
        t("worksheet.answers"),
        ANSWERS.map((name) => [name, t(`worksheet.answers.${name}`)]),
        this.values.answers,
        (name) => this.take("answers", name),
      ),
    );
  }

  /** @param {"kind" | "difficulty" | "lesson"} name @param {[string, string][]} choices */
  choice(name, choices) {
    const label = t(`worksheet.${name}`);
    return select(label, choices, this.values[name], (value) => this.take(name, value), { "data-input": name });
  }

  /**
   * @param {"positions" | "count" | "variants" | "seed"} name
   * @param {string} value
   * @param {import("../common/dom.js").Attributes} [attributes]
   */
  field(name, value, attributes = {}) {
    const field = new Field(t(`worksheet.${name}`), {
      "data-input": name,
      inputmode: name === "positions" ? "text" : "numeric",
      input: this.changed,
      ...attributes,
    });
    field.input.value = value;
    return field;
  }

  /** @param {keyof Wishes["values"]} name @param {string} value */
  take(name, value) {
    this.values[name] = value;
    this.changed();
  }

  /** The fields of a source; only a lesson says itself what is to be done. @param {string} source */
  show(source) {
    set(this.kind, { hidden: source !== "kind" });
    set(this.lesson, { hidden: source !== "lesson" });
    set(this.positions.element, { hidden: source !== "list" });
    /** @type {[string, string][]} */
    const forms = source === "lesson" ? [["", t("worksheet.form.lesson")], ...this.forms] : this.forms;
    const isKnown = forms.some(([name]) => name === this.values.form);
    if (!isKnown) this.values.form = source === "lesson" ? "" : USUAL.form;
    this.form.replaceChildren(
      select(t("worksheet.form"), forms, this.values.form, (value) => this.take("form", value), {
        "data-input": "form",
      }),
    );
  }

  /** Whether the numbers can be read; if not, it is said beside them. */
  isRead() {
    const { count, variants, seed } = this.most;
    const isCount = this.count.text.trim() === "" || isNumber(this.count, 1, count);
    if (isCount) tell(this.count, "");
    return [isCount, isNumber(this.variants, 1, variants), isNumber(this.seed, 0, seed)].every(Boolean);
  }

  /** What the address says. @param {string} source */
  query(source) {
    const { kind, difficulty, lesson, form, answers } = this.values;
    const isKind = source === "kind";
    return {
      kind: isKind ? kind : null,
      difficulty: isKind ? difficulty : null,
      lesson: source === "lesson" ? lesson : null,
      positions: source === "list" ? this.positions.text.trim() : null,
      form,
      count: this.count.text.trim(),
      variants: this.variants.text.trim(),
      seed: this.seed.text.trim(),
      answers,
    };
  }
}

/** @param {Field} field @param {number} least @param {number} most */
function isNumber(field, least, most) {
  const text = field.text.trim();
  const isRight = /^\d{1,9}$/u.test(text) && Number(text) >= least && Number(text) <= most;
  tell(field, isRight ? "" : t("worksheet.number", { least, most }));
  return isRight;
}

/** @param {Field} field @param {string} problem */
function tell(field, problem) {
  say(field.problem, problem);
  set(field.input, { "aria-invalid": problem ? "true" : null });
}

/** @typedef {{name: string, title: string}} Choice */
/**
 * @typedef {{lessons: Choice[], kinds: Choice[], forms: Choice[], difficulties: [number, number],
 *   most: {count: number, variants: number, seed: number}}} Choices
 */
/** @typedef {{pages: {title: string, svg: string}[]}} Pages */

/** How long to wait for the next letter before the sheets are made, in milliseconds. */
const PAUSE = 350;
const FIRST_GAME = "marienbad";
const SOURCES = /** @type {const} */ (["kind", "lesson", "list"]);

export class WorksheetPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.question = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    const query = new URLSearchParams(location.search);
    this.source = query.has("lesson") ? "lesson" : query.has("game") ? "list" : "kind";
    this.query = query;
    /** @type {GameChooser | null} */ this.chooser = null;
    /** @type {Wishes | null} */ this.wishes = null;
    this.game = html("div.sheet-game");
    this.status = html("p.status", { role: "status" });
    this.print = button("print", t("worksheet.print"), () => print(), { class: "primary" });
    this.file = html("a.button", { download: true }, t("worksheet.download"));
    this.acts = html("div.acts", { hidden: true }, this.print, this.file);
    this.pages = html("div.sheet-pages");
  }

  async open() {
    /** @type {Choices} */
    const choices = await getJson("/api/worksheet/choices", { lang: lang() });
    const wishes = new Wishes(choices, this.query, () => this.change());
    this.wishes = wishes;
    refill(
      this.place,
      html(
        "div.worksheet.page",
        html("h1", t("worksheet.title")),
        html("p.lead", t("worksheet.lead")),
        html(
          "form",
          { class: "ask sheet-ask", submit: (event) => event.preventDefault() },
          radios(
            t("worksheet.source"),
            SOURCES.map((name) => [name, t(`worksheet.source.${name}`)]),
            this.source,
            (name) => this.choose(name),
          ),
          this.game,
          wishes.element,
        ),
        this.status,
        this.acts,
        this.pages,
      ),
    );
    this.choose(this.source);
  }

  close() {
    clearTimeout(this.timer);
    this.question += 1;
  }

  /** Where the exercises come from. @param {string} source */
  choose(source) {
    this.source = source;
    this.wishes?.show(source);
    set(this.game, { hidden: source !== "list" });
    if (source === "list" && !this.chooser) {
      const chooser = new GameChooser(this.query.get("game") ?? FIRST_GAME, () => this.change());
      this.chooser = chooser;
      refill(this.game, chooser.fold(), chooser.rule);
    } else this.change();
  }

  /** Something else is wanted; whoever types is let finish. */
  change() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), PAUSE);
  }

  /** What is asked for, as it stands in the address. */
  get asked() {
    const game = this.source === "list" ? (this.chooser?.name ?? FIRST_GAME) : null;
    return { game, ...this.wishes?.query(this.source) };
  }

  async load() {
    const question = ++this.question;
    const isRead = this.wishes?.isRead() ?? false;
    this.pages.classList.toggle("old", !isRead);
    if (!isRead) {
      set(this.acts, { hidden: true });
      set(this.pages, { "aria-busy": null });
      say(this.status, t("worksheet.unread"));
      return;
    }
    const { asked } = this;
    moveTo(address("/worksheet", asked), "replace");
    set(this.pages, { "aria-busy": "true" });
    try {
      /** @type {Pages} */
      const { pages } = await getJson("/api/worksheet", { ...asked, lang: lang() }, LONG);
      if (question !== this.question) return;
      refill(this.pages, ...pages.map(pageOf));
      set(this.file, { href: address("/api/worksheet.pdf", { ...asked, lang: lang() }) });
      set(this.acts, { hidden: false });
      say(this.status, t("worksheet.pages", { number: pages.length }));
    } catch (problem) {
      if (question !== this.question) return;
      refill(this.pages);
      set(this.acts, { hidden: true });
      sayProblem(this.status, problem, () => void this.load());
    } finally {
      if (question === this.question) set(this.pages, { "aria-busy": null });
    }
  }
}

/** A page of paper. @param {{title: string, svg: string}} page */
function pageOf({ title, svg }) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const drawn = document.importNode(parsed.documentElement, true);
  // Its title would be shown wherever the mouse rests.
  drawn.querySelector("title")?.remove();
  // Its words are text to read, not a picture.
  drawn.removeAttribute("role");
  return html("figure.sheet-page", { "aria-label": title }, drawn);
}
