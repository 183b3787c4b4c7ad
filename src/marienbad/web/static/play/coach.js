// The coach: four questions, each a door that is opened in turn and counted as a help; the last
// draws the reason on the board.

import { getJson } from "../common/api.js";
import { button, html, say, set } from "../common/dom.js";
import { readMove, readStep } from "../common/moves.js";
import { loadReason } from "./parts.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {{text: string, take: bigint[] | null}} Answer with the move that it shows */

const DOORS = /** @type {const} */ (["who", "where", "move", "why"]);
const WHY = DOORS.length;
export class Coach {
  /**
   * @param {() => Session | null} session
   * @param {() => void} changed
   * @param {() => void} uncover brings the board in view above the sheet
   */
  constructor(session, changed, uncover) {
    this.session = session;
    this.changed = changed;
    this.uncover = uncover;
    this.opened = 0;
    this.place = "";
    /** @type {object | null} What is being asked; where it is dropped, its answer is too. */
    this.question = null;
    /** How many more doors were asked for while one was being opened. */
    this.wished = 0;
    /** @type {bigint[] | null} The move that an answer shows on the board. */
    this.shown = null;
    this.doors = DOORS.map((name, index) => this.door(name, index + 1));
    /** @type {import("./reason.js").Reason | null} */ this.reason = null;
    this.reasonPlace = html("div.reason", { hidden: true });
    this.count = html("p.helps");
    this.toggle = button("coach", t("web.coach"), () => this.slide(!this.isUp), {
      class: "coach-toggle",
      "aria-expanded": "false",
      "aria-controls": "coach-body",
    });
    this.word = html("p.coach-word", t("web.coach.word"));
    this.answers = html("div.answers", ...this.doors.map(({ answer }) => answer));
    this.text = html(
      "div.coach-text",
      { tabindex: 0, role: "group", "aria-label": t("web.coach.answers") },
      this.word,
      this.answers,
      this.reasonPlace,
    );
    this.element = html(
      "aside.coach",
      { "aria-label": t("web.coach") },
      html("header", html("h2", html("span.coach-title", t("web.coach")), this.toggle), this.count),
      html(
        "div.coach-body",
        { id: "coach-body" },
        html("ol.doors", ...this.doors.map(({ element }) => element)),
        this.text,
      ),
    );
  }

  /** @param {string} name @param {number} step */
  door(name, step) {
    const id = step === WHY ? null : `answer-${step}`;
    const answer = html("p.answer", { id, "aria-live": "polite" });
    const knob = button("door", t(`web.door.${name}`), () => void this.openTo(step), {
      "data-step": step,
      class: "door",
      "aria-controls": id,
    });
    return { knob, answer, element: html("li", knob) };
  }

  get isUp() {
    return this.element.classList.contains("up");
  }

  /** On a small screen the coach is a sheet that slides up. @param {boolean} isUp */
  slide(isUp) {
    if (isUp === this.isUp) return;
    this.element.classList.toggle("up", isUp);
    set(this.toggle, { "aria-expanded": isUp ? "true" : "false" });
    if (this.isSheet) this.uncover();
    else if (isUp) this.element.scrollIntoView({ block: "nearest" });
  }

  /** Whether the coach lies over the page. */
  get isSheet() {
    return getComputedStyle(this.element).position === "fixed";
  }

  get canOpen() {
    const session = this.session();
    if (!session || session.isOver || session.isHelpLocked) return false;
    return !session.isFollowing && !session.isWaiting && this.opened < WHY;
  }

  reset() {
    this.place = "";
    this.shut();
  }

  shut() {
    this.question = null;
    this.opened = 0;
    this.wished = 0;
    this.shown = null;
    for (const { answer } of this.doors) say(answer, "");
    this.reason?.shut();
    this.turn(false);
    const session = this.session();
    if (session && !session.isFollowing && !session.isWaiting) session.redraw = null;
  }

  async openNext() {
    if (!this.canOpen) return;
    this.slide(true);
    if (this.question) this.wished += 1;
    else await this.openTo(this.opened + 1);
  }

