// Who is there: names as text and nothing else, and the table of the tournament.

import { button, html, refill, set } from "../common/dom.js";
import { readMove } from "../common/moves.js";
import { taken } from "../common/speech.js";
import { integer, t } from "../common/words.js";
import { TEAM } from "./choosing.js";
import { confirm } from "./confirm.js";

/** @typedef {import("./room.js").RoomView} RoomView */
/** @typedef {import("./room.js").Parts} Parts */
/** @typedef {import("./room.js").Pupil} Pupil */

/** The most points first, then those with fewer games, then who came first. @param {Pupil} one @param {Pupil} other */
function order(one, other) {
  return other.won - one.won || one.played - other.played || one.number - other.number;
}

/** How many rows stand below each other on a wall, the rest beside them. @param {number} count @param {boolean} isLarge */
function height(count, isLarge) {
  return Math.ceil(count / (isLarge ? Math.ceil(count / 15) : 5));
}

export class Pupils {
  /** @param {RoomView} room */
  constructor(room) {
    this.room = room;
    this.title = html("h2", t("classroom.pupils"));
    this.round = html("p.round");
    this.tables = html("div.scrolled", { tabindex: 0, role: "region", "aria-label": t("classroom.pupils") });
    this.element = html("section.pupils", this.title, this.round, this.tables);
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
    const head = () =>
      html("thead", html("tr", ...columns.map((name) => html("th", { scope: "col" }, name)), isTeacher && html("td")));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.pupil;
    const rows = (isPlayed ? [...pupils].sort(order) : pupils).map((pupil) =>
      html(
        "tr",
        { class: pupil.number === you.number ? "me" : null },
        html("th", { scope: "row" }, html("bdi", pupil.name)),
        hasTeams && html("td", integer(BigInt(pupil.team + 1))),
        isPlayed && html("td", integer(BigInt(pupil.won))),
        isPlayed && html("td", integer(BigInt(pupil.played))),
        isTeacher && parts.vote && html("td", this.voted(you.votes[pupil.number])),
        isTeacher && html("td", this.removal(pupil)),
      ),
    );
    const high = this.room.role === "projector" ? height(rows.length, round !== null) : rows.length;
    this.tables.style.setProperty("--rows", String(high));
    const beginnings = rows.map((_, index) => index).filter((index) => index % high === 0);
    refill(
      this.tables,
      ...beginnings.map((from) => html("table.pupils-table", head(), html("tbody", ...rows.slice(from, from + high)))),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.tables.querySelector(`[data-pupil="${focused}"]`))?.focus();
  }

  /** @param {any} vote */
  voted(vote) {
    const { game } = this.room.table;
    return vote && game ? taken(game, readMove(vote)) : "–";
  }

  /** @param {Pupil} pupil */
  removal(pupil) {
    const act = () => this.room.desk?.do(`/pupils/${pupil.number}/removal`).catch(() => {});
    const title = t("classroom.remove", { name: pupil.name });
    return button("remove", "×", () => confirm(title, t("classroom.remove.word"), t("classroom.remove.now"), act), {
      "aria-label": title,
      "data-pupil": pupil.number,
      class: "remove",
    });
  }
}

/** How many games have not ended. @param {import("./room.js").Round["games"]} games */
export function goingOn(games) {
  return games.filter(({ winner }) => winner === null).length;
}

/** Which round it is, and how many games of it go on. @param {import("./room.js").Round} round */
function roundText({ number, rounds, games }) {
  const left = goingOn(games);
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
