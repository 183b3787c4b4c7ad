// From one match to the next: a new game, a rematch, another level, playing on from the past.

import { goTo } from "../common/address.js";
import { postJson } from "../common/api.js";
import { rememberedSetup, rememberSetup } from "../common/remembered.js";
import { Session } from "./state.js";
import { t } from "../common/words.js";

/** @typedef {import("./page.js").PlayPage} PlayPage */
/** @typedef {import("../common/remembered.js").Setup} Setup */

export class Rounds {
  /** @param {PlayPage} page */
  constructor(page) {
    this.page = page;
    /** @type {string | null} A level chosen during a game, for the next one. */
    this.nextLevel = null;
  }

  /** @param {Setup} setup */
  async begin(setup) {
    const { game, position, opponent, isFirst } = setup;
    const other = opponent === "friend" || opponent === "here" ? "human" : opponent;
    const players = isFirst ? ["human", other] : [other, "human"];
    const mine = isFirst ? 0 : 1;
    const session = await Session.create({ game, position, players }, (seats) =>
      opponent === "friend" ? seats.map((token, seat) => (seat === mine ? token : null)) : seats,
    );
    rememberSetup(setup);
    goTo(opponent === "friend" ? `/m/${session.match.id}` : "/");
    this.page.adopt(session);
    if (session.invitation) await this.page.share();
  }

  /** Until the other match has come, nothing is played here. @param {() => Promise<void>} go */
  async moveOn(go) {
    const { session } = this.page;
    if (!session) return go();
    if (session.isLeaving) return;
    session.isLeaving = true;
    session.change();
    await go().catch((problem) => Object.assign(session, { problem: problem.message }));
    session.isLeaving = false;
    session.change();
  }

  async newGame(isFirst = this.sameAgain().isFirst) {
    await this.moveOn(() => this.begin({ ...this.sameAgain(), isFirst }));
  }

  /** A new game, begun by the other one: the machine, or again the player. */
  async letBegin() {
    await this.newGame(!this.sameAgain().isFirst);
  }

  /** The same once more with the seats swapped; a friend is sent the link of the new match. */
  async rematch() {
    const { session } = this.page;
    if (!session) return;
    if (session.isAgainstMachine) {
      await this.letBegin();
      return;
    }
    const isBoth = session.holds(0) && session.holds(1);
    const mine = 1 - (session.mySeat ?? 0);
    const token = session.seats[session.mySeat ?? 0] ?? null;
    const path = `/api/matches/${session.match.id}/rematch`;
    const kept = (/** @type {(string | null)[]} */ seats) =>
      seats.map((token, seat) => (isBoth || seat === mine ? token : null));
    await this.moveOn(async () => this.openMade(await postJson(path, null, token), kept));
  }

  /**
   * Go to a match that was just made.
   * @param {any} raw the match with its seats
   * @param {(seats: (string | null)[]) => (string | null)[]} [mine] which of them stay here
   */
  async openMade(raw, mine) {
    const session = await Session.adopt(raw, mine);
    goTo(`/m/${session.match.id}`);
    this.page.adopt(session);
    if (session.invitation) await this.page.share();
  }

  /** The setup of the match on the board, for another one like it. @returns {Setup} */
  sameAgain() {
    const { session } = this.page;
    const kept = rememberedSetup();
    if (!session || session.isWatching) return kept;
    const { match } = session;
    const seat = session.mySeat ?? 0;
    const machine = match.players.find((player) => player !== "human");
    const isBoth = session.holds(0) && session.holds(1);
    return {
      game: match.game,
      position: match.start,
      opponent: machine ? (this.nextLevel ?? machine) : isBoth ? "here" : "friend",
      isFirst: isBoth || seat === 0,
    };
  }

  /** @param {string} name */
  async setLevel(name) {
    const { session } = this.page;
    if (!session) return;
    this.nextLevel = name;
    const hasBegun = session.match.moves.some((_, ply) => session.holds(ply % 2));
    if (hasBegun && !session.match.over) {
      session.problem = t("web.level.next");
      session.change();
      return;
    }
    await this.newGame();
  }

  async setup() {
    const { openSetup } = await import("./setup.js");
    openSetup(this.sameAgain(), (setup) => {
      this.nextLevel = null;
      return this.begin(setup);
    });
  }

  /** Continue from the position that is looked at, with the same players at the same turn. */
  async playOn() {
    const { session } = this.page;
    if (!session) return;
    const { match, ply } = session;
    const players = ply % 2 === 0 ? match.players : [...match.players].reverse();
    const wanted = { game: match.game, position: session.position, players };
    await this.moveOn(async () => {
      this.page.adopt(await Session.create(wanted));
      goTo("/");
      this.page.board.element.querySelector("button")?.focus();
    });
  }
}
