// A room as somebody sees it who is there: the teacher, a projector, a pupil. The server sends what
// has changed; everything is painted from what is known then.

import { address } from "../common/address.js";
import { postJson } from "../common/api.js";
import { html, refill, say, set } from "../common/dom.js";
import { Live } from "../common/live.js";
import { readMove, moveFields } from "../common/moves.js";
import { qrPicture } from "../common/qr.js";
import { taken } from "../common/speech.js";
import { integer, plural, t } from "../common/words.js";
import { TEAM } from "./choosing.js";
import { Desk, Pupils } from "./desk.js";
import { Duel, Table } from "./table.js";

// A vote: for which moves, by how many, and how long it lasts.

/** @typedef {{ply: number, stopped: boolean, hidden: boolean, ends: number | null, count: number, tally: {move: any, count: number}[] | null}} Vote */

const TICK = 250;

class Ballot {
  /** @param {() => void} over is told when time is up */
  constructor(over) {
    this.over = over;
    /** @type {Vote | null} */ this.vote = null;
    /** What the server's clock shows more than that of this machine, in seconds. */
    this.offset = 0;
    this.count = html("p.vote-count");
    this.time = html("p.vote-time", { role: "timer", "aria-label": t("classroom.time") });
    this.lines = html("ol.tally", { "aria-label": t("classroom.votes") });
    this.element = html("section.ballot", html("div.vote-head", this.count, this.time), this.lines);
    this.timer = setInterval(() => this.tick(), TICK);
    this.wasOpen = false;
  }

  /** In how many seconds the vote ends; null where it has no end. */
  get left() {
    if (this.vote?.ends === null || !this.vote) return null;
    return Math.max(0, this.vote.ends - Date.now() / 1000 - this.offset);
  }

  get isOpen() {
    return this.vote !== null && !this.vote.stopped && this.left !== 0;
  }

  /**
   * @param {Vote | null} vote
   * @param {import("../common/model.js").Game | null} game
   * @param {number} most how many may vote
   */
  show(vote, game, most) {
    this.vote = vote;
    if (!vote || !game) return;
    const state = this.isOpen ? "open" : "closed";
    say(this.count, plural(`classroom.vote.${state}`, vote.count, { most }));
    const tally = vote.tally ?? [];
    const all = Math.max(1, ...tally.map(({ count }) => count));
    this.lines.style.setProperty("--lines", String(tally.length));
    refill(
      this.lines,
      ...tally.map(({ move, count }) => {
        const bar = html("meter", { min: 0, max: all, value: count, "aria-hidden": "true" });
        return html("li", html("span.vote-move", taken(game, readMove(move))), bar, html("b", integer(BigInt(count))));
      }),
    );
    this.tick();
  }

