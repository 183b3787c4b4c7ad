// One lesson: its tasks one after another, help by degrees, and three marks for three alone.

import { digitsPicture } from "../board/picture.js";
import { getJson } from "../common/api.js";
import { button, html, refill, set, say } from "../common/dom.js";
import { firstTheory, loadDrawing, sections } from "../common/explanation.js";
import { loadGame } from "../common/model.js";
import { readReply } from "../common/moves.js";
import { taken } from "../common/speech.js";
import { areLettersOn } from "../common/storage.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";
import { Cutting } from "./cutting.js";
import { loadFurther, keepStep, progress } from "./lessons.js";
import { Playing } from "./playing.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./lessons.js").Task} Task */

// Help by degrees: each press opens the next one, and the last draws why on the board.

/** @typedef {"hint" | "where" | "move" | "why" | "row"} Degree */

/**
 * What helps: the degrees there are now, and what each says.
 * @typedef {{place: () => string, degrees: () => Degree[], ask: (degree: Degree) => Promise<(Node | string)[]>, used: () => void}} Helper
 */

class Help {
  /** @param {Helper} helper */
  constructor(helper) {
    this.helper = helper;
    this.place = "";
    this.opened = 0;
    /** @type {object | null} What is being asked; where it is dropped, its answer is too. */
    this.question = null;
    this.knob = button("help", "", () => void this.open());
    this.answers = html("div.help-answers", { "aria-live": "polite" });
  }

  get next() {
    return this.helper.degrees()[this.opened] ?? null;
  }

  /** Where the position is another, its help begins anew. */
  paint() {
    const place = this.helper.place();
    if (place !== this.place) {
      this.place = place;
      this.opened = 0;
      this.question = null;
      refill(this.answers);
    }
    const { next } = this;
    const isAll = !next && this.opened > 0;
    say(this.knob, t(isAll ? "learn.help.none" : `learn.help.${next ?? "hint"}`));
    set(this.knob, { "aria-disabled": next && !this.question ? null : "true" });
  }

  async open() {
    const { next } = this;
    if (!next || this.question) return;
    const question = {};
    this.question = question;
    const line = html("div.help-answer", { "data-degree": next });
    this.paint();
    try {
      const said = await this.helper.ask(next);
      if (question !== this.question) return;
      this.opened += 1;
      refill(line, ...said);
      this.helper.used();
    } catch (problem) {
      if (question !== this.question) return;
      sayProblem(line, problem, () => {
        line.remove();
        void this.open();
      });
    }
    this.question = null;
    this.answers.append(line);
    this.paint();
  }
}

export class LessonView {
  /** @param {Lesson} lesson @param {...(HTMLElement | false | null)} ways where to go when it is ended */
  constructor(lesson, ...ways) {
    this.lesson = lesson;
    const kept = lesson.text === null ? progress()[lesson.name] : null;
    this.wasDone = Boolean(kept?.done);
    /** How many tasks were done, and how many of the last in a row alone. */
    this.tasks = this.wasDone ? 0 : (kept?.tasks ?? 0);
    this.row = this.wasDone ? 0 : Math.min(kept?.row ?? 0, lesson.alone - 1);
    /** @type {"help" | "wrong" | null} Why the task is not done alone: what came first. */
    this.missed = null;
    /** @type {{place: string, analysis: any} | null} */ this.studied = null;
    this.isDone = false;
    this.seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    /** @type {Task | null} */ this.task = null;
    /** @type {Game | null} */ this.game = null;
    const giver = { right: () => this.right(), wrong: () => this.miss("wrong"), changed: () => this.paint() };
    this.playing = new Playing(giver);
    this.cutting = new Cutting(giver);
    this.help = new Help({
      place: () => this.place,
      degrees: () => this.degrees,
      ask: (degree) => this.ask(degree),
      used: () => this.miss("help"),
    });
    this.count = html("h2.task-count");
    this.marks = html("p.marks");
    this.want = html("p.want", { "aria-live": "polite" });
    this.board = html("div.lesson-board");
    this.rule = html("p.rule");
    this.next = button("next-task", t("learn.next"), () => void this.give(), { class: "primary", hidden: true });
    this.undo = button("undo", t("web.undo"), () => this.playing.undo());
    this.tools = html("div.acts.tools", this.help.knob, this.undo);
    this.end = html("section.lesson-end", { hidden: true, tabindex: -1 });
    this.ways = ways;
    this.table = html("div.lesson-table", this.want, this.board, this.next, this.rule);
    this.element = html(
      "div.lesson",
      html("header.task-line", this.count, this.marks),
      this.end,
      this.table,
      html("div.lesson-help", this.tools, this.help.answers),
    );
    this.board.addEventListener("keydown", (event) => this.press(event));
  }

