// After the game: a tug of war, a mark for each move; the move that threw the win away is red.

import { getJson } from "../common/api.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { exact } from "../common/numbers.js";
import { person, taken, took } from "../common/speech.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */

export class History {
  /** @param {() => Session | null} session @param {() => void} playOn */
  constructor(session, playOn) {
    this.session = session;
    /** @type {any} */
    this.judged = null;
    this.judgedMatch = "";
    this.strip = html("ol", { class: "strip" });
    this.text = html("p", { class: "verdict" });
    this.sides = html("p", { class: "sides", "aria-hidden": "true" });
    this.judgement = html("p", { class: "judgement", "aria-live": "polite" });
    this.back = button("previous", "←", () => this.step(-1), {
      "aria-label": t("web.history.previous"),
    });
    this.forth = button("next", "→", () => this.step(1), { "aria-label": t("web.history.next") });
    this.leave = button("present", t("web.history.leave"), () => this.look(null));
    this.on = button("play-on", t("match.play_on"), playOn, { class: "primary" });
    this.element = html(
      "section",
      { class: "history", hidden: true, "aria-label": t("web.history") },
      html("h2", {}, t("web.history")),
      this.text,
      html("div", { class: "tug" }, this.sides, this.strip),
      this.judgement,
      html("div", { class: "acts" }, this.back, this.forth, this.on, this.leave),
    );
  }

  reset() {
    this.judged = null;
    this.judgedMatch = "";
    set(this.element, { hidden: true });
  }

  /** @param {number | null} ply */
  look(ply) {
    const session = this.session();
    if (!session) return;
    session.view(ply);
    const move = ply === null ? null : this.judged?.moves[ply];
    const better = move?.better?.[0];
    if (better) session.raised = exact(better);
    else if (move) session.raised = exact(move.take);
    session.change();
  }

  /** @param {number} by */
  step(by) {
    const session = this.session();
    if (!session) return;
    const next = (session.viewed ?? session.match.ply) + by;
    this.look(next >= session.match.ply ? null : Math.max(0, next));
  }

  paint() {
    const session = this.session();
    const isShown = Boolean(
      session?.match.over && session.shown === session.match.ply && session.match.ply,
    );
    set(this.element, { hidden: !isShown });
    if (!session || !isShown) return;
    const wanted = `${session.match.id} ${session.match.moves.join(";")}`;
    if (this.judgedMatch !== wanted) {
      this.judgedMatch = wanted;
      this.judged = null;
      refill(this.strip);
      say(this.text, "");
      void this.load(session);
    }
    this.paintMarks(session);
  }

  /** @param {Session} session */
  async load(session) {
    try {
      this.judged = await getJson(`/api/matches/${session.match.id}/history`);
    } catch (problem) {
      say(this.text, /** @type {Error} */ (problem).message);
      return;
    }
    say(this.text, this.verdict(session));
    refill(
      this.sides,
      ...[0, 1].map((seat) => html("span", {}, t(`match.name.${person(session, seat)}`))),
    );
    refill(this.strip, ...this.judged.moves.map((/** @type {any} */ move) => this.mark(move)));
    this.paintMarks(session);
  }

  /** Where the game was decided, and what would have won there. @param {Session} session */
  verdict(session) {
    const mistake = this.judged.moves[this.judged.decisive ?? -1];
    if (!mistake) return t("match.flawless");
    const better = mistake.better[0] ? taken(session.game, exact(mistake.better[0])) : "";
    const who = person(session, mistake.player);
    return t(`match.decided.${who}`, { number: mistake.ply + 1, better });
  }

  /** @param {any} move */
  event(move) {
    const session = this.session();
    if (!session) return "";
    const event = took(session, move.player, exact(move.take));
    return `${t("match.viewing", { number: move.ply + 1 })} ${event}`;
  }

  /** @param {any} move */
  mark(move) {
    const isDecisive = move.ply === this.judged.decisive;
    const kind = `mark ${move.judgement} leader-${move.leader}${isDecisive ? " decisive" : ""}`;
    const label = `${this.event(move)} ${judgement(move)}`;
    const dot = html("span", { class: "dot" }, move.judgement === "thrown" ? "×" : "");
    const marks = { class: kind, "data-ply": move.ply, "aria-label": label, title: label };
    return html("li", {}, button("mark", dot, () => this.look(move.ply), marks));
  }

  /** @param {Session} session */
  paintMarks(session) {
    for (const mark of this.strip.querySelectorAll("[data-ply]")) {
      const isHere = Number(mark.getAttribute("data-ply")) === session.viewed;
      set(mark, { "aria-current": isHere ? "step" : null });
    }
    const move = session.viewed === null ? null : this.judged?.moves[session.viewed];
    const text = move
      ? [judgement(move), ...(move.better?.length ? [t("web.better")] : [])].join(" ")
      : "";
    say(this.judgement, text);
    set(this.on, { hidden: session.viewed === null || session.isWatching });
    set(this.leave, { hidden: session.viewed === null });
    set(this.back, {
      "aria-disabled": (session.viewed ?? session.match.ply) === 0 ? "true" : null,
    });
    set(this.forth, { "aria-disabled": session.viewed === null ? "true" : null });
  }
}

/** What the server says of a move, as a sentence. @param {{text: string}} move */
function judgement({ text }) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
