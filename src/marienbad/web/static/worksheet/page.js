// Worksheets: what is wanted of them, and the pages as they will be printed.

import { address, moveTo } from "../common/address.js";
import { LONG, getJson } from "../common/api.js";
import { GameChooser, radios } from "../common/chooser.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { sayProblem } from "../common/trouble.js";
import { lang, t } from "../common/words.js";
import { Wishes } from "./wishes.js";

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
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const query = new URLSearchParams(location.search);
    this.source = query.has("lesson") ? "lesson" : query.has("game") ? "list" : "kind";
    this.query = query;
    /** @type {GameChooser | null} */
    this.chooser = null;
    /** @type {Wishes | null} */
    this.wishes = null;
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
          { class: "ask sheet-ask", submit: (/** @type {Event} */ event) => event.preventDefault() },
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
  return html("figure.sheet-page", { "aria-label": title }, drawn);
}
