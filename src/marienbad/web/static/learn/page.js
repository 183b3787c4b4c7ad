// The school's path: all lessons, one lesson, a lesson from a link, or the editor.

import { address } from "../common/address.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { openFile, saveFile } from "../common/fields.js";
import { Offer } from "../common/offer.js";
import { t } from "../common/words.js";
import { LessonEditor } from "./editor.js";
import { LessonView } from "./lesson.js";
import {
  LONGEST_FILE,
  keepProgress,
  progress,
  readSteps,
  takeIn,
  writtenSteps,
  checkLesson,
  loadLesson,
  loadPath,
  hasLesson,
  linkedLesson,
} from "./lessons.js";

/** @typedef {import("./lessons.js").Entry} Entry */
/** @typedef {import("./lessons.js").Lesson} Lesson */

// The path: all lessons in their order, what was done, and what comes next.

/** The first lesson of a path that is not yet done. @param {readonly Entry[]} path */
function nextOf(path) {
  const all = progress();
  return path.find(({ name }) => !all[name]?.done) ?? null;
}

class PathView {
  /** @param {Entry[]} path */
  constructor(path) {
    this.path = path;
    this.list = html("ol.path");
    this.goOn = html("a.button.primary", { "data-action": "go-on" });
    this.status = html("p.path-status", { role: "status" });
    this.notice = html("p.notice", { role: "alert" });
    this.offer = new Offer();
    const link = (/** @type {string} */ path, /** @type {string} */ name) =>
      html("a.button", { href: address(path) }, t(`learn.${name}`));
    this.element = html(
      "div.path-view",
      html("div.path-head", this.status, this.goOn),
      this.list,
      html(
        "nav.acts",
        { "aria-label": t("learn.also") },
        link("/drill", "drill"),
        link("/investigate", "investigate"),
        link("/worksheet", "worksheets"),
        link("/learn?edit", "write"),
      ),
      html(
        "section.kept",
        { "aria-labelledby": "kept" },
        html("h2", { id: "kept" }, t("learn.kept")),
        html("p", t("learn.kept.word")),
        html(
          "div.acts",
          button("export", t("learn.kept.save"), () => saveFile("marienbad-progress.json", writtenSteps())),
          openFile(t("learn.kept.open"), (file) => void this.load(file)),
          button("forget", t("learn.kept.forget"), () => this.forget()),
        ),
        this.notice,
      ),
      this.offer.element,
    );
    this.paint();
  }

  paint() {
    const all = progress();
    const next = nextOf(this.path);
    const done = this.path.filter(({ name }) => all[name]?.done).length;
    say(this.status, t("learn.done_of", { done, all: this.path.length }));
    say(this.goOn, t(!next ? "learn.once_more" : Object.keys(all).length ? "learn.go_on" : "learn.first"));
    set(this.goOn, { href: address("/learn", { lesson: (next ?? this.path[0])?.name }) });
    refill(this.list, ...this.path.map((entry) => this.item(entry, next)));
  }

  /** @param {Entry} entry @param {Entry | null} next */
  item({ name, title, aim }, next) {
    const step = progress()[name];
    const state = step?.done ? "done" : name === next?.name ? "next" : step ? "begun" : "open";
    return html(
      "li",
      { "data-state": state },
      html(
        "a",
        { href: address("/learn", { lesson: name }), "data-lesson": name },
        html("strong", title),
        html("span.path-aim", aim),
        state !== "open" && html("em.path-state", t(`learn.state.${state}`)),
      ),
    );
  }

  /** @param {File} file */
  async load(file) {
    this.offer.hide();
    try {
      if (file.size > LONGEST_FILE) throw new Error(t("web.games.file.long", { size: LONGEST_FILE }));
      takeIn(readSteps(await file.text()));
      say(this.notice, t("learn.kept.opened"));
      this.paint();
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      say(this.notice, t("web.games.refused", { file: file.name, problem: message }));
    }
  }

  forget() {
    const before = progress();
    keepProgress({});
    say(this.notice, "");
    this.paint();
    this.offer.show(t("learn.kept.forgotten"), t("web.new_game.undo"), () => {
      takeIn(before);
      this.paint();
      this.goOn.focus();
    });
  }

  close() {}
}

/** @typedef {{element: HTMLElement, close: () => void}} View */

export class LearnPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {View | null} */ this.view = null;
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
