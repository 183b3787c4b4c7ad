// The coach: four questions, each a door that is opened in turn and counted as a help; the last
// draws the reason on the board.

import { getJson } from "../common/api.js";
import { radios } from "../common/chooser.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { explain, loadDrawing, theorySelect } from "../common/explanation.js";
import { loadGame } from "../common/model.js";
import { exact } from "../common/numbers.js";
import { digitsPicture } from "../board/digits.js";
import { always } from "../common/storage.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("./state.js").Session} Session */

const DOORS = /** @type {const} */ (["who", "where", "move", "why"]);
const WHY = DOORS.length;
const THEORY = "marienbad.theory";
const SMALL = "(max-width: 60rem)";

export class Coach {
  /**
   * @param {() => Session | null} session
   * @param {() => void} changed
   * @param {() => void} uncover brings the board above the sheet
   */
  constructor(session, changed, uncover) {
    this.session = session;
    this.changed = changed;
    this.uncover = uncover;
    this.opened = 0;
    this.place = "";
    this.isBusy = false;
    this.doors = DOORS.map((name, index) => this.door(name, index + 1));
    this.reason = html("div", { class: "reason", hidden: true });
    this.count = html("p", { class: "helps" });
    this.toggle = button("coach", t("web.coach"), () => this.slide(!this.isUp), {
      class: "coach-toggle",
      "aria-expanded": "false",
      "aria-controls": "coach-body",
    });
    this.body = html(
      "div",
      { class: "coach-body", id: "coach-body" },
      html("p", { class: "coach-word" }, t("web.coach.word")),
      html("ol", { class: "doors" }, ...this.doors.map(({ element }) => element)),
      this.reason,
      this.count,
    );
    this.element = html(
      "aside",
      { class: "coach", "aria-label": t("web.coach") },
      html("h2", {}, this.toggle),
      this.body,
    );
  }

  /** @param {string} name @param {number} step */
  door(name, step) {
    const answer = html("p", { class: "answer", "aria-live": "polite" });
    const knob = button("door", t(`web.door.${name}`), () => void this.openTo(step), {
      "data-step": step,
      class: "door",
    });
    return { knob, answer, element: html("li", {}, knob, answer) };
  }

  get isUp() {
    return this.element.classList.contains("up");
  }

  /** On a phone the coach is a sheet that slides up. @param {boolean} isUp */
  slide(isUp) {
    if (isUp && !this.isUp && matchMedia(SMALL).matches) this.uncover();
    this.element.classList.toggle("up", isUp);
    set(this.toggle, { "aria-expanded": isUp ? "true" : "false" });
  }

  get canOpen() {
    const session = this.session();
    return Boolean(session && !session.isOver && !session.isFollowing && !session.isHelpLocked && this.opened < WHY);
  }

  reset() {
    this.place = "";
    this.shut();
  }

  shut() {
    this.opened = 0;
    for (const { answer } of this.doors) say(answer, "");
    set(this.reason, { hidden: true });
    refill(this.reason);
    const session = this.session();
    if (session && !session.isFollowing && !session.isWaiting) session.theory = null;
  }

  async openNext() {
    if (!this.canOpen) return;
    this.slide(true);
    await this.openTo(this.opened + 1);
  }

  /** @param {number} step */
  async openTo(step) {
    const session = this.session();
    if (!session || this.isBusy || step !== this.opened + 1 || !this.canOpen) return;
    this.isBusy = true;
    const { place } = this;
    try {
      const answer = step === WHY ? await this.openWhy(session) : await this.ask(session, step);
      if (place !== this.place) return;
      this.opened = step;
      session.countHelp();
      say(this.answerOf(step), answer);
    } catch (problem) {
      if (place === this.place)
        sayProblem(this.answerOf(step), problem, () => void this.openTo(step));
    } finally {
      this.isBusy = false;
      this.changed();
    }
  }

  /** @param {number} step */
  answerOf(step) {
    return /** @type {{answer: HTMLElement}} */ (this.doors[step - 1]).answer;
  }

  /** @param {Session} session */
  placeOf(session) {
    return `${session.match.id} ${session.ply} ${session.viewed} ${session.position}`;
  }

