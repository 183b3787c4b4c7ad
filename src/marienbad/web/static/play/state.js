// One match as this page sees it: what is shown, what is chosen, how the coach has helped.

import { Choice } from "../board/choice.js";
import { getJson, postJson } from "../common/api.js";
import { loadGame, positionAt, readMatch, seatAt } from "../common/model.js";
import { moveFields, positionFields, readMove, wireMove } from "../common/moves.js";
import { machineName, person } from "../common/speech.js";
import { keep, keepMatch, keptOf, rememberMatch } from "./seats.js";
import { follow, send } from "./sending.js";

/** @typedef {import("../common/model.js").Match} Match */
/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("../common/model.js").Drawing} Drawing */

// Who sits at a match, seen from this page: one's own seats, a machine, a friend, or nobody's.

class Seating extends EventTarget {
  /** @param {import("../common/model.js").Match} match @param {(string | null)[]} seats the tokens of the seats that are held here */
  constructor(match, seats) {
    super();
    this.match = match;
    this.seats = seats;
    /** @type {import("../common/model.js").Company | null} Who is there, where that is known. */
    this.company = null;
  }

  /** Who plays at a ply. @param {number} ply */
  seat(ply) {
    return ply % 2;
  }

  /** @param {number | null} seat */
  holds(seat) {
    return seat !== null && this.seats[seat] !== null && this.seats[seat] !== undefined;
  }

  get isWatching() {
    return !this.holds(0) && !this.holds(1);
  }

  get isAgainstMachine() {
    return this.match.players.some((player) => player !== "human");
  }

  get mySeat() {
    return this.holds(0) ? 0 : this.holds(1) ? 1 : null;
  }

  /** Whether two people play this match, not both at this screen. */
  get isShared() {
    return !this.isAgainstMachine && !(this.holds(0) && this.holds(1));
  }

  get isFriendHere() {
    return this.mySeat !== null && this.company?.present[1 - this.mySeat] === true;
  }

  /** By agreement nobody is helped before the end. */
  get isHelpLocked() {
    return this.match.help === "locked" && !this.match.over;
  }

  /** How this page introduces itself to the others at the match. */
  get introduction() {
    return this.isShared ? { token: this.mySeat === null ? null : this.seats[this.mySeat] } : null;
  }

  /** Whether a move is taken back only if the other agrees, who has replied or come to see it. */
  get isUndoAsked() {
    const hasReplied = !this.holds(this.seat(Math.max(0, this.match.ply - 1)));
    const hasCome = this.mySeat === null || this.company?.came[1 - this.mySeat] !== false;
    return this.isShared && (hasReplied || hasCome);
  }
}

export class Session extends Seating {
  /** @param {Match} match @param {Game} game */
  constructor(match, game) {
    const { ply = 0 } = keptOf(match.id);
    keepMatch(match);
    const { seats, invitation, helps, undos, branch, elsewhere } = keptOf(match.id);
    super(match, seats);
    this.game = game;
    this.invitation = invitation;
    this.helps = helps;
    this.undos = undos ?? 0;
    this.branch = branch ?? null;
    /** Whether own moves were made elsewhere: with what help is not known here. */
    this.isElsewhere = elsewhere === true;
    if (match.ply < ply && this.holds(match.turn)) this.countUndo();
    /** How many moves the board shows; it follows the match one move at a time. */
    this.shown = match.ply;
    /** @type {number | null} How many moves stand played where one looks back. */
    this.viewed = null;
    /** @type {any} The moves judged, after the match. */
    this.judged = null;
    /** @type {bigint[] | null} A move shown raised: the machine's, or the coach's. */
    this.raised = null;
    /** @type {Drawing | null} */ this.drawing = null;
    /** @type {(() => Promise<Drawing>) | null} Draws the picture on the board for what is shown then. */
    this.redraw = null;
    /** Whether this page was opened by an invitation. */
    this.isGuest = false;
    /** Whether a next match can still be agreed on while this page looks. */
    this.expectsNext = !match.next;
    /** @type {{position: string, values: import("../common/model.js").Values} | null} */
    this.valued = null;
    this.isThinking = false;
    /** Whether it is played on this page alone, and the server knows nothing of it. */
    this.isLocal = false;
    /** @type {HTMLElement | null} What else one may do in it. */
    this.controls = null;
    this.isSending = false;
    /** Whether another match is on its way; a move made here would be lost. */
    this.isLeaving = false;
    this.isConnected = true;
    this.isFollowing = false;
    /** @type {any} What the live connection brought while an answer was awaited. */
    this.postponed = null;
    /** @type {string | null} */ this.problem = null;
    const Kind = game.forbidding?.Choice ?? Choice;
    this.choice = new Kind(() => {
      this.problem = null;
      this.change();
    });
  }

