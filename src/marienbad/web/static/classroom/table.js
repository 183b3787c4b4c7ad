// A match on the class page: the board, what happened last, and a button for a move that is chosen.
// What is played by others is shown move by move.

import { Choice } from "../board/choice.js";
import { Round } from "../board/round.js";
import { Gone, postJson } from "../common/api.js";
import { html, say, pause, set } from "../common/dom.js";
import { Live } from "../common/live.js";
import { loadGame, positionAt, readMatch, seatAt } from "../common/model.js";
import { saidOf, moveFields } from "../common/moves.js";
import { taken } from "../common/speech.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("../common/model.js").Match} Match */
/** @typedef {import("./room.js").RoomView} RoomView */

// Why something was not done. That the server did not answer is said only until it does.

export class Problem {
  constructor() {
    this.element = html("p.problem", { role: "alert" });
    this.isUnanswered = false;
  }

  /** @param {unknown} problem */
  tell(problem) {
    this.isUnanswered = problem instanceof Gone;
    say(this.element, /** @type {Error} */ (problem).message);
  }

  clear() {
    say(this.element, "");
  }

  /** The server is there again. */
  answered() {
    if (this.isUnanswered) this.clear();
  }
}

/**
 * What is shown: a match, whether a move may be chosen now, what the button says then where it does
 * not simply take it, what a second press does then, how the seats are called, and what is said of how it stands.
 * @typedef {object} Shown
 * @property {any} raw
 * @property {boolean} isOpen
 * @property {((taken: string) => string) | null} label
 * @property {string} [again]
 * @property {(seat: number) => string} who
 * @property {(game: Game) => string[]} standing
 */

const SHOWING = 900;

export class Table extends Round {
  /** @param {(move: bigint[], ply: number) => Promise<void>} send plays or votes for what is chosen */
  constructor(send) {
    super(async () => {});
    this.send = send;
    /** @type {Match | null} */ this.match = null;
    /** @type {Shown | null} */ this.shown = null;
    /** How many moves are on the board. */
    this.ply = 0;
    this.isShowing = false;
    this.isSending = false;
    this.opened = "";
    this.problem = new Problem();
    this.rule = html("p.rule");
    this.element = html(
      "section.class-table",
      { "aria-label": t("classroom.board") },
      this.board.element,
      html("div.deed", this.status, this.parting.element, this.takeButton, this.problem.element),
      this.rule,
    );
  }

  /** @param {Shown} shown */
  async display(shown) {
    this.shown = shown;
    const match = readMatch(shown.raw);
    if (this.game?.game !== match.game) {
      const game = await loadGame(match.game).catch((problem) => {
        sayProblem(this.status, problem, () => void this.display(shown));
        return null;
      });
      if (this.shown !== shown || !game) return;
      this.game = game;
      this.choice = new (game.forbidding?.Choice ?? Choice)(() => this.paint());
      say(this.rule, game.rule);
    }
    const isAnother = this.match?.id !== match.id || match.ply < this.ply;
    this.match = match;
    if (isAnother) this.ply = match.ply;
    if (this.ply < match.ply) void this.catchUp();
    this.settle();
  }

  /** The moves that are not on the board yet, one after another. */
  async catchUp() {
    if (this.isShowing) return;
    this.isShowing = true;
    while (this.match && this.ply < this.match.ply) {
      this.raised = this.match.moves[this.ply] ?? null;
      this.settle();
      await pause(SHOWING);
      this.raised = null;
      if (this.ply < (this.match?.ply ?? 0)) this.ply += 1;
    }
    this.isShowing = false;
    this.settle();
  }

  /** Let choose where something may be chosen; what is chosen already stays. */
  settle() {
    const { game, match, shown } = this;
    if (!game || !match || !shown) return;
    const isOpen = shown.isOpen && !match.over && this.ply === match.ply && !this.isSending;
    const opened = isOpen ? `${match.id} ${match.ply} ${match.revision}` : "";
    if (opened !== this.opened) {
      this.opened = opened;
      const { position, legal } = match;
      this.choice.begin(isOpen ? { game, position, moves: legal } : null);
    }
    this.paint();
  }

  async take() {
    const { choice, match } = this;
    if (!choice.isLegal || !match || this.isSending) return;
    const { move } = choice;
    this.isSending = true;
    this.problem.clear();
    this.settle();
    try {
      await this.send(move, match.ply);
    } catch (problem) {
      this.problem.tell(problem);
    }
    this.isSending = false;
    this.settle();
  }

  /** What was done last, by each who has done something since the class chose. */
  told() {
    const { game, match, shown } = this;
    if (!game || !match || !shown) return [];
    return match.moves.slice(Math.max(0, this.ply - 2), this.ply).map((move, index, last) => {
      const ply = this.ply - last.length + index;
      const who = shown.who(seatAt(match, ply));
      return t("classroom.did", { who, taken: taken(game, move) });
    });
  }