  /** @param {Session} session @param {number} step @returns {Promise<string>} */
  async ask(session, step) {
    if (!session.isMyTurn) return this.askPosition(session, step);
    const { place } = this;
    const hint = await getJson(`/api/matches/${session.match.id}/hint`, { step });
    if (step === 3 && hint.take && place === this.place && session.isMyTurn)
      session.choice.set(exact(hint.take));
    return hint.text;
  }

  /**
   * A position in which someone else is to move, or that is looked at again.
   * @param {Session} session
   * @param {number} step
   */
  async askPosition(session, step) {
    const query = { game: session.match.game, position: session.position.join(",") };
    const { place } = this;
    const analysis = await getJson("/api/analysis", query);
    const move = analysis.winning_moves.at(-1);
    if (step === 1) return t(move ? "web.outcome.n" : "web.outcome.p");
    if (!move) return t("web.outcome.no_move");
    if (place === this.place) session.raised = exact(move.take);
    return t("web.better");
  }

  /** @param {Session} session */
  async openWhy(session) {
    const kept = always.getItem(`${THEORY}.${session.game.nouns.object}`);
    const known = session.game.theories.find(({ name }) => name === kept);
    await this.explainBy(session, (known ?? session.game.theories[0])?.name ?? "table");
    return "";
  }

  /**
   * @param {Session} session
   * @param {string} wanted the theory
   * @param {Game} [game] the game of the match, or the same with its other ending
   */
  async explainBy(session, wanted, game = session.game) {
    const isOwn = game === session.game;
    const known = game.theories.find(({ name }) => name === wanted) ?? game.theories[0];
    const theory = known?.name ?? null;
    if (isOwn) always.setItem(`${THEORY}.${game.nouns.object}`, wanted);
    const text = html("div", { class: "text" });
    const picture = html("div", { class: "picture" });
    const explainAgain = (/** @type {string} */ name) =>
      this.show(() => this.explainBy(session, name, game), "select");
    refill(
      this.reason,
      theorySelect(game, theory ?? "", explainAgain),
      game.other_ending && this.endings(session, wanted, game),
      picture,
      text,
    );
    set(this.reason, { hidden: false });
    const [drawing] = await Promise.all([
      loadDrawing(game.game, session.position, theory),
      explain(text, game.game, session.position, theory),
    ]);
    if (!text.isConnected) return; // another explanation was asked for, or the board has changed
    session.drawing = drawing;
    session.theory = isOwn ? theory : null;
    refill(picture, digitsPicture(drawing));
  }

  /**
   * The same position explained for either ending.
   * @param {Session} session
   * @param {string} wanted the theory
   * @param {Game} game
   */
  endings(session, wanted, game) {
    const other = game.other_ending;
    const turnOver = () => {
      const isOwn = game === session.game;
      const explain = async () => {
        const next = isOwn && other ? await loadGame(other) : session.game;
        await this.explainBy(session, wanted, next);
      };
      this.show(explain, "input:checked");
    };
    const endings = /** @type {const} */ (["normal", "misere"]);
    return radios(
      t("web.ending"),
      endings.map((ending) => [ending, t(`web.ending.${ending}`)]),
      game.misere ? "misere" : "normal",
      turnOver,
    );
  }

  /**
   * Paint another explanation when it has come, or why it has not, and give the focus back.
   * @param {() => Promise<void>} explaining
   * @param {string} focused
   */
  show(explaining, focused) {
    const again = () => this.show(explaining, focused);
    const find = (/** @type {string} */ selector) =>
      /** @type {HTMLElement | null} */ (this.reason.querySelector(selector));
    void explaining()
      .catch((problem) => {
        const text = find(".text");
        if (text) sayProblem(text, problem, again);
      })
      .finally(() => {
        this.changed();
        find(focused)?.focus();
      });
  }

  paint() {
    const session = this.session();
    if (!session) return;
    const place = this.placeOf(session);
    if (place !== this.place) {
      this.place = place;
      this.shut();
    }
    this.doors.forEach(({ knob, element }, index) => {
      const step = index + 1;
      element.classList.toggle("open", step <= this.opened);
      element.classList.toggle("next", step === this.opened + 1);
      set(knob, {
        "aria-disabled": step === this.opened + 1 && this.canOpen ? null : "true",
        "aria-expanded": step <= this.opened ? "true" : "false",
      });
    });
    say(
      this.count,
      session.isHelpLocked
        ? t("web.help.locked")
        : session.helps ? t("web.helps", { number: session.helps }) : t("web.helps.none"),
    );
  }
}