  /**
   * @param {{game: string, position?: bigint[], players: string[], moves?: bigint[][], help?: string, draw?: boolean}} wanted
   * @param {(seats: (string | null)[], yours?: number) => (string | null)[]} [mine] which of the
   *   seats stay here; where lots were drawn, the server says which is one's own
   * @param {Partial<import("./seats.js").Kept>} [facts] what else is to be kept of it
   */
  static async create({ position, moves = [], ...wanted }, mine = (seats) => seats, facts = {}) {
    const start = position ? positionFields(position) : {};
    const body = { ...wanted, ...start, ...(moves.length ? { moves: moves.map(wireMove) } : {}) };
    const session = await Session.adopt(await postJson("/api/matches", body), mine, facts);
    session.shown = moves.length;
    return session;
  }

  /**
   * @param {any} raw a match with its seats
   * @param {(seats: (string | null)[], yours?: number) => (string | null)[]} [mine]
   * @param {Partial<import("./seats.js").Kept>} [facts]
   */
  static async adopt(raw, mine = (seats) => seats, facts = {}) {
    const seats = mine(raw.seats, raw.yours);
    const isOther = (/** @type {string | null} */ token) => token && !seats.includes(token);
    keep(raw.id, { seats, invitation: raw.seats.find(isOther), played: Date.now(), ...facts });
    rememberMatch(raw.id);
    const match = readMatch(raw);
    const session = new Session(match, await loadGame(match.game));
    // The machine's opening is shown, not merely done.
    session.shown = 0;
    return session;
  }

  /** @param {string} id */
  static async open(id) {
    const match = readMatch(await getJson(`/api/matches/${encodeURIComponent(id)}`));
    return new Session(match, await loadGame(match.game));
  }

  /** 'Won without help' stays true only if a reload does not forget it. */
  countHelp() {
    // Another tab may have counted too.
    this.helps = Math.max(this.helps, keptOf(this.match.id).helps) + 1;
    keep(this.match.id, { helps: this.helps });
    void this.declareHelp();
  }

  /** Between people a help is told to the other, where that was agreed. */
  async declareHelp() {
    const { help, over, id } = this.match;
    if (!this.isShared || this.mySeat === null || help !== "declared" || over) return;
    const raw = await postJson(`/api/matches/${id}/help`, null, this.seats[this.mySeat]).catch(() => null);
    if (raw) this.receive(raw);
  }

  /** A move was taken back here: the win is then not one at the first try. */
  countUndo() {
    this.undos += 1;
    keep(this.match.id, { undos: this.undos });
  }

  /** Every move judged. @returns {Promise<any>} */
  history() {
    return getJson(`/api/matches/${this.match.id}/history`);
  }

  /** Another match is on the board: nothing goes on here. */
  stop() {}

  change() {
    this.dispatchEvent(new Event("change"));
  }

  get ply() {
    return this.viewed ?? this.shown;
  }

  get position() {
    return positionAt(this.match, this.ply);
  }

  /** Who plays at a ply. @param {number} ply */
  seat(ply) {
    return seatAt(this.match, ply);
  }

  /** The heaps that the board finds room for: those of the start, unless they are parted. */
  get laid() {
    return this.game.parts ? [...this.position] : this.match.start;
  }

  /** What each move is worth, where that was asked for in the position that is shown. */
  get values() {
    return this.valued?.position === String(this.position) ? this.valued.values : null;
  }

  /** The move that led to what is shown. @returns {import("../board/rows.js").LastMove | null} */
  get last() {
    const { moves } = this.match;
    // What is only said takes nothing: what was taken before it is still the last.
    const ply = moves[this.ply - 1]?.length === 0 ? this.ply - 1 : this.ply;
    const take = moves[ply - 1];
    if (!take || this.game.parts) return null;
    const seat = this.seat(ply - 1);
    const isOne = this.holds(0) === this.holds(1) ? seat === 0 : this.holds(seat);
    return { take, mark: isOne ? "ring" : "dot", who: person(this, seat), name: machineName(this, seat) };
  }

