// Who is there: names as text and nothing else, and the table of the tournament.

import { button, html, refill, set } from "../common/dom.js";
import { readMove } from "../common/moves.js";
import { taken } from "../common/speech.js";
import { integer, t } from "../common/words.js";
import { TEAM } from "./choosing.js";

/** @typedef {import("./room.js").RoomView} RoomView */
/** @typedef {import("./room.js").Parts} Parts */
/** @typedef {import("./room.js").Pupil} Pupil */

/** The most points first, then those with fewer games, then who came first. @param {Pupil} one @param {Pupil} other */
function order(one, other) {
  return other.won - one.won || one.played - other.played || one.number - other.number;
}

export class Pupils {
  /** @param {RoomView} room */
  constructor(room) {
    this.room = room;
    this.title = html("h2", {}, t("classroom.pupils"));
    this.rows = html("tbody");
    this.head = html("thead");
    this.round = html("p", { class: "round" });
    this.table = html("table", { class: "pupils-table" }, this.head, this.rows);
    this.element = html("section", { class: "pupils" }, this.title, this.round, html("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": t("classroom.pupils") }, this.table));
  }

  /** @param {Parts} parts */
  paint(parts) {
    const { pupils, round, board, you } = parts;
    const isPlayed = round !== null || pupils.some(({ played }) => played > 0);
    const hasTeams = board.opponent === TEAM && !isPlayed;
    const isTeacher = this.room.role === "teacher";
    const columns = [
      t("classroom.pupil"),
      ...(hasTeams ? [t("classroom.team")] : []),
      ...(isPlayed ? [t("classroom.points"), t("classroom.played")] : []),
      ...(isTeacher && parts.vote ? [t("classroom.vote")] : []),
    ];
    set(this.round, { hidden: round === null });
    if (round) refill(this.round, roundText(round));
    const cells = [...columns.map((name) => html("th", { scope: "col" }, name)), isTeacher && html("td")];
    refill(this.head, pupils.length > 0 && html("tr", {}, ...cells));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.pupil;
    refill(
      this.rows,
      ...(isPlayed ? [...pupils].sort(order) : pupils).map((pupil) =>
        html(
          "tr",
          { class: pupil.number === you.number ? "me" : null },
          html("th", { scope: "row" }, html("bdi", {}, pupil.name)),
          hasTeams && html("td", {}, integer(BigInt(pupil.team + 1))),
          isPlayed && html("td", {}, integer(BigInt(pupil.won))),
          isPlayed && html("td", {}, integer(BigInt(pupil.played))),
          isTeacher && parts.vote && html("td", {}, this.voted(you.votes[pupil.number])),
          isTeacher && html("td", {}, this.removal(pupil)),
        ),
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.rows.querySelector(`[data-pupil="${focused}"]`))?.focus();
  }

  /** @param {any} vote */
  voted(vote) {
    const { game } = this.room.table;
    return vote && game ? taken(game, readMove(vote)) : "–";
  }

  /** @param {Pupil} pupil */
  removal(pupil) {
    const act = () => void this.room.post(`/pupils/${pupil.number}/removal`).catch(() => {});
    return button("remove", "×", act, {
      "aria-label": t("classroom.remove", { name: pupil.name }),
      "data-pupil": pupil.number,
      class: "remove",
    });
  }
}

/** Which round it is, and how many games of it go on. @param {import("./room.js").Round} round */
function roundText({ number, rounds, games }) {
  const left = games.filter(({ winner }) => winner === null).length;
  const which = rounds === null ? t("classroom.round", { number }) : t("classroom.round.of", { number, rounds });
  return `${which} ${left ? t("classroom.round.left", { count: left }) : t("classroom.round.over")}`;
}

/** What is saved: the names and results as a table for other programs. @param {Pupil[]} pupils */
export function csv(pupils) {
  const quoted = (/** @type {string | number} */ cell) => `"${String(cell).replaceAll('"', '""')}"`;
  const lines = [
    [t("classroom.pupil"), t("classroom.points"), t("classroom.played")],
    ...[...pupils].sort(order).map(({ name, won, played }) => [name, won, played]),
  ];
  // Spreadsheets know by the mark that it is UTF-8.
  return `\ufeff${lines.map((line) => line.map(quoted).join(",")).join("\r\n")}\r\n`;
}
