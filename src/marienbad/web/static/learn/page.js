// The school's path: all lessons, one lesson, a lesson from a link, or the editor.

import { address } from "../common/address.js";
import { html, refill } from "../common/dom.js";
import { t } from "../common/words.js";
import { LessonEditor } from "./editor.js";
import { LessonView } from "./lesson.js";
import { checkLesson, loadLesson, loadPath } from "./lessons.js";
import { hasLesson, linkedLesson } from "./link.js";
import { PathView, nextOf } from "./path.js";

/** @typedef {{element: HTMLElement, close: () => void}} View */
/** @typedef {import("./lessons.js").Lesson} Lesson */

export class LearnPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {View | null} */
    this.view = null;
    // A link to another lesson that is followed here changes nothing but what follows the #.
    this.turn = () => void (hasLesson() && location.reload());
    addEventListener("hashchange", this.turn);
  }

  async open() {
    const query = new URLSearchParams(location.search);
    const name = query.get("lesson");
    if (hasLesson()) await this.openLinked();
    else if (query.has("edit")) await this.openEditor();
    else if (name) await this.openLesson(name);
    else await this.openPath();
  }

  async openPath() {
    const view = new PathView(await loadPath());
    this.view = view;
    this.show(html("h1", t("learn.title")), html("p.lead", t("learn.lead")), view.element);
  }

  /** @param {string} name */
  async openLesson(name) {
    const [lesson, path] = await Promise.all([loadLesson(name), loadPath()]);
    const after = path.slice(path.findIndex((entry) => entry.name === name) + 1);
    const next = nextOf(after) ?? after[0] ?? null;
    await this.openView(
      lesson,
      next && way(address("/learn", { lesson: next.name }), t("learn.next_lesson", { title: next.title }), "primary"),
      way(address("/learn"), t("learn.back"), next ? "" : "primary"),
      way(address("/drill"), t("learn.drill")),
      way(address("/worksheet", { lesson: name }), t("learn.worksheet")),
    );
  }

  /** A teacher's lesson: nothing of it is kept, and its texts are plain text. */
  async openLinked() {
    const text = await linkedLesson();
    if (text === null) throw new Error(t("learn.link.broken"));
    await this.openView(await checkLesson(text), way(address("/learn"), t("learn.back"), "primary"));
  }

  async openEditor() {
    const view = new LessonEditor();
    this.view = view;
    this.show(html("h1", t("learn.write")), view.element);
    await view.open();
  }

  /** @param {Lesson} lesson @param {...(HTMLElement | null)} ways */
  async openView(lesson, ...ways) {
    const view = new LessonView(lesson, ...ways);
    this.view = view;
    this.show(
      html(
        "div.lesson-head",
        html("a.back", { href: address("/learn") }, `← ${t("learn.title")}`),
        html("h1", lesson.title),
        html("p.aim", lesson.aim),
        lesson.text !== null && html("p.foreign", t("learn.link.word")),
      ),
      view.element,
    );
    await view.open();
  }

  /** @param {...(HTMLElement | false)} parts */
  show(...parts) {
    refill(this.place, html("div.learn.page", ...parts));
  }

  close() {
    removeEventListener("hashchange", this.turn);
    this.view?.close();
  }
}

/** @param {string} href @param {string} label @param {string} [kind] */
function way(href, label, kind = "") {
  return html("a", { class: `button ${kind}`.trim(), href }, label);
}
