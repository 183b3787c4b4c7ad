// The editor of lessons: checked by the server while one writes, tried here, shared as a link or a
// file. Nothing of it is kept on the server.

import { getJson, Refusal } from "../common/api.js";
import { GameChooser } from "../common/chooser.js";
import { openDialog, Field, openFile, saveFile } from "../common/fields.js";
import { button, html, named, refill, say, select } from "../common/dom.js";
import { qrPicture } from "../common/qr.js";
import { sayProblem } from "../common/trouble.js";
import { lang, t } from "../common/words.js";
import { loadShare } from "../play/parts.js";
import { TEXTS, keepDraft, keptDraft, read, sample, write, TaskFields, moreFields, textField } from "./fields.js";
import { LessonView } from "./lesson.js";
import { checkLesson, LONGEST_LESSON, lessonLink } from "./lessons.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {Pick<import("../common/api.js").Place, "task" | "field"> | null} Where */

/** How long the server waits for the next letter, in milliseconds. */
const REST = 500;
const MOST_ALONE = 10;

export class LessonEditor {
  constructor() {
    this.draft = keptDraft();
    /** @type {Lesson | null} What was found right. */
    this.lesson = null;
    /** @type {LessonView | null} */ this.trial = null;
    /** @type {{name: string, title: string}[]} */ this.kinds = [];
    /** @type {Map<string, Field>} what can be said to be wrong, by its name in the lesson */
    this.fields = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    this.checks = 0;
    this.status = html("p.status", { role: "status" });
    this.texts = html("div.edit-texts");
    this.theory = html("div");
    this.more = html("div.edit-more");
    this.tasks = new TaskFields((tasks) => this.change({ tasks }));
    this.chooser = new GameChooser(this.draft.game, (game) => {
      if (game.game !== this.draft.game) this.change({ game: game.game, theory: "" });
      this.paintTheory();
    });
    this.alone = new Field(t("learn.edit.alone"), { type: "number", min: 1, max: MOST_ALONE, "data-input": "alone" });
    this.alone.input.addEventListener("input", () => this.change({ alone: Number(this.alone.text) }));
    this.acts = html(
      "div.acts",
      button("try", t("learn.edit.try"), () => void this.try(), { class: "primary" }),
      button("share-lesson", t("web.share"), () => void this.share()),
      button("export", t("learn.kept.save"), () => void this.save()),
      openFile(t("learn.kept.open"), (file) => void this.load(file)),
      button("new-lesson", t("learn.edit.new"), () => this.show(sample())),
    );
    this.notice = html("p.notice", { role: "alert" });
    this.form = html(
      "form",
      { class: "edit", submit: (event) => event.preventDefault() },
      html("p.lead", t("learn.edit.lead")),
      this.texts,
      this.part("learn.edit.game", this.chooser.fold(), this.chooser.rule, this.theory),
      this.part("learn.edit.tasks", this.tasks.element),
      this.part("learn.edit.more.title", this.more, this.alone.element),
      this.status,
      this.acts,
      this.notice,
    );
    this.place = html("div.trial");
    this.element = html("div.lesson-editor", this.form, this.place);
  }

  /** @param {string} title @param {...Node} parts */
  part(title, ...parts) {
    return html("section.edit-part", html("h2", t(title)), ...parts);
  }

  async open() {
    this.show(this.draft);
    ({ kinds: this.kinds } = await getJson("/api/kinds").catch(() => ({ kinds: [] })));
    this.paintMore();
  }

  /** @param {import("./fields.js").Draft} draft */
  show(draft) {
    this.draft = draft;
    this.paintTexts();
    this.tasks.show(draft.tasks);
    this.alone.input.value = String(draft.alone);
    this.fields.set("alone", this.alone);
    this.paintMore();
    if (this.chooser.name !== draft.game) void this.chooser.open(draft.game);
    this.paintTheory();
    say(this.notice, "");
    this.change({});
  }

  /** The texts in the language of the page; those in others stay as they are. */
  paintTexts() {
    const fields = TEXTS.map((part) => {
      const written = this.draft.texts[part] ?? {};
      const field = textField(part, written[lang()] ?? "", (text) => this.writeText(part, text));
      // What was written in another language stands there until there is more.
      field.input.placeholder = Object.values(written)[0] ?? "";
      this.fields.set(part, field);
      return field.element;
    });
    refill(this.texts, ...fields);
  }

  /** @param {string} part @param {string} text */
  writeText(part, text) {
    const { [lang()]: _, ...others } = this.draft.texts[part] ?? {};
    const isLast = Object.keys(others).length === 0;
    const written = text || isLast ? { ...others, [lang()]: text } : others;
    this.change({ texts: { ...this.draft.texts, [part]: written } });
  }