  async open() {
    await this.give();
  }

  close() {
    this.playing.close();
  }

  get current() {
    return this.task?.as === "cut" ? this.cutting : this.playing;
  }

  /** The next task: one of the lesson's own, then further ones, else its own again. */
  async give() {
    const { lesson } = this;
    const { tasks, more } = lesson;
    const hadFocus = document.activeElement === this.next;
    this.playing.close();
    set(this.next, { hidden: true });
    try {
      const own = tasks[more ? this.tasks : this.tasks % tasks.length];
      const task = own ?? (await loadFurther(lesson, this.seed, this.tasks - tasks.length));
      this.game = await loadGame(task.game);
      this.task = task;
      this.missed = null;
      this.isDone = false;
      say(this.rule, task.as === "cut" ? "" : this.game.rule);
      say(this.want, t(`learn.task.${task.as}`));
      refill(this.board, this.current.element);
      this.paint();
      if (hadFocus) this.focus();
      await this.current.begin(task, this.game);
    } catch (problem) {
      refill(this.board, html("p.status", { role: "status" }));
      const line = /** @type {HTMLElement} */ (this.board.firstElementChild);
      sayProblem(line, problem, () => void this.give());
    }
  }

  /** Whoever pressed what is gone now reads on from the task. */
  focus() {
    set(this.count, { tabindex: -1 });
    this.count.focus({ preventScroll: true });
  }

  /** Help was opened, or something was wrong: the row begins anew. @param {"help" | "wrong"} why */
  miss(why) {
    this.missed ??= why;
    this.row = 0;
    this.paint();
  }

  /** @returns {string[]} why it does not count, where it does not */
  right() {
    const { missed } = this;
    this.isDone = true;
    this.tasks += 1;
    if (!missed) this.row += 1;
    const isEnd = !missed && this.row >= this.lesson.alone;
    this.keep(isEnd);
    if (isEnd) this.finish();
    else {
      set(this.next, { hidden: false });
      this.next.focus({ preventScroll: true });
      this.next.scrollIntoView({ block: "nearest" });
    }
    this.paint();
    return missed ? [t(`learn.not_alone.${missed}`)] : [];
  }

  /** @param {boolean} isEnd */
  keep(isEnd) {
    this.wasDone ||= isEnd;
    if (this.lesson.text !== null) return;
    keepStep(this.lesson.name, { tasks: this.tasks, row: this.row, done: this.wasDone });
  }

  /** What was learned, and where to go from here. */
  finish() {
    const { lesson } = this;
    const goOn = button("more-tasks", t("learn.more"), () => {
      this.row = 0;
      set(this.end, { hidden: true });
      this.focus();
      void this.give();
    });
    refill(
      this.end,
      html("h2", t("learn.ended")),
      html("p.learned", lesson.learned),
      html("div.acts", ...this.ways, goOn),
    );
    set(this.end, { hidden: false });
    this.end.focus({ preventScroll: true });
    this.end.scrollIntoView({ block: "nearest" });
  }

  // Help

  /** What the help that is open belongs to. */
  get place() {
    return `${this.tasks} ${this.playing.isAsking} ${this.playing.isTrying} ${this.current === this.playing ? this.playing.round.position : ""}`;
  }