  tick() {
    const { left } = this;
    const isOpen = this.isOpen;
    set(this.time, { hidden: left === null || !isOpen });
    if (left !== null) say(this.time, clock(Math.ceil(left)));
    if (this.wasOpen && !isOpen) this.over();
    this.wasOpen = isOpen;
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Minutes and seconds. @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// How pupils come in: a code to type, an address, a picture for phones.

/** Names by which a machine calls itself: no phone finds it by them. */
const ITSELF = /^(localhost|127\..*|\[::1\])$/u;

class Invitation {
  /** @param {string} code */
  constructor(code) {
    const path = address("/class", { code });
    const link = `${location.origin}${path}`;
    this.door = html("p.door");
    this.element = html(
      "section.invitation",
      { "aria-label": t("classroom.invitation") },
      html("p.code", { "aria-label": `${t("classroom.code")} ${[...code].join(" ")}` }, code),
      html("p.where", `${location.host}${address("/class")}`),
      qrPicture(link, t("classroom.qr")),
      this.door,
      ITSELF.test(location.hostname) && html("p.notice", t("classroom.local", { host: location.host })),
    );
  }

  /** @param {boolean} isOpen @param {number} count */
  paint(isOpen, count) {
    set(this.element, { "data-door": isOpen ? "open" : "closed" });
    say(this.door, t(isOpen ? "classroom.here" : "classroom.here.closed", { count }));
  }
}

/** @typedef {{number: number, name: string, team: number, played: number, won: number}} Pupil */
/** @typedef {{kind: "machine" | "pairs", number: number, rounds: number | null, games: {players: [number, number], winner: number | null}[]}} Round */

/**
 * What is known of the room.
 * @typedef {object} Parts
 * @property {{code: string, open: boolean}} room
 * @property {any} board
 * @property {Vote | null} vote
 * @property {Pupil[]} pupils
 * @property {Round | null} round
 * @property {any} you
 */

export class RoomView {
  /** @param {string} code @param {string} token @param {(notice: string) => void} leave */
  constructor(code, token, leave) {
    this.code = code;
    this.token = token;
    this.leave = leave;
    /** @type {Parts | null} */ this.parts = null;
    this.connection = html("p.connection", { role: "status" });
    this.body = html("div.class-body", html("p", t("web.waiting")));
    this.element = html("div.classroom.page", html("h1.spoken", t("classroom.title")), this.connection, this.body);
    this.table = new Table((move, ply) => this.choose(move, ply));
    this.ballot = new Ballot(() => this.timeIsUp());
    this.pupils = new Pupils(this);
    this.invitation = new Invitation(code);
    /** @type {Desk | null} */ this.desk = null;
    /** @type {Duel | null} */ this.duel = null;
    this.live = new Live(
      this.path,
      (news) => this.receive(news),
      (isConnected) => this.connected(isConnected),
      { token },
      (message) => this.leave(message),
    );
  }

  /** @param {boolean} isConnected */
  connected(isConnected) {
    say(this.connection, isConnected ? "" : t("web.connection.lost"));
    if (!isConnected) return;
    for (const problem of [this.table.problem, this.duel?.table.problem, this.desk?.problem]) problem?.answered();
  }

  get path() {
    return `/api/rooms/${encodeURIComponent(this.code)}`;
  }

  /** @returns {"teacher" | "projector" | "pupil"} */
  get role() {
    return this.parts?.you.role;
  }

  /** The pupil whose page this is. */
  get me() {
    return this.parts?.pupils.find(({ number }) => number === this.parts?.you.number) ?? null;
  }

  /** @param {string} path @param {unknown} [body] */
  post(path, body = {}) {
    return postJson(`${this.path}${path}`, body, this.token);
  }

  /** @param {any} news */
  receive(news) {
    if (news.ended || news.removed) {
      this.leave(t(news.ended ? "classroom.ended" : "classroom.removed"));
      return;
    }
    if (news.clock) this.ballot.offset = news.clock - Date.now() / 1000;
    const isFirst = this.parts === null;
    this.parts = { ...this.parts, ...news };
    if (isFirst) this.arrange();
    this.paint();
  }

  arrange() {
    const { table, ballot, pupils, invitation } = this;
    set(this.body, { "data-role": this.role });
    if (this.role === "pupil") {
      this.name = html("p.own-name");
      this.duel = new Duel(this);
      const head = html("div.pupil-head", this.name, ballot.time);
      refill(
        this.body,
        html("div.class-main", head, this.duel.element, table.element, ballot.element),
        html("div.class-side", pupils.element),
      );
      return;
    }
    if (this.role === "teacher") this.desk = new Desk(this);
    if (this.role === "projector") {
      refill(
        this.body,
        html("div.class-main", table.element, pupils.element),
        html("div.class-side", ballot.element, invitation.element),
      );
      return;
    }
    refill(
      this.body,
      html("div.class-main", table.element, this.desk?.turn, ballot.element, this.desk?.element),
      html("div.class-side", invitation.element, pupils.element),
    );
  }

  paint() {
    const { parts } = this;
    if (!parts) return;
    const { board, vote, pupils } = parts;
    const isOpen = this.isOpen();
    void this.table
      .display({
        raw: board,
        isOpen,
        label: (move) => t(this.role === "pupil" ? "classroom.vote.for" : "classroom.play.this", { taken: move }),
        again: this.role === "pupil" ? t("classroom.vote.press_again") : t("web.press_again.play"),
        who: (seat) => this.who(seat),
        standing: (game) => this.standing(game),
      })
      .then(() => {
        const voters = board.opponent === TEAM ? pupils.filter(({ team }) => team === board.turn) : pupils;
        this.ballot.show(vote, this.table.game, voters.length);
        this.desk?.paint(parts);
      });
    this.pupils.paint(parts);
    this.invitation.paint(parts.room.open, pupils.length);
    this.duel?.paint(parts);
    if (this.name && this.me) {
      const team = board.opponent === TEAM ? ` · ${t("classroom.team.own", { number: this.me.team + 1 })}` : "";
      say(this.name, `${this.me.name}${team}`);
    }
    const isTournament =
      this.role === "projector" ? parts.round !== null : this.role === "pupil" && parts.you.game !== null;
    set(this.body, { "data-shown": isTournament ? "round" : vote ? "vote" : "board" });
    set(this.table.element, { hidden: isTournament });
    set(this.ballot.element, { hidden: vote === null || isTournament });
  }

  /** Whether a move may be chosen here: by a voter while a vote is open, by the teacher in any case. */
  isOpen() {
    const { parts } = this;
    if (!parts || parts.board.over) return false;
    if (this.role === "teacher") return true;
    this.ballot.vote = parts.vote;
    const isMyTurn = parts.board.opponent !== TEAM || this.me?.team === parts.board.turn;
    return this.role === "pupil" && this.ballot.isOpen && isMyTurn;
  }

  /** How a seat of the class's game is called. @param {number} seat */
  who(seat) {
    const { players, opponent } = this.parts?.board ?? {};
    if (opponent === TEAM) return t(seat ? "classroom.team.second" : "classroom.team.first");
    return t(players?.[seat] === "human" ? "classroom.class" : "classroom.machine");
  }

  /** How it stands, in sentences. @param {import("../common/model.js").Game} game @returns {string[]} */
  standing(game) {
    const { parts } = this;
    if (!parts) return [];
    const { board, you } = parts;
    if (board.over) return [t("classroom.won", { who: this.who(board.winner) })];
    if (this.role !== "pupil" || !this.ballot.isOpen) return [t("classroom.turn", { who: this.who(board.turn) })];
    if (!this.isOpen()) return [t("classroom.vote.others")];
    if (!you.vote) return [t("classroom.vote.choose")];
    return [t("classroom.vote.yours", { taken: taken(game, readMove(you.vote)) })];
  }

  /** A pupil votes, the teacher plays. @param {bigint[]} move @param {number} ply */
  async choose(move, ply) {
    await this.post(this.role === "pupil" ? "/votes" : "/moves", { ...moveFields(move), ply });
  }

  /** The teacher's page ends the vote for all; the others see that it is over. */
  timeIsUp() {
    if (this.role === "teacher") void this.post("/vote/stop").catch(() => {});
    this.paint();
  }

  close() {
    this.live.close();
    this.ballot.close();
    this.duel?.close();
  }
}