  paintTheory() {
    const theories = this.chooser.game?.theories ?? [];
    const choices = /** @type {[string, string][]} */ ([["", t("learn.edit.usual")], ...named(theories)]);
    refill(
      this.theory,
      select(t("web.theory"), choices, this.draft.theory, (theory) => this.change({ theory }), {
        "data-input": "theory",
      }),
    );
  }

  paintMore() {
    refill(
      this.more,
      ...moreFields(this.kinds, this.draft.more, (more) => {
        this.change({ more });
        this.paintMore();
        this.more.querySelector("select")?.focus();
      }),
    );
  }

  /** @param {Partial<import("./fields.js").Draft>} what */
  change(what) {
    this.draft = { ...this.draft, ...what };
    this.lesson = null;
    this.checks += 1;
    keepDraft(this.draft);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), REST);
  }

  /** Ask whether it is right, and say beside its field what is not. @returns {Promise<Lesson | null>} */
  async check() {
    clearTimeout(this.timer);
    const number = ++this.checks;
    const [field, missing] = this.missing();
    if (field) {
      this.deny(missing, { field });
      return null;
    }
    try {
      const lesson = await checkLesson(write(this.draft));
      if (number !== this.checks) return null;
      this.lesson = lesson;
      this.refuse("", null);
      const begins = lesson.tasks.filter(({ as, begins }) => as === "play" && begins === "machine").length;
      say(this.status, t("learn.edit.right", { tasks: lesson.tasks.length, machine: begins }));
      return lesson;
    } catch (problem) {
      if (number !== this.checks) return null;
      if (problem instanceof Refusal && !problem.isForNow) {
        this.deny(problem.message, problem.place);
      } else sayProblem(this.status, problem, () => void this.check());
      return null;
    }
  }

  /** The first field that is empty or holds no number, and what is expected of it. @returns {[string, string]} */
  missing() {
    const empty = TEXTS.find((part) => !Object.values(this.draft.texts[part] ?? {}).some(Boolean));
    if (empty) return [empty, t("learn.edit.empty", { field: t(`learn.text.${empty}`) })];
    const { alone } = this.draft;
    if (Number.isInteger(alone) && alone >= 1 && alone <= MOST_ALONE) return ["", ""];
    return ["alone", t("learn.edit.number", { field: t("learn.edit.alone"), least: 1, most: MOST_ALONE })];
  }

  /** @param {string} message @param {Where} place */
  deny(message, place) {
    this.refuse(message, place);
    say(this.status, t("learn.edit.wrong", { problem: message }));
  }

  /** @param {string} message @param {Where} place */
  refuse(message, place) {
    for (const [index, field] of this.tasks.fields.entries()) field.refuse(place?.task === index + 1 ? message : "");
    for (const [name, field] of this.fields) field.refuse(place?.field === name ? message : "");
  }

  /** The lesson if it is right; else whoever wants something of it is led to what is wrong. */
  async checked() {
    const lesson = this.lesson ?? (await this.check());
    if (!lesson) /** @type {HTMLElement | null} */ (this.form.querySelector("[aria-invalid]"))?.focus();
    return lesson;
  }

  async try() {
    const lesson = await this.checked();
    if (!lesson) return;
    this.trial?.close();
    const back = () => button("edit", t("learn.edit.back"), () => this.leave(), { class: "back" });
    this.trial = new LessonView(lesson, back());
    const title = html("h2", { tabindex: -1 }, lesson.title);
    refill(this.place, back(), title, html("p.aim", lesson.aim), this.trial.element);
    this.form.hidden = true;
    title.focus();
    await this.trial.open();
  }

  leave() {
    this.trial?.close();
    this.trial = null;
    refill(this.place);
    this.form.hidden = false;
    /** @type {HTMLElement | null} */ (this.acts.querySelector("[data-action=try]"))?.focus();
  }

  async share() {
    const lesson = await this.checked();
    if (!lesson?.text) return;
    const [url, { link }] = await Promise.all([lessonLink(lesson.text), loadShare()]);
    const notice = html("p.notice", { role: "alert" });
    const picture = qrPicture(url, t("learn.share.qr"));
    openDialog(
      t("learn.share"),
      html("p", t("learn.share.word")),
      link("lesson", t("learn.share.link"), url, notice),
      picture ? html("div.qr-code", picture) : html("p.legend", t("learn.share.long")),
      notice,
    );
  }

  async save() {
    const lesson = await this.checked();
    if (lesson?.text) saveFile(`${lesson.name}.json`, lesson.text);
  }

  /** @param {File} file */
  async load(file) {
    try {
      if (file.size > LONGEST_LESSON) throw new Error(t("web.games.file.long", { size: LONGEST_LESSON }));
      const text = await file.text();
      await checkLesson(text);
      this.show(read(text));
      say(this.notice, t("learn.edit.opened", { file: file.name }));
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      say(this.notice, t("web.games.refused", { file: file.name, problem: message }));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.trial?.close();
  }
}
