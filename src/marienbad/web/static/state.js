// One match as this page sees it: what is shown, what is chosen, what was asked of the coach.

import { Refusal, getJson, postJson } from "./api.js";
import { Choice } from "./choice.js";
import { isMotionReduced, pause } from "./dom.js";
import { loadGame, loadMoves, readMatch } from "./model.js";
import { leave, wire } from "./numbers.js";
import { keep, keptOf, rememberMatch } from "./seats.js";
import { lang } from "./words.js";

/** @typedef {import("./model.js").Match} Match */
/** @typedef {import("./model.js").Game} Game */
/** @typedef {import("./model.js").Drawing} Drawing */

const THINKING = 550;
const SHOWING = 650;
const CLOSED = 900;
const FIRST_RETRY = 500;
const LAST_RETRY = 8000;

export class Session extends EventTarget {
  /**
   * @param {Match} match
   * @param {Game} game
   */
  constructor(match, game) {
    super();
    this.match = match;
    this.game = game;
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
    this.isConnected = true;
    this.isFollowing = false;
    /** @type {string | null} */
    this.problem = null;
    this.choice = new Choice(() => this.change());
  }

  /**
   * @param {{game: string, position?: bigint[], players: string[]}} wanted
   * @param {(seats: (string | null)[]) => (string | null)[]} [mine] which of the seats stay here
   */
  static async create({ game, position, players }, mine = (seats) => seats) {
    const body = position ? { game, players, position: wire(position) } : { game, players };
    const raw = await postJson("/api/matches", body, { query: { lang: lang() } });
    return Session.adopt(raw, mine);
  }

  /**
   * @param {any} raw a match with its seats
   * @param {(seats: (string | null)[]) => (string | null)[]} [mine]
   */
  static async adopt(raw, mine = (seats) => seats) {
    const seats = mine(raw.seats);
    const isOther = (/** @type {string | null} */ token) => token && !seats.includes(token);
    keep(raw.id, { seats, invitation: raw.seats.find(isOther) });
    rememberMatch(raw.id);
    const match = readMatch(raw);
    const session = new Session(match, await loadGame(match.game));
    // The machine's opening is shown, not merely done.
    session.shown = 0;
    return session;
  }

  /** @param {string} id */
  static async open(id) {
    const match = readMatch(
      await getJson(`/api/matches/${encodeURIComponent(id)}`, { lang: lang() }),
    );
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
    return this.positionAt(this.ply);
  }

  /** @param {number} ply */
  positionAt(ply) {
    return this.match.moves.slice(0, ply).reduce(leave, this.match.start);
  }

  get turn() {
    return this.isAtEnd ? this.match.turn : this.ply % 2;
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

  /** Whether a person at this page may choose now. */
  get isMyTurn() {
    return this.isAtEnd && !this.match.over && !this.isSending && this.holds(this.match.turn);
  }

  get mySeat() {
    return this.holds(0) ? 0 : this.holds(1) ? 1 : null;
  }

  /** Let the board catch up with the match, then ask what may be played. */
  async follow() {
    if (this.isFollowing) return;
    this.isFollowing = true;
    this.choice.stand(null);
    while (this.shown < this.match.ply) {
      const move = this.match.moves[this.shown];
      if (!this.holds(this.shown % 2) && move) await this.showMove(move);
      this.shown = Math.min(this.shown + 1, this.match.ply);
      this.raised = null;
      this.drawing = null;
      this.change();
      if (this.theory) await this.showClosed(this.theory);
    }
    this.isFollowing = false;
    await this.prepare();
  }

  /**
   * After a move that was explained: the same picture once more, now with every packet paired.
   * @param {string} theory
   */
  async showClosed(theory) {
    this.theory = null;
    const query = {
      game: this.match.game,
      position: this.position.join(","),
      theory,
      lang: lang(),
    };
    this.drawing = await getJson("/api/drawing", query).catch(() => null);
    this.change();
    await pause(CLOSED);
  }

  /** @param {bigint[]} move */
  async showMove(move) {
    const haste = isMotionReduced() ? 0.4 : 1;
    this.isThinking = true;
    this.change();
    await pause(THINKING * haste);
    this.isThinking = false;
    this.raised = move;
    this.change();
    await pause(SHOWING * haste);
  }

  async prepare() {
    this.drawing = null;
    if (!this.isMyTurn) {
      this.choice.stand(null);
      this.change();
      return;
    }
    const { game, position, ply } = this.match;
    try {
      const { moves } = await loadMoves(game, position);
      if (ply === this.match.ply && this.isMyTurn) this.choice.stand({ game, position, moves });
    } catch (problem) {
      this.problem = String(/** @type {Error} */ (problem).message);
    }
    this.change();
  }

  /**
   * Take in what the server says of the match.
   * @param {any} raw
   */
  receive(raw) {
    const match = readMatch(raw);
    if (match.id !== this.match.id) return;
    const shared = Math.min(match.ply, this.match.ply);
    const isSame = [...Array(shared).keys()].every(
      (ply) => String(match.moves[ply]) === String(this.match.moves[ply]),
    );
    if (isSame && match.ply === this.match.ply) return;
    this.match = match;
    if (!isSame || match.ply < this.shown) {
      this.shown = match.ply;
      this.raised = null;
    }
    this.viewed = null;
    this.problem = null;
    this.drawing = null;
    this.change();
    void this.follow();
  }

  /** Play the choice; a lost connection is tried again, which plays the move once. */
  async take() {
    const { match } = this;
    if (!this.isMyTurn || !this.choice.isLegal || match.turn === null) return;
    const body = { take: wire(this.choice.take), ply: match.ply };
    await this.send(`/api/matches/${match.id}/moves`, body, this.seats[match.turn] ?? null);
  }

  async undo() {
    if (this.isSending || this.isFollowing || this.mySeat === null) return;
    const last = (this.match.ply + 1) % 2;
    const seat = this.holds(last) ? last : this.mySeat;
    await this.send(`/api/matches/${this.match.id}/undo`, null, this.seats[seat] ?? null);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {string | null} token
   */
  async send(path, body, token) {
    this.isSending = true;
    this.change();
    for (let wait = FIRST_RETRY; ; wait = Math.min(2 * wait, LAST_RETRY)) {
      try {
        const raw = await postJson(path, body, { token, query: { lang: lang() } });
        this.settle();
        this.receive(raw);
        // The live connection may have brought the same news before the answer came.
        await this.follow();
        return;
      } catch (problem) {
        if (problem instanceof Refusal && problem.status < 500) {
          this.settle();
          await this.reload();
          this.problem = problem.message;
          await this.follow();
          return;
        }
        this.isConnected = false;
        this.change();
        await pause(wait);
      }
    }
  }

  settle() {
    this.isSending = false;
    this.isConnected = true;
  }

  async reload() {
    try {
      this.receive(await getJson(`/api/matches/${this.match.id}`, { lang: lang() }));
    } catch {
      // The next message of the live connection, or the next move, says how things stand.
    }
  }

  /** @param {number | null} ply */
  view(ply) {
    this.viewed = ply;
    this.raised = null;
    this.drawing = null;
    this.change();
  }
}
