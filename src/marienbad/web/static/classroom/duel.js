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
    this.title = html("h2", {});
    this.table = new Table((move, ply) => this.play(move, ply));
    this.element = html("div", { class: "duel", hidden: true }, this.title, this.table.element);
  }

  /** @param {import("./room.js").Parts} parts */
  paint(parts) {
    const { game } = parts.you;
    set(this.element, { hidden: game === null });
    if (game?.match === this.game?.match) return;
    this.live?.close();
    this.live = null;
    this.game = game;
    this.raw = null;
    this.isSettled = false;
    if (!game) return;
    const other = this.opponent();
    say(this.title, other ? t("classroom.duel", { name: other.name }) : t("classroom.duel.machine"));
    this.live = new Live(`/api/matches/${encodeURIComponent(game.match)}`, (raw) => this.receive(raw), () => {});
  }

  /** The other pupil; nobody where one plays the machine. */
  opponent() {
    const { parts } = this.room;
    const mine = parts?.round?.games.find(({ players }) => players.includes(parts.you.number));
    const number = mine?.players.find((one) => one !== parts?.you.number);
    return parts?.pupils.find((one) => one.number === number);
  }

  /** @param {any} raw */
  receive(raw) {
    if (!this.game || raw.id !== this.game.match || raw.revision < (this.raw?.revision ?? 0)) return;
    this.raw = raw;
    const { seat } = this.game;
    const who = (/** @type {number} */ one) => (one === seat ? t("classroom.you") : (this.opponent()?.name ?? t("classroom.machine")));
    const standing = raw.over
      ? t(raw.winner === seat ? "match.won.you" : "classroom.duel.lost")
      : raw.turn === seat
        ? t("match.turn.you")
        : t("classroom.turn", { who: who(raw.turn) });
    const isOpen = raw.turn === seat;
    void this.table.show({ raw, isOpen, label: null, who, standing: [standing] });
    if (raw.over && !this.isSettled) {
      this.isSettled = true;
      void this.room.post("/results").catch(() => {
        this.isSettled = false;
      });
    }
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