  paint() {
    const { game, match, choice, shown } = this;
    if (!game || !match || !shown) return;
    const position = positionAt(match, Math.min(this.ply, match.ply));
    Object.assign(this, { start: match.start, position, again: shown.again });
    super.paint();
    const isOpen = choice.situation !== null;
    this.element.style.setProperty("--rows", String(position.length));
    const standing = this.ply < match.ply ? [] : shown.standing(game);
    const state = match.over ? "" : saidOf(position).text;
    say(this.status, [...this.told(), state, ...standing].filter(Boolean).join(" "));
    const own = choice.isLegal && shown.label ? shown.label(taken(game, choice.move)) : "";
    if (own) say(this.takeButton, own);
    set(this.takeButton, { hidden: !isOpen && !this.isSending });
  }
}

// A pupil's own match of the tournament: against the machine, or against another pupil.

export class Duel {
  /** @param {RoomView} room */
  constructor(room) {
    this.room = room;
    /** @type {{match: string, seat: number, token: string} | null} */ this.game = null;
    /** @type {Live | null} */ this.live = null;
    this.raw = /** @type {any} */ (null);
    this.isSettled = false;
    /** The name of the other pupil, also after he has left. */
    this.name = "";
    this.title = html("h2");
    this.table = new Table((move, ply) => this.play(move, ply));
    this.element = html("div.duel", { hidden: true }, this.title, this.table.element);
  }

  /** @param {import("./room.js").Parts} parts */
  paint(parts) {
    const { game } = parts.you;
    set(this.element, { hidden: game === null });
    if (game?.match === this.game?.match) {
      if (this.raw) this.show();
      return;
    }
    this.live?.close();
    this.live = null;
    this.game = game;
    this.raw = null;
    this.isSettled = false;
    if (!game) return;
    const isMachine = parts.round?.kind === "machine";
    this.name = isMachine ? t("classroom.machine") : (this.opponent()?.name ?? t("classroom.duel.other"));
    say(this.title, isMachine ? t("classroom.duel.machine") : t("classroom.duel", { name: this.name }));
    this.live = new Live(
      `/api/matches/${encodeURIComponent(game.match)}`,
      (raw) => this.receive(raw),
      () => {},
    );
  }

  /** This match as it stands in the tournament. */
  get pairing() {
    const { parts } = this.room;
    return parts?.round?.games.find(({ players }) => players.includes(parts.you.number));
  }

  /** The other pupil; nobody where one plays the machine, or where he has left. */
  opponent() {
    const { parts } = this.room;
    const number = this.pairing?.players.find((one) => one !== parts?.you.number);
    return parts?.pupils.find((one) => one.number === number);
  }

  /** @param {any} raw */
  receive(raw) {
    if (!this.game || raw.id !== this.game.match || raw.revision < (this.raw?.revision ?? 0)) return;
    this.raw = raw;
    this.show();
    if (raw.over && !this.isSettled) {
      this.isSettled = true;
      void this.room.post("/results").catch(() => {
        this.isSettled = false;
      });
    }
  }

  show() {
    const { game, raw } = this;
    if (!game) return;
    const who = (/** @type {number} */ one) => (one === game.seat ? t("classroom.you") : this.name);
    const isOpen = raw.turn === game.seat && !this.isLeft;
    void this.table.display({ raw, isOpen, label: null, who, standing: () => this.standing(who) });
  }

  /** Whether the other pupil left before the end: it counts as won. */
  get isLeft() {
    return !this.raw.over && (this.pairing?.winner ?? null) !== null;
  }

  /** How it stands, in sentences. @param {(seat: number) => string} who */
  standing(who) {
    const { game, raw } = this;
    if (this.isLeft) return [t("classroom.duel.left", { name: this.name }), this.next()];
    if (raw.over) return [t(raw.winner === game?.seat ? "match.won.you" : "classroom.duel.lost"), this.next()];
    return [raw.turn === game?.seat ? t("match.turn.you") : t("classroom.turn", { who: who(raw.turn) })];
  }

  /** What comes after this game. */
  next() {
    const { round } = this.room.parts ?? {};
    const isLast = round && round.rounds !== null && round.number >= round.rounds;
    return t(isLast ? "classroom.round.last" : "classroom.round.wait");
  }

  /** @param {bigint[]} move @param {number} ply */
  async play(move, ply) {
    const { game } = this;
    if (!game) return;
    const path = `/api/matches/${encodeURIComponent(game.match)}/moves`;
    this.receive(await postJson(path, { ...moveFields(move), ply }, game.token));
  }

  close() {
    this.live?.close();
  }
}
