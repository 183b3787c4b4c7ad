// Two machines play on this page: step by step or at a pace, the columns or packets on the board.
// The server is asked for each move and keeps nothing.

import { getJson, postJson } from "../common/api.js";
import { button, html, named, pause, refill, say, select, set } from "../common/dom.js";
import { loadDrawing } from "../common/explanation.js";
import { loadGame, loadMoves } from "../common/model.js";
import { positionFields, readPlace, readReply, stateOf, wireMove } from "../common/moves.js";
import { Session } from "./state.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {{game: string, position?: bigint[], players: string[]}} Wanted */

/** How long a move takes, in milliseconds. */
const PACES = /** @type {const} */ ({ slow: 3000, usual: 1500, fast: 500 });

export class Watched extends Session {
  isLocal = true;
  isRunning = false;
  isStepping = false;
  /** @type {keyof typeof PACES} */ pace = "usual";
  /** The theory that is drawn, none at first. */
  picture = "";

  /** @param {Wanted} wanted @returns {Promise<Watched>} */
  static async begin({ game: name, position, players }) {
    const game = await loadGame(name);
    const { start } = await loadMoves(game.game, position ?? game.start);
    const { over, order, position: begun } = await loadMoves(game.game, start);
    for (const player of players) await reply(game.game, start, player);
    const match = /** @type {any} */ ({
      ...{ id: "", revision: 0, game: game.game, start, position: begun, ply: 0, players },
      ...{ turn: over ? null : order[0], order, over, winner: null, moves: [], states: [stateOf(start)], legal: null },
      ...{ undo_request: null, rematch_request: null },
    });
    const session = new Watched(match, game);
    session.controls = new Controls(session).element;
    return session;
  }

  /** Nothing is kept of it. */
  countHelp() {}

  history() {
    const { game, start, players, moves } = this.match;
    const body = { game, ...positionFields(start), players, moves: moves.map(wireMove) };
    return postJson("/api/review", body);
  }

  get canBranch() {
    return this.viewed !== null;
  }

  /** @param {number | null} ply */
  view(ply) {
    this.isRunning = false;
    super.view(ply);
    void this.draw();
  }

  stop() {
    this.isRunning = false;
  }

  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    this.viewed = null;
    this.change();
    while (this.isRunning && !this.match.over) {
      await this.step();
      if (this.isRunning) await pause(PACES[this.pace] / 2);
    }
    this.isRunning = false;
    this.change();
  }

  /** One move: it is raised, then gone. */
  async step() {
    const { match } = this;
    if (this.isStepping || match.over) return;
    if (this.viewed !== null) super.view(null);
    this.isStepping = true;
    try {
      const player = match.players[this.seat(match.ply)] ?? "";
      const found = await reply(match.game, match.position, player);
      this.problem = null;
      await this.play(readReply(found, match.position), readPlace(found, "leave"), found);
    } catch (problem) {
      this.problem = /** @type {Error} */ (problem).message;
      this.isRunning = false;
    } finally {
      this.isStepping = false;
      this.change();
    }
  }

  /** @param {bigint[]} take @param {bigint[]} left @param {{over: boolean, won: boolean | null}} answer whether who moved has won */
  async play(take, left, { over, won }) {
    const { match } = this;
    const ply = match.ply + 1;
    const winner = won ? this.seat(match.ply) : 1 - this.seat(match.ply);
    this.match = {
      ...match,
      ...{ ply, over, turn: over ? null : this.seat(ply), winner: over ? winner : null },
      moves: [...match.moves, take],
      states: [...(match.states ?? []), stateOf(left)],
      position: left,
    };
    this.raised = take;
    this.change();
    await pause(PACES[this.pace] / 2);
    this.raised = null;
    this.shown = ply;
    await this.draw();
  }

  /** The columns or packets of what is shown, where they are wanted. */
  async draw() {
    const { ply, picture } = this;
    const drawing = picture ? await loadDrawing(this.match.game, this.position, picture) : null;
    if (ply !== this.ply || picture !== this.picture) return;
    this.drawing = drawing;
    this.change();
  }
}

/** @param {string} game @param {bigint[]} position @param {string} player */
function reply(game, position, player) {
  return getJson("/api/reply", { game, position: position.join(","), player });
}

/** Play, pause, step, speed, and what is drawn. */
class Controls {
  /** @param {Watched} session */
  constructor(session) {
    this.session = session;
    const { game } = session;
    this.run = button("watch-run", "", () => (session.isRunning ? session.view(null) : void session.run()), {
      class: "primary",
    });
    this.step = button("watch-step", t("web.watch.step"), () => {
      session.stop();
      void session.step();
    });
    const paces = Object.keys(PACES).map((pace) => [pace, t(`web.watch.pace.${pace}`)]);
    this.element = html(
      "div.acts.watch-bar",
      { role: "group", "aria-label": t("web.opponent.watch") },
      this.run,
      this.step,
      select(
        t("web.watch.pace"),
        /** @type {[string, string][]} */ (paces),
        session.pace,
        (pace) => {
          session.pace = /** @type {keyof typeof PACES} */ (pace);
        },
        { "data-action": "watch-pace" },
      ),
      select(
        t("web.watch.picture"),
        [["", t("web.watch.picture.none")], ...named(game.theories)],
        "",
        (name) => {
          session.picture = name;
          void session.draw();
        },
        { "data-action": "watch-picture" },
      ),
    );
    session.addEventListener("change", () => this.paint());
    this.paint();
  }

  paint() {
    const { isRunning, isOver, viewed } = this.session;
    set(this.element, { hidden: isOver || viewed !== null });
    say(this.run, t(isRunning ? "web.watch.pause" : "web.watch.run"));
  }
}

/** Which two machines play, for the dialog of a new game. */
export class WatchChoice {
  /** @param {string[]} [players] */
  constructor(players = ["perfect", "novice"]) {
    this.players = [...players];
    this.element = html("div.watch-choice", { hidden: true });
  }

  /** @param {Game} game @param {boolean} isWanted */
  offer(game, isWanted) {
    set(this.element, { hidden: !isWanted });
    refill(this.element);
    if (!isWanted) return;
    const levels = named(game.levels);
    const names = game.levels.map(({ name }) => name);
    this.players = this.players.map((name) => (names.includes(name) ? name : "perfect"));
    const choices = this.players.map((player, seat) => {
      const choose = (/** @type {string} */ name) => {
        this.players[seat] = name;
      };
      const label = t(seat ? "web.watch.second" : "web.watch.first");
      return select(label, levels, player, choose, { "data-action": `watch-${seat}` });
    });
    refill(this.element, ...choices);
  }
}
