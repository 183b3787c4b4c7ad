// Drills: question after question of one kind. The server draws and judges; what went wrong comes
// back by what this browser keeps.

import { address, moveTo } from "../common/address.js";
import { Refusal, getJson } from "../common/api.js";
import { Round } from "../board/round.js";
import { button, html, named, pause, refill, say, select, set } from "../common/dom.js";
import { Field, openFile, saveFile } from "../common/fields.js";
import { loadGame } from "../common/model.js";
import { readMove } from "../common/moves.js";
import { exact } from "../common/numbers.js";
import { Offer } from "../common/offer.js";
import { unknownName } from "../common/trouble.js";
import { t } from "../common/words.js";
import { Plot, seconds } from "./plot.js";
import { LONGEST_FILE, forget, keep, kept, median, read, written, Schedule } from "./record.js";

/** @typedef {import("./record.js").Facts} Facts */
/** @typedef {import("./record.js").Asked & {game: string, text: string}} Question */

const AUTO = "auto";
const DIFFICULTIES = [AUTO, "1", "2", "3", "4", "5"];
const SHOWING = 1200;
const LARGEST_SEED = 2 ** 32;

export class DrillPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Facts | null} */ this.facts = null;
    this.wish = { kind: "mirror", form: "move", difficulty: AUTO };
    this.seed = Math.floor(Math.random() * LARGEST_SEED);
    /** @type {Schedule | null} */ this.schedule = null;
    /** @type {Question | null} the one that waits for its answer */
    this.question = null;
    /** @type {{isRight: boolean, milliseconds: number | null}[]} of this session */
    this.answers = [];
    this.began = 0;
    /** Whether the page was out of sight: how long an answer took is not known then. */
    this.wasAway = false;
    this.look = () => {
      if (document.hidden) this.wasAway = true;
    };
    this.round = new Round(async (_, move) => this.answer(String(move)));
    this.asked = html("p.drill-asked", { "aria-live": "polite" });
    this.mark = html("p.drill-mark");
    this.score = html("p.drill-score");
    this.rule = html("p.rule");
    this.number = new Field(t("drill.number"), { inputmode: "numeric", "data-input": "number", maxlength: 4 });
    this.written = html(
      "form",
      { class: "drill-number", submit: (event) => this.submit(event) },
      this.number.element,
      html("button.primary", { type: "submit", "data-action": "answer" }, t("drill.answer")),
    );
    this.verdicts = html(
      "div.acts",
      button("yes", t("drill.yes"), () => void this.answer("yes")),
      button("no", t("drill.no"), () => void this.answer("no")),
    );
    this.nextButton = button("next", t("drill.next"), () => void this.ask(), { class: "primary" });
    this.why = html("a", { target: "_blank", rel: "noopener" }, t("drill.why"));
    this.after = html("div.acts.drill-after", this.nextButton, this.why);
    this.choices = html("div.options");
    this.plot = new Plot();
    this.offer = new Offer();
    this.notice = html("p.notice", { role: "alert" });
    this.paintForm("");
    set(this.round.takeButton, { hidden: true });
  }

  async open() {
    document.addEventListener("visibilitychange", this.look);
    const facts = /** @type {Facts} */ (await getJson("/api/kinds"));
    this.facts = facts;
    const query = new URLSearchParams(location.search);
    const kind = query.get("kind") ?? this.wish.kind;
    const form = query.get("form") ?? this.wish.form;
    const difficulty = query.get("difficulty") ?? AUTO;
    const levels = DIFFICULTIES.map((name) => ({ name }));
    const wrong =
      unknownName("kind", kind, facts.kinds) ||
      unknownName("form", form, this.formsOf(kind)) ||
      unknownName("difficulty", difficulty, levels);
    if (wrong) throw new Error(wrong);
    this.wish = { kind, form, difficulty };
    this.build();
    await this.begin();
  }

  build() {
    refill(
      this.place,
      html(
        "div.drill.page",
        html("h1", t("drill.title")),
        html("p.lead", t("drill.lead")),
        this.choices,
        html(
          "div.drill-table",
          html("div.drill-question", this.mark, this.asked),
          this.round.board.element,
          this.round.act,
          this.verdicts,
          this.written,
          this.after,
          this.score,
          this.rule,
        ),
        this.plot.element,
        this.files(),
        this.offer.element,
      ),
    );
  }

  files() {
    const { facts } = this;
    const save = () => facts && saveFile("marienbad-drills.json", written(kept(facts), facts));
    return html(
      "section.kept",
      { "aria-label": t("drill.kept") },
      html("h2", t("drill.kept")),
      html("p", t("drill.kept.word")),
      html(
        "div.acts",
        button("export", t("drill.export"), save),
        openFile(t("drill.import"), (file) => void this.load(file)),
        button("forget", t("drill.forget"), () => void this.forget()),
      ),
      this.notice,
    );
  }

  /** The forms of a kind by their titles. @param {string} kind */
  formsOf(kind) {
    const known = this.facts?.kinds.find(({ name }) => name === kind)?.forms ?? [];
    return this.facts?.forms.filter(({ name }) => known.includes(name)) ?? [];
  }

  paintChoices() {
    const { kind, form, difficulty } = this.wish;
    const levels = DIFFICULTIES.map(
      (name) => /** @type {const} */ ([name, name === AUTO ? t("drill.difficulty.auto") : name]),
    );
    const change = (/** @type {string} */ name) => (/** @type {string} */ value) => {
      this.wish = { ...this.wish, [name]: value };
      if (!this.formsOf(this.wish.kind).some((one) => one.name === this.wish.form)) this.wish.form = "move";
      void this.begin();
      /** @type {HTMLElement | null} */ (this.choices.querySelector(`[data-action="${name}"]`))?.focus();
    };
    refill(
      this.choices,
      select(t("drill.kind"), named(this.facts?.kinds ?? []), kind, change("kind"), { "data-action": "kind" }),
      select(t("drill.form"), named(this.formsOf(kind)), form, change("form"), { "data-action": "form" }),
      select(t("drill.difficulty"), levels, difficulty, change("difficulty"), { "data-action": "difficulty" }),
    );
  }

  /** A session of what is chosen. */
  async begin() {
    const { facts, wish } = this;
    if (!facts) return;
    moveTo(address("/drill", wish), "replace");
    const difficulty = wish.difficulty === AUTO ? null : Number(wish.difficulty);
    const gameOf = (/** @type {{kind: string, difficulty: number}} */ one) =>
      facts.kinds.find(({ name }) => name === one.kind)?.games[one.difficulty - 1] ?? "";
    this.schedule = new Schedule(facts.returns, kept(facts), { ...wish, difficulty }, gameOf);
    this.answers = [];
    this.paintChoices();
    this.paintScore();
    await this.ask();
  }

  /** The next question: one that is due, or a new one. */
  async ask() {
    const { schedule } = this;
    if (!schedule) return;
    this.question = null;
    const number = ++this.round.rounds;
    await this.round.attempt(async () => {
      const again = await this.returning(schedule);
      const { kind, form, difficulty, without } = schedule;
      const query = { kind, form, difficulty, seed: this.seed, number: schedule.number, without };
      const question = /** @type {Question} */ (again ?? (await getJson("/api/drill", query)));
      const game = await loadGame(question.game);
      if (number !== this.round.rounds) return;
      await this.put(question, game, again !== null);
    });
  }

  /** What is asked again now; where the server knows no such question, it is asked no more. @param {Schedule} schedule */
  async returning(schedule) {
    const { due } = schedule;
    if (!due) return null;
    const { kind, form, difficulty, position } = due;
    try {
      return await getJson("/api/drill", { kind, form, difficulty, position: position.join() });
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.isForNow) throw problem;
      schedule.drop(due);
      return null;
    }
  }

  /** @param {Question} question @param {import("../common/model.js").Game} game @param {boolean} isAgain */
  async put(question, game, isAgain) {
    const { round } = this;
    const { form, difficulty } = question;
    const isPair = form === "pair";
    const position = isPair ? [...exact(question.position), 0n] : exact(question.position);
    const had = this.after.contains(document.activeElement);
    round.begin(game, position);
    set(round.board.element, { hidden: isPair });
    this.settle(position);
    this.question = question;
    say(this.mark, t(isAgain ? "drill.again" : "drill.level", { number: difficulty }));
    say(this.asked, question.text);
    say(this.rule, game.rule);
    round.tell("");
    this.number.input.value = "";
    this.number.refuse("");
    this.paintForm(form);
    this.wasAway = document.hidden;
    if (form === "move") await round.turn(position);
    this.began = performance.now();
    if (had) this.focusOn(form);
  }

  /** The focus goes where the answer is given. @param {string} form */
  focusOn(form) {
    const places = /** @type {Record<string, Element | null>} */ ({
      move: this.round.board.element.querySelector('[tabindex="0"], button, input'),
      judge: this.verdicts.querySelector("button"),
    });
    const place = form in places ? places[form] : this.number.input;
    if (place instanceof HTMLElement || place instanceof SVGElement) place.focus();
  }

  /** What an answer is given with; nothing once it is given. @param {string | null} form */
  paintForm(form) {
    set(this.verdicts, { hidden: form !== "judge" });
    set(this.written, { hidden: form !== "value" && form !== "pair" });
    set(this.after, { hidden: form !== null });
  }

  /** A position to look at, in which nothing is chosen. @param {bigint[]} position */
  settle(position) {
    this.round.put(position);
    this.round.end();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const text = this.number.text.trim();
    const isRight = /^\d{1,4}$/u.test(text);
    this.number.refuse(isRight ? "" : t("drill.number.wrong"));
    if (isRight) void this.answer(text);
  }

  /** @param {string} answer */
  async answer(answer) {
    const { question, round, schedule } = this;
    if (!question || !schedule) return;
    this.question = null;
    const milliseconds = this.wasAway ? null : Math.round(performance.now() - this.began);
    const isLate = round.late();
    await round.attempt(async () => {
      const { kind, form, difficulty, position } = question;
      const query = { kind, form, difficulty, position: position.join(), answer };
      const found = await getJson("/api/drill/answer", query).catch((problem) => {
        // What cannot be judged is left for another question.
        if (problem instanceof Refusal && !problem.isForNow && !isLate()) this.paintForm(null);
        throw problem;
      });
      if (isLate()) return;
      this.count(question, found.right, milliseconds);
      await this.show(question, found);
    });
  }

  /** What is said of an answer, and the move that shows it. @param {Question} question @param {any} found */
  async show(question, found) {
    const { round } = this;
    const isLate = round.late();
    const board = exact(found.board);
    if (question.form === "pair") {
      round.start = board;
      set(round.board.element, { hidden: false });
    }
    this.settle(board);
    set(round.status, { "data-right": String(found.right) });
    set(this.why, { href: address("/analysis", { game: question.game, position: this.studied(question, board) }) });
    this.paintForm(null);
    round.raised = found.shown ? readMove(found.shown) : null;
    round.tell(found.said);
    this.nextButton.focus({ preventScroll: true });
    if (!found.shown) return;
    await pause(SHOWING);
    if (!isLate()) this.settle(exact(found.leave));
  }

  /** The position that was asked of; of a pair that of the answer. @param {Question} question @param {bigint[]} board */
  studied({ form, position }, board) {
    return form === "pair" ? board.join() : position.join();
  }

  /** @param {Question} question @param {boolean} isRight @param {number | null} milliseconds */
  count(question, isRight, milliseconds) {
    const { facts, schedule, wish } = this;
    if (!facts || !schedule) return;
    schedule.take(question, isRight);
    this.answers.push({ isRight, milliseconds });
    const { sessions } = kept(facts);
    const before = this.answers.length > 1 ? sessions.slice(0, -1) : sessions;
    const session = {
      date: today(),
      kind: wish.kind,
      form: wish.form,
      difficulty: wish.difficulty === AUTO ? null : Number(wish.difficulty),
      ...this.tally,
    };
    const { number, returning } = schedule;
    keep({ number, returning, sessions: [...before, session] }, facts);
    this.paintScore();
  }

  /** Right of asked, and the median time, of this session. */
  get tally() {
    const right = this.answers.filter(({ isRight }) => isRight).length;
    const times = this.answers.map(({ milliseconds }) => milliseconds);
    return { asked: this.answers.length, right, milliseconds: median(times) };
  }

  paintScore() {
    const { facts, answers, tally, wish } = this;
    const wrong = answers.findLastIndex(({ isRight }) => !isRight);
    const parts = [
      t("drill.streak", { number: answers.length - 1 - wrong }),
      t("drill.of", { right: tally.right, asked: tally.asked }),
      ...(tally.milliseconds === null ? [] : [t("drill.median", { time: seconds(tally.milliseconds) })]),
    ];
    say(this.score, answers.length ? parts.join(" · ") : t("drill.none"));
    const same = facts ? kept(facts).sessions : [];
    this.plot.show(same.filter(({ kind, form }) => kind === wish.kind && form === wish.form));
  }

  /** @param {File} file */
  async load(file) {
    const { facts } = this;
    if (!facts) return;
    try {
      if (file.size > LONGEST_FILE) throw new Error(t("drill.file.long", { size: LONGEST_FILE }));
      keep(read(await file.text(), facts), facts);
      say(this.notice, t("drill.imported"));
      await this.begin();
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      say(this.notice, t("drill.refused", { file: file.name, problem: message }));
    }
  }

  async forget() {
    const { facts } = this;
    if (!facts) return;
    const before = kept(facts);
    forget();
    await this.begin();
    this.offer.show(t("drill.forgotten"), t("drill.forget.undo"), () => {
      keep(before, facts);
      void this.begin();
    });
  }

  close() {
    document.removeEventListener("visibilitychange", this.look);
    this.round.rounds += 1;
  }
}

/** The date where the reader is: year, month, day. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((number) => String(number).padStart(2, "0"))
    .join("-");
}
