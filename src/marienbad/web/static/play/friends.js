// Two people at one match: who is there, what they have agreed, and what one asks the other.

import { button, html, refill, say, set } from "../common/dom.js";
import { t } from "../common/words.js";

/** @typedef {import("./page.js").PlayPage} PlayPage */
/** @typedef {import("./state.js").Session} Session */
/** @typedef {[action: string, label: string, act: () => void]} Act */
/** @typedef {{shape: string, text: string, acts: Act[]}} Question */

export class Friends {
  /** @param {PlayPage} page */
  constructor(page) {
    this.page = page;
    this.who = html("p.who", { "aria-live": "polite" });
    this.invite = button("invite", t("web.friend.invite"), () => void page.share(), { hidden: true });
    /** What was agreed on helps stands where they are asked for. */
    this.accord = html("p.helps.accord");
    page.coach.count.after(this.accord);
    this.said = html("p", { "aria-live": "polite" });
    this.acts = html("div.acts");
    this.element = html(
      "section.friends",
      { "aria-label": t("web.friend"), hidden: true },
      html("div.company", this.who, this.invite),
      html("div.question", this.said, this.acts),
    );
    this.reset();
  }

  reset() {
    /** What this page has asked, as it was last seen. */
    this.asked = "";
    this.isWithdrawn = false;
    /** The ply at which the friend has declined. @type {number | null} */
    this.declined = null;
    /** How many moves were last seen here, and how many the friend has left by taking back. */
    this.seen = 0;
    /** @type {number | null} */ this.undone = null;
  }

  /** @param {Session} session */
  paint(session) {
    for (const part of [this.element, this.accord]) set(part, { hidden: !session.isShared });
    if (!session.isShared) return;
    const state = stateOf(session);
    set(this.element, { "data-company": state });
    const watching = session.company?.watching ?? 0;
    const others = session.isWatching ? watching - 1 : watching;
    say(
      this.who,
      [
        session.isWatching && t("web.action.watching.word"),
        state && t(`web.friend.${state}`),
        others > 0 && t("web.friend.watchers", { number: others }),
      ]
        .filter(Boolean)
        .join(" "),
    );
    set(this.invite, { hidden: state !== "awaited" || !session.invitation });
    say(this.accord, helpAgreed(session));
    this.notice(session);
    const { shape, text, acts } = this.question(session);
    say(this.said, text);
    if (this.acts.dataset.shape === shape) return;
    this.acts.dataset.shape = shape;
    const hadFocus = this.acts.contains(document.activeElement);
    refill(this.acts, ...acts.map(([action, label, act]) => button(action, label, act)));
    if (!hadFocus) return;
    const [first] = this.acts.querySelectorAll("button");
    if (first) first.focus();
    else this.page.focusBoard();
  }

  /** Whether the friend has declined what was asked here, or taken a move back. @param {Session} session */
  notice({ match, mySeat }) {
    if (match.ply < (this.seen ?? 0)) this.undone = match.turn === mySeat ? null : match.ply;
    else if (match.ply !== this.undone) this.undone = null;
    this.seen = match.ply;
    const asked =
      mySeat === null
        ? ""
        : match.undo_request === mySeat
          ? `undo ${match.ply}`
          : match.rematch_request === mySeat
            ? "rematch"
            : "";
    const isOpen = this.asked === "rematch" ? !match.next : this.asked === `undo ${match.ply}`;
    if (this.asked && !asked && isOpen && !this.isWithdrawn) this.declined = match.ply;
    if (asked || this.declined !== match.ply) this.declined = null;
    if (asked) this.isWithdrawn = false;
    this.asked = asked;
  }

  /** @param {Session} session @returns {Question} */
  question(session) {
    const { match, mySeat } = session;
    if (match.next) {
      const act = () => void this.page.rounds.goNext();
      return { shape: "next", text: "", acts: [["next-game", t("web.friend.next"), act]] };
    }
    for (const [kind, seat] of /** @type {const} */ ([
      ["undo", match.undo_request],
      ["rematch", match.rematch_request],
    ])) {
      if (seat === null || mySeat === null) continue;
      const answer = (/** @type {boolean} */ granted) => void session.answer(kind, granted);
      const withdraw = () => {
        this.isWithdrawn = true;
        answer(false);
      };
      return seat === mySeat
        ? {
            shape: `asking ${kind}`,
            text: t(`web.friend.${kind}.asking`),
            acts: [["withdraw", t("web.friend.withdraw"), withdraw]],
          }
        : {
            shape: `asked ${kind}`,
            text: t(`web.friend.${kind}.asked`),
            acts: [
              ["grant", t(`web.friend.${kind}.grant`), () => answer(true)],
              ["decline", t("web.friend.decline"), () => answer(false)],
            ],
          };
    }
    if (this.declined !== null) return { shape: "", text: t("web.friend.declined"), acts: [] };
    const isUndone = this.undone !== null && mySeat !== null;
    const isTold = match.over && match.help === "declared";
    const text = isUndone ? t("web.friend.undone") : isTold ? helpAgreed(session) : beginning(session);
    return { shape: "", text, acts: [] };
  }
}

/** Who is there, as whoever looks says it; nothing where that is not known. @param {Session} session */
function stateOf(session) {
  const { company, match, mySeat } = session;
  if (!company) return "";
  if (mySeat === null) {
    const [first, second] = company.present;
    return first ? (second ? "both" : "first_only") : second ? "second_only" : "neither";
  }
  if (session.isFriendHere) return "here";
  const other = 1 - mySeat;
  return company.came[other] || match.ply > other ? "gone" : "awaited";
}

/** At the beginning: who has invited, and who begins. @param {Session} session */
function beginning(session) {
  const { match, mySeat } = session;
  if (match.ply > 1) return "";
  const who = mySeat === null ? "first" : mySeat === 0 ? "you" : "friend";
  const begins = match.drawn ? t(`web.friend.drawn.${who}`) : "";
  if (!session.isGuest) return begins;
  const invited = t("web.friend.invited", { game: session.game.title });
  return `${invited} ${begins || t(`web.friend.begins.${who}`)}`;
}

/** What was agreed on helps, and how many there were. @param {Session} session */
function helpAgreed({ match, mySeat }) {
  if (match.help !== "declared") return t(`web.help.${match.help}`);
  const [first, second] = match.helps;
  if (mySeat === null) return t("web.help.declared.watching", { first, second });
  const [mine, other] = mySeat === 0 ? [first, second] : [second, first];
  return t("web.help.declared", { mine, other });
}
