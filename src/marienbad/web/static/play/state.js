// One match as this page sees it: what is shown, what is chosen, how the coach has helped.

import { getJson, postJson } from "../common/api.js";
import { Choice } from "../board/choice.js";
import { follow } from "./following.js";
import { loadGame, readMatch } from "../common/model.js";
import { leave, wire } from "../common/numbers.js";
import { keep, keepMatch, keptOf, rememberMatch } from "./seats.js";
import { send } from "./sending.js";

/** @typedef {import("../common/model.js").Match} Match */
/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("../common/model.js").Drawing} Drawing */

export class Session extends EventTarget {
  /** @param {Match} match @param {Game} game */
  constructor(match, game) {
    super();
    this.match = match;
    this.game = game;
    keepMatch(match);
    const { seats, invitation, helps } = keptOf(match.id);
    this.seats = seats;
    this.invitation = invitation;
    this.helps = helps;
    /** How many moves the board shows; it follows the match one move at a time. */
    this.shown = match.ply;
    /** @type {number | null} The move that is looked at again, after the match or during it. */
    this.viewed = null;
    /** @type {bigint[] | null} A move shown raised: the machine's, or the coach's. */
    this.raised = null;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {string | null} The theory whose picture lies on the board. */
    this.theory = null;
    this.isThinking = false;
    this.isSending = false;
    /** Whether another match is on its way; a move made here would be lost. */
    this.isLeaving = false;
    this.isConnected = true;
    this.isFollowing = false;
    /** @type {any} What the live connection brought while an answer was awaited. */
    this.postponed = null;
    /** @type {string | null} */
    this.problem = null;
    this.choice = new Choice(() => {
      this.problem = null;
      this.change();
    });
  }

  /**
   * @param {{game: string, position?: bigint[], players: string[]}} wanted
   * @param {(seats: (string | null)[]) => (string | null)[]} [mine] which of the seats stay here
   * @param {Partial<import("./seats.js").Kept>} [facts] what else is to be kept of it
   */
  static async create({ game, position, players }, mine = (seats) => seats, facts = {}) {
    const body = position ? { game, players, position: wire(position) } : { game, players };
    const raw = await postJson("/api/matches", body);
    return Session.adopt(raw, mine, facts);
  }

  /**
   * @param {any} raw a match with its seats
   * @param {(seats: (string | null)[]) => (string | null)[]} [mine]
   * @param {Partial<import("./seats.js").Kept>} [facts]
   */
  static async adopt(raw, mine = (seats) => seats, facts = {}) {
    const seats = mine(raw.seats);
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
    this.helps += 1;
    keep(this.match.id, { helps: this.helps });
  }

  change() {
    this.dispatchEvent(new Event("change"));
  }

  get ply() {
    return this.viewed ?? this.shown;
  }

  get position() {
    return this.match.moves.slice(0, this.ply).reduce(leave, this.match.start);
  }

  get isAtEnd() {
    return this.viewed === null && this.shown === this.match.ply;
  }

  get isOver() {
    return this.isAtEnd && this.match.over;
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

  get isWaiting() {
    return this.isSending || this.isLeaving;
  }

  /** Whether a person at this page may choose now. */
  get isMyTurn() {
    return this.isAtEnd && !this.match.over && !this.isWaiting && this.holds(this.match.turn);
  }

  get mySeat() {
    return this.holds(0) ? 0 : this.holds(1) ? 1 : null;
  }

  /**
   * What the live connection says of the match; news that comes with an answer too is shown once.
   * @param {any} raw
   */
  receive(raw) {
    if (this.isSending) this.postponed = raw;
    else if (this.takeIn(raw)) void follow(this);
  }

  /** Believe what is newer than what is known, and say whether it is. @param {any} raw */
  takeIn(raw) {
    const match = readMatch(raw);
    if (match.id !== this.match.id || match.revision <= this.match.revision) return false;
    const isSame = (/** @type {number} */ ply) =>
      String(match.moves[ply]) === String(this.match.moves[ply]);
    const goesOn = match.ply >= this.shown && [...Array(this.shown).keys()].every(isSame);
    if (!goesOn) {
      this.shown = match.ply;
      this.raised = null;
    }
    this.match = match;
    this.viewed = null;
    this.problem = null;
    this.drawing = null;
    keepMatch(match);
    return true;
  }

  /** Play the choice, once the server has said that it is legal. */
  async take() {
    const { judgements, judged } = this.choice;
    await judged;
    const { ply, turn } = this.match;
    if (judgements !== this.choice.judgements) return;
    if (!this.isMyTurn || !this.choice.isLegal || turn === null) return;
    const move = { take: wire(this.choice.take), ply, position: wire(this.match.position) };
    await send(this, { call: "moves", body: move, seat: turn });
  }

  async undo() {
    if (this.match.over || this.isWaiting || this.isFollowing || this.mySeat === null) return;
    const last = (this.match.ply + 1) % 2;
    const seat = this.holds(last) ? last : this.mySeat;
    await send(this, { call: "undo", body: { ply: this.match.ply }, seat });
  }

  /** @param {number | null} ply */
  view(ply) {
    this.viewed = ply;
    this.raised = null;
    this.drawing = null;
    this.change();
  }
}
