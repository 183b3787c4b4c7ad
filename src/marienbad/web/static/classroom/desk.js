// The teacher's desk: votes, moves, games, the tournament, the door.

import { address } from "../common/address.js";
import { radios } from "../common/chooser.js";
import { button, html, refill, set, say, select } from "../common/dom.js";
import { openDialog, saveFile } from "../common/fields.js";
import { readMatch } from "../common/model.js";
import { readMove, positionFields } from "../common/moves.js";
import { taken } from "../common/speech.js";
import { integer, t } from "../common/words.js";
import { TEAM, confirm, Choosing, kept } from "./choosing.js";
import { Problem } from "./table.js";

/** @typedef {import("./room.js").RoomView} RoomView */
/** @typedef {import("./room.js").Parts} Parts */
/** @typedef {import("./room.js").Pupil} Pupil */

// Who is there: names as text and nothing else, and the table of the tournament.

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
function goingOn(games) {
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

const TIMES = ["", "30", "60", "120", "300"];

export class Desk {
  /** @param {RoomView} room */
  constructor(room) {
    this.room = room;
    this.seconds = "";
    /** How the rounds of the tournament are played. @type {Record<string, unknown> | null} */
    this.wish = null;
    this.problem = new Problem();
    this.tie = html("p.tie", { role: "status" });
    this.isHidden = html("input", { type: "checkbox", "data-input": "hidden" });
    this.vote = button("vote", t("classroom.vote.begin"), () => this.beginVote(), { class: "primary" });
    this.stop = button("stop", t("classroom.vote.end"), () => this.do("/vote/stop"));
    this.play = button("play", t("classroom.play"), () => this.playVoted(false), { class: "primary" });
    this.lot = button("lot", t("classroom.lot"), () => this.playVoted(true));
    this.revote = button("vote-again", t("classroom.vote.again"), () => this.beginVote());
    this.undo = button("undo", t("classroom.undo"), () => this.do("/undo", { ply: this.board?.ply }));
    this.next = button("next-round", t("classroom.round.next"), () => this.nextRound());
    this.end = button("end-rounds", t("classroom.round.end"), () => this.do("/rounds/end"));
    this.door = button("door", "", () => this.do("/door", { open: !this.room.parts?.room.open }));
    const times = TIMES.map(
      (time) =>
        /** @type {[string, string]} */ ([
          time,
          time ? t("classroom.seconds", { number: Number(time) }) : t("classroom.time.none"),
        ]),
    );
    const choose = (/** @type {string} */ time) => {
      this.seconds = time;
    };
    const code = room.code;
    const projector = kept(code)?.projector;
    /** What is done in every turn; the rest stands below the votes. */
    this.turn = html(
      "div.desk-turn",
      this.tie,
      this.problem.element,
      html("div.acts", this.vote, this.stop, this.play, this.lot, this.revote),
    );
    this.element = html(
      "section.desk",
      { "aria-label": t("classroom.desk") },
      html(
        "div.acts",
        select(t("classroom.time"), times, "", choose, { "data-input": "seconds" }),
        html("label.switch", this.isHidden, html("span", t("classroom.hidden"))),
      ),
      html(
        "div.acts",
        this.undo,
        button("again", t("classroom.again"), () => this.again()),
        button("game", t("classroom.other_game"), () => this.chooseGame()),
      ),
      html(
        "div.acts",
        button("tournament", t("classroom.tournament"), () => this.chooseRound(true)),
        this.next,
        this.end,
      ),
      html(
        "div.acts",
        projector &&
          html(
            "a.button",
            {
              target: "_blank",
              rel: "noopener",
              href: `${address("/class", { code, view: "projector" })}#${projector}`,
            },
            t("classroom.projector"),
          ),
        this.door,
        button("save-csv", t("classroom.save.csv"), () =>
          saveFile(`marienbad-${code}.csv`, csv(room.parts?.pupils ?? []), "text/csv"),
        ),
        button("save-json", t("classroom.save.json"), () => this.saveJson()),
        button("close-room", t("classroom.close"), () => this.close()),
      ),
    );
  }

  get board() {
    return this.room.parts?.board;
  }

  /** The moves with most votes, by how they are written. @param {Parts} parts */
  leaders(parts) {
    /** @type {Map<string, number>} */ const counts = new Map();
    for (const vote of Object.values(parts.you.votes)) {
      const key = JSON.stringify(vote);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const most = Math.max(0, ...counts.values());
    return [...counts].filter(([, count]) => count === most).map(([key]) => key);
  }

  /** @param {Parts} parts */
  paint(parts) {
    const { board, vote, round, room } = parts;
    const isVoting = this.room.ballot.isOpen;
    const leaders = vote ? this.leaders(parts) : [];
    const isTied = leaders.length > 1 && !isVoting;
    set(this.vote, { hidden: isVoting || board.over || leaders.length > 0 });
    set(this.stop, { hidden: !isVoting });
    set(this.play, { hidden: leaders.length !== 1 || isVoting });
    set(this.lot, { hidden: !isTied });
    set(this.revote, { hidden: !isTied });
    say(this.tie, isTied ? t("classroom.tie") : "");
    set(this.undo, { "aria-disabled": board.ply ? null : "true" });
    set(this.next, { hidden: round === null });
    set(this.end, { hidden: round === null });
    say(this.door, t(room.open ? "classroom.door.close" : "classroom.door.open"));
  }

  /** @param {string} path @param {unknown} [body] */
  do(path, body = {}) {
    this.problem.clear();
    const done = this.room.post(path, body);
    done.catch((problem) => this.problem.tell(problem));
    return done;
  }

  beginVote() {
    const seconds = this.seconds ? Number(this.seconds) : null;
    void this.do("/vote", { seconds, hidden: this.isHidden.checked }).catch(() => {});
  }

  /** @param {boolean} lot */
  playVoted(lot) {
    void this.do("/moves", { ply: this.board?.ply, lot }).catch(() => {});
  }

  again() {
    const { start, game, players, opponent } = { ...this.board, ...readMatch(this.board) };
    const begins = players[0] === "human";
    void this.do("/board", { game, ...positionFields(start), opponent, begins }).catch(() => {});
  }

  /** A choice that begins with what stands on the board. @param {boolean} hasTeams */
  choosing(hasTeams) {
    const { game, start } = readMatch(this.board);
    return new Choosing(game, hasTeams, start);
  }

  chooseGame() {
    const choosing = this.choosing(true);
    this.ask(t("classroom.other_game"), choosing, [], (wish) => this.do("/board", wish));
  }

  /** @param {boolean} isNew */
  chooseRound(isNew) {
    const choosing = this.choosing(false);
    const { round = null, pupils = [] } = this.room.parts ?? {};
    let kind = (!isNew && round?.kind) || "machine";
    const warning = html("p.warning", { role: "status" });
    const show = () => {
      const isReset = (isNew || kind !== round?.kind) && pupils.some(({ played }) => played > 0);
      say(warning, [isReset && t("classroom.round.reset"), this.unfinished()].filter(Boolean).join(" "));
      choosing.against(kind === "machine");
    };
    const kinds = radios(
      t("classroom.kind"),
      [
        ["machine", t("classroom.kind.machine"), t("classroom.kind.machine.word")],
        ["pairs", t("classroom.kind.pairs"), t("classroom.kind.pairs.word")],
      ],
      kind,
      (chosen) => {
        kind = /** @type {typeof kind} */ (chosen);
        show();
      },
    );
    show();
    this.ask(t("classroom.tournament"), choosing, [warning, kinds], ({ opponent, ...wish }) => {
      this.wish = { ...wish, kind, level: opponent };
      return this.do("/rounds", { ...this.wish, new: isNew });
    });
  }

  /** What becomes of the games that go on, if any do. */
  unfinished() {
    const count = goingOn(this.room.parts?.round?.games ?? []);
    return count ? `${t("classroom.round.left", { count })} ${t("classroom.round.unfinished")}` : "";
  }

  nextRound() {
    const { wish } = this;
    if (!wish) {
      this.chooseRound(false);
      return;
    }
    const begin = () => void this.do("/rounds", { ...wish, new: false }).catch(() => {});
    const word = this.unfinished();
    if (word) confirm(t("classroom.round.next"), word, t("classroom.begin"), begin);
    else begin();
  }

  /**
   * @param {string} title
   * @param {Choosing} choosing
   * @param {HTMLElement[]} before
   * @param {(wish: any) => Promise<unknown>} send
   */
  ask(title, choosing, before, send) {
    const problem = html("p.problem", { role: "alert" });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const wish = choosing.read();
      if (!wish) return;
      try {
        await send(wish);
        dialog.close();
      } catch (refusal) {
        say(problem, /** @type {Error} */ (refusal).message);
      }
    };
    const begin = html("button.primary", { type: "submit", "data-action": "begin" }, t("classroom.begin"));
    const dialog = openDialog(
      title,
      html("form.choosing-form", { submit }, ...before, choosing.element, problem, begin),
    );
  }

  saveJson() {
    const { parts, code } = this.room;
    if (!parts) return;
    const pupils = parts.pupils.map(({ name, won, played }) => ({ name, won, played }));
    const { game, start, moves, players, result } = parts.board;
    const saved = { format: "marienbad class", version: 1, board: { game, start, moves, players, result }, pupils };
    saveFile(`marienbad-${code}.json`, JSON.stringify(saved, null, 1));
  }

  close() {
    confirm(
      t("classroom.close"),
      t("classroom.close.word"),
      t("classroom.close.now"),
      () => void this.do("/close").catch(() => {}),
    );
  }
}