  get isAtEnd() {
    return this.viewed === null && this.shown === this.match.ply;
  }

  get isOver() {
    return this.isAtEnd && this.match.over;
  }

  get isWaiting() {
    return this.isSending || this.isLeaving;
  }

  /** Whether a person at this page may choose now. */
  get isMyTurn() {
    return this.isAtEnd && !this.match.over && !this.isWaiting && this.holds(this.match.turn);
  }

  /** Whether somebody elsewhere is to move, and nothing of this page is under way. */
  get isFriendsTurn() {
    const { turn } = this.match;
    return this.isShared && this.isAtEnd && !this.isWaiting && turn !== null && !this.holds(turn);
  }

  /** What the live connection says of the match; news that comes with an answer too is shown once. @param {any} raw */
  receive(raw) {
    if (raw.present) {
      this.company = raw;
      this.change();
    } else if (this.isSending) this.postponed = raw;
    else if (this.takeIn(raw)) void follow(this);
  }

  /** Believe what is newer than what is known, and say whether it is. @param {any} raw */
  takeIn(raw) {
    const match = readMatch(raw);
    if (match.id !== this.match.id || match.revision <= this.match.revision) return false;
    const isSame = (/** @type {number} */ ply) => String(match.moves[ply]) === String(this.match.moves[ply]);
    const goesOn = match.ply >= this.shown && [...Array(this.shown).keys()].every(isSame);
    if (match.ply < this.match.ply && this.holds(match.turn)) this.countUndo();
    if (!goesOn) {
      this.shown = match.ply;
      this.raised = null;
    }
    if (goesOn && match.ply === this.match.ply) {
      // Nothing was played: what is chosen, looked at or explained stays.
      Object.assign(this.match, match);
      this.change();
      return false;
    }
    this.viewed = null;
    this.match = match;
    this.problem = null;
    this.drawing = null;
    keepMatch(match);
    this.isElsewhere = keptOf(match.id).elsewhere === true;
    return true;
  }

  /** Play the choice, once the server has said that it is legal. */
  async take() {
    const { judgements, judged } = this.choice;
    await judged;
    const { ply, turn } = this.match;
    if (judgements !== this.choice.judgements) return;
    if (!this.isMyTurn || !this.choice.isLegal || turn === null) return;
    const seen = positionFields(this.match.position);
    const move = { ...moveFields(this.choice.move), ply, ...seen };
    await send(this, { call: "moves", body: move, seat: turn });
  }

  async undo() {
    if (this.match.over || this.isWaiting || this.isFollowing || this.mySeat === null) return;
    const last = this.seat(Math.max(0, this.match.ply - 1));
    const seat = this.holds(last) ? last : this.mySeat;
    const wish = { ply: this.match.ply, ...(this.isShared ? { request: true } : {}) };
    await send(this, { call: "undo", body: wish, seat });
  }

  /** Ask the other player for the same match again. */
  async offer() {
    await this.say("rematch", { request: true });
  }

  /**
   * Answer what the other player asks, or withdraw what one has asked.
   * @param {"undo" | "rematch"} kind
   * @param {boolean} answer
   */
  async answer(kind, answer) {
    const seen = kind === "undo" ? { ply: this.match.ply } : {};
    await this.say(kind, { ...seen, answer });
  }

  /** @param {"undo" | "rematch"} call @param {import("./sending.js").Wish} body */
  async say(call, body) {
    if (this.isWaiting || this.mySeat === null) return;
    await send(this, { call, body, seat: this.mySeat });
  }

  /** Look back to where so many moves stood played; what would have won there is raised. @param {number | null} ply */
  view(ply) {
    this.viewed = ply === null || ply >= this.match.ply ? null : Math.max(0, ply);
    this.raised = this.missed ? readMove(this.missed.better[0]) : null;
    this.drawing = null;
    this.problem = null;
    this.change();
  }

  /** The mistake that follows the position looked back at, after the match. @returns {any} */
  get missed() {
    const move = this.viewed === null ? null : this.judged?.moves[this.viewed];
    return move?.better.length ? move : null;
  }

  /** Whether one may play on from where one looks: not to try things out while a friend waits. */
  get canBranch() {
    const isBetweenPeople = this.isShared && !this.match.over;
    return this.viewed !== null && !this.isWatching && !isBetweenPeople;
  }
}