  /** @param {number} step */
  async openTo(step) {
    const session = this.session();
    if (!session || this.question || step !== this.opened + 1 || !this.canOpen) return;
    const question = {};
    this.question = question;
    const isDropped = () => question !== this.question;
    // A move that is on its way ends what was asked before it, and no help is counted.
    const isLate = () => isDropped() || session.isWaiting;
    set(this.text, { "aria-busy": "true" });
    try {
      const answer = await this.ask(session, step);
      if (!isLate()) this.answered(session, step, answer);
    } catch (problem) {
      if (!isLate()) this.failed(step, problem);
    }
    if (isDropped()) return;
    this.question = null;
    this.changed();
    if (this.isSheet) this.uncover();
    this.scrollTo(step === WHY ? this.reasonPlace : this.answerOf(step));
    if (!this.wished) return;
    this.wished -= 1;
    await this.openTo(this.opened + 1);
  }

  /** @param {number} step */
  answerOf(step) {
    return /** @type {HTMLElement} */ (this.answers.children[step - 1]);
  }

  /** @param {Session} session @param {number} step @param {Answer} answer */
  answered(session, step, { text, take }) {
    this.opened = step;
    session.countHelp();
    say(this.answerOf(step), text);
    this.shown = take ?? this.shown;
    if (take) this.raise(session, take);
  }

  /** @param {number} step @param {unknown} problem */
  failed(step, problem) {
    this.wished = 0;
    sayProblem(this.answerOf(step), problem, () => void this.openTo(step));
  }

  /** @param {Session} session @param {number} step @returns {Promise<Answer>} */
  async ask(session, step) {
    if (step === WHY) {
      const { question } = this;
      const { Reason } = await loadReason();
      if (question !== this.question) return { text: "", take: null };
      this.reason ??= new Reason(this.reasonPlace, this.changed, (isOther) => this.turn(isOther));
      await this.reason.open(session);
      return { text: "", take: null };
    }
    if (!session.isMyTurn) return this.askPosition(session, step);
    const hint = await getJson(`/api/matches/${session.match.id}/hint`, { step });
    return { text: hint.text, take: step === 3 ? readMove(hint) : null };
  }

  /**
   * A position in which someone else is to move, or that is looked at again.
   * @param {Session} session
   * @param {number} step
   * @returns {Promise<Answer>}
   */
  async askPosition(session, step) {
    const query = { game: session.match.game, position: session.position.join(",") };
    const analysis = await getJson("/api/analysis", query);
    const said = session.game.forbidding?.advice(session.position, analysis, step);
    if (said) return said;
    const move = analysis.winning_moves.at(-1);
    if (step === 1) return { text: t(move ? "web.outcome.n" : "web.outcome.p"), take: null };
    if (!move) return { text: t("web.outcome.no_move"), take: null };
    return { text: t("web.better"), take: readStep(move, session.position) };
  }

  /** @param {Session} session @param {bigint[] | null} take */
  raise(session, take) {
    if (!session.isMyTurn) session.raised = take;
    else if (take) session.choice.show(take);
    else session.choice.clear();
  }

  /** While the other ending is explained, no move of this one is shown. @param {boolean} isOther */
  turn(isOther) {
    const wasOther = this.answers.hidden;
    set(this.answers, { hidden: isOther });
    const session = this.session();
    if (session && wasOther !== isOther && this.shown) this.raise(session, isOther ? null : this.shown);
  }

  /** What was asked for is read without looking for it. @param {HTMLElement} part */
  scrollTo(part) {
    const isBelow = part.offsetTop - this.text.scrollTop > this.text.clientHeight / 3;
    if (isBelow) this.text.scrollTop = part.offsetTop;
  }

  /** @param {Session} session */
  placeOf(session) {
    return `${session.match.id} ${session.ply} ${session.viewed} ${session.position}`;
  }

  paint() {
    const session = this.session();
    if (!session) return;
    const place = this.placeOf(session);
    if (place !== this.place) {
      this.place = place;
      this.shut();
    }
    set(this.text, { "aria-busy": this.question ? "true" : null });
    set(this.word, { hidden: this.opened > 0 || session.isHelpLocked });
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
        : session.helps
          ? t("web.helps", { number: session.helps })
          : session.isElsewhere
            ? ""
            : t("web.helps.none"),
    );
  }
}
