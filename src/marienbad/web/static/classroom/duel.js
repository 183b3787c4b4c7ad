// A pupil's own match of the tournament: against the machine, or against another pupil.

import { postJson } from "../common/api.js";
import { html, say, set } from "../common/dom.js";
import { Live } from "../common/live.js";
import { moveFields } from "../common/moves.js";
import { t } from "../common/words.js";
import { Table } from "./table.js";

/** @typedef {import("./room.js").RoomView} RoomView */

export class Duel {
  /** @param {RoomView} room */
  constructor(room) {
    this.room = room;
    /** @type {{match: string, seat: number, token: string} | null} */
    this.game = null;
    /** @type {Live | null} */
    this.live = null;
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
    void this.table.show({ raw, isOpen, label: null, who, standing: () => this.standing(who) });
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
