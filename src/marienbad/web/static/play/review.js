// After the game, beside its board: where it was decided, what would have won there, one next step.

import { button, html, say, set } from "../common/dom.js";
import { readMove } from "../common/moves.js";
import { machineName, missed, person, by } from "../common/speech.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {{label: string, go: () => Promise<void> | void}} Step */

export class Review {
  /** @param {import("./page.js").PlayPage} page */
  constructor(page) {
    this.page = page;
    this.wanted = "";
    /** @type {Step | null} */
    this.step = null;
    this.text = html("p.verdict", { "aria-live": "polite" });
    this.next = button("next-step", "", () => void this.go(), { class: "primary" });
    this.element = html(
      "section.review",
      { hidden: true, "aria-label": t("web.review") },
      html("h2", t("web.review")),
      this.text,
      this.next,
    );
  }

  reset() {
    this.wanted = "";
  }

  paint() {
    const { session } = this.page;
    const isShown = Boolean(session?.match.over && session.shown === session.match.ply && session.match.ply);
    set(this.element, { hidden: !isShown });
    if (!session || !isShown) return;
    const wanted = `${session.match.id} ${session.match.moves.join(";")}`;
    if (this.wanted !== wanted) {
      this.wanted = wanted;
      say(this.text, "");
      set(this.next, { hidden: true });
      void this.load(session);
    }
    if (session.judged) this.tell(session);
  }

  /** @param {Session} session */
  async load(session) {
    try {
      session.judged = await session.history();
      session.view(session.viewed);
    } catch (problem) {
      sayProblem(this.text, problem, () => void this.load(session));
    }
  }

  /** @param {Session} session */
  tell(session) {
    const { judged, viewed } = session;
    const move = viewed === null ? null : judged.moves[viewed - 1];
    this.step = viewed === null ? this.nextStep(session) : null;
    set(this.next, { hidden: this.step === null });
    if (this.step) say(this.next, this.step.label);
    if (viewed === null) say(this.text, verdict(session));
    else if (session.missed) say(this.text, t("web.review.missed", { number: session.missed.ply + 1 }));
    else say(this.text, move ? judgement(session, move) : t("web.moves.start.word"));
  }

  /** Take the next step; where its button goes with it, the focus goes to the board. */
  async go() {
    await this.step?.go();
    const hasFocus = [this.next, document.body].includes(/** @type {any} */ (document.activeElement));
    if (hasFocus && !this.next.checkVisibility()) this.page.rest();
  }

  /**
   * One thing to do now: see the mistake that counts most for whoever looks; without one, begin from
   * the other side or meet a stronger machine.
   * @param {Session} session
   * @returns {Step | null}
   */
  nextStep(session) {
    const { rounds } = this.page;
    const { match, judged } = session;
    const show = this.showStep("web.next.show", judged.moves[judged.decisive ?? -1]);
    if (session.isWatching || !session.isAgainstMachine) return show;
    if (!session.holds(match.winner)) {
      const label = t(session.mySeat === 1 ? "web.me_first" : "web.machine_first");
      return show ?? { label, go: () => rounds.letBegin() };
    }
    // The win came from the machine's mistake; one's own, before it, teaches more.
    const isOwn = (/** @type {any} */ move) => move.better.length > 0 && session.holds(move.player);
    const own = this.showStep("web.next.own", judged.moves.findLast(isOwn));
    if (own) return own;
    const level = rounds.strongerLevel();
    if (!level) return show ?? { label: t("match.again"), go: () => rounds.newGame() };
    return {
      label: t("web.next.level", { level: level.title }),
      go: () => rounds.setLevel(level.name),
    };
  }

  /** To the board before a move, where there is such a move. @param {string} key @param {any} move @returns {Step | null} */
  showStep(key, move) {
    if (!move) return null;
    const go = () => {
      this.page.look(move.ply);
      this.page.lookBar.focus();
    };
    return { label: t(key, { number: move.ply + 1 }), go };
  }
}

/** Where the game was decided, and what would have won there. @param {Session} session */
function verdict(session) {
  const mistake = session.judged.moves[session.judged.decisive ?? -1];
  if (!mistake) return t("match.flawless");
  const number = mistake.ply + 1;
  const who = person(session, mistake.player);
  const name = machineName(session, mistake.player);
  const better = by(session.game, readMove(mistake.better[0]));
  return t(`match.decided.${who}`, { name, number, better });
}

/** What a move was worth and, where it threw the win away, what would have won. @param {Session} session @param {any} move */
function judgement(session, move) {
  const said = sentence(move.text);
  return move.better.length ? `${said} ${missed(session, move)}` : said;
}

/** @param {string} text */
function sentence(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