  /** @returns {Degree[]} */
  get degrees() {
    if (this.isDone || !this.current.isOpen) return [];
    /** @type {Degree[]} */ const hint = this.lesson.help ? ["hint"] : [];
    if (this.task?.as === "cut") return [...hint, ...this.cutting.rows.map(() => /** @type {const} */ ("row"))];
    if (!this.playing.isWinnable) return [...hint, "why"];
    const isOneHeap = [...this.playing.round.position].filter(Boolean).length === 1;
    return isOneHeap ? [...hint, "move", "why"] : [...hint, "where", "move", "why"];
  }

  /** @param {Degree} degree @returns {Promise<(Node | string)[]>} */
  async ask(degree) {
    const { round } = this.playing;
    if (degree === "hint") return [this.lesson.help];
    if (degree === "row") return [this.cutting.cutOne()];
    if (!this.game) return [];
    const { position } = round;
    const analysis = await this.study(this.game, position);
    const move = analysis.best && readReply(analysis.best, position);
    if (degree === "why") return this.explain(this.game, position, analysis, move);
    if (degree === "where") return [this.where(move)];
    if (this.playing.isWinnable) round.choice.show(move);
    return [t("learn.help.take", { taken: taken(this.game, move) })];
  }

  /** From which heap a move takes. @param {readonly bigint[]} move */
  where(move) {
    const { heap } = this.game?.nouns ?? { heap: "row" };
    const touched = [...move.keys()].filter((index) => move[index]);
    const [first] = touched;
    if (first === undefined) return t("learn.help.call");
    if (touched.length > 1) return t("learn.help.both");
    return t("learn.help.from", { heap: t(`words.${heap}.name`, { number: first + 1 }) });
  }

  /**
   * What the lesson's theory says where it reaches, once for all degrees: so all speak of one move.
   * @param {Game} game @param {readonly bigint[]} position
   */
  async study(game, position) {
    const place = `${game.game} ${position}`;
    if (this.studied?.place === place) return this.studied.analysis;
    const wanted = game.theories.find(({ name }) => name === this.lesson.theory)?.name ?? firstTheory(game);
    const query = { game: game.game, position: position.join(","), format: "html", form: "short" };
    const analysis = await getJson("/api/analysis", { ...query, theory: wanted }).catch(() =>
      getJson("/api/analysis", query),
    );
    this.studied = { place, analysis };
    return analysis;
  }

  /**
   * The reason, drawn on the board and in short; a lesson of ours that names no theory comes before
   * all theories, and gives its own reason.
   * @param {Game} game @param {readonly bigint[]} position @param {any} analysis
   * @param {bigint[] | null} move one that wins
   */
  async explain(game, position, analysis, move) {
    const { lesson } = this;
    const { round } = this.playing;
    if (lesson.text === null && lesson.theory === null)
      return [move ? `${t("learn.help.take", { taken: taken(game, move) })} ` : "", lesson.learned];
    const drawing = await loadDrawing(game.game, position, analysis.theory);
    if (position === round.position) {
      round.drawing = drawing;
      round.paint();
    }
    const picture = digitsPicture(drawing);
    const told = html("div", ...sections(analysis.explanation_html));
    // Nobody is going to play from a position to leave: what could be tried there is not said.
    for (const line of told.querySelectorAll("[data-key^='words.try']")) line.remove();
    return [...(picture ? [picture] : []), told];
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !areLettersOn()) return;
    if (event.key.toLowerCase() === "h") void this.help.open();
    if (event.key.toLowerCase() === "u") this.playing.undo();
  }

  paint() {
    const { alone } = this.lesson;
    this.help.paint();
    say(this.count, t("learn.task", { number: this.tasks + (this.isDone ? 0 : 1) }));
    const dots = Array.from({ length: alone }, (_, index) =>
      html("span", { class: index < this.row ? "mark full" : "mark", "aria-hidden": "true" }),
    );
    if (this.marks.dataset.row !== String(this.row)) {
      this.marks.dataset.row = String(this.row);
      refill(this.marks, ...dots, html("span.spoken", t("learn.marks", { number: this.row, alone })));
      set(this.marks, { title: t("learn.marks.word", { alone }) });
    }
    set(this.undo, {
      hidden: this.task?.as === "cut" || this.task?.as === "judge",
      "aria-disabled": this.playing.canUndo ? null : "true",
    });
  }
}
