// From one match to the next: a new game, a rematch, another level, playing on from the past. What
// was under way can be had back at once, and stays among the games of this browser.

import { address, here, shows } from "../common/address.js";
import { Refusal, postText, postJson } from "../common/api.js";
import { visit } from "../common/storage.js";
import { t } from "../common/words.js";
import { loadSetup, loadWatch } from "./parts.js";
import { forget, keptOf, keep } from "./seats.js";
import { Session } from "./state.js";

/** @typedef {import("./seats.js").Kept} Kept */
/** @typedef {import("./page.js").PlayPage} PlayPage */

// A match that the server no longer has is made again from what this browser keeps of it.

/** The match as the server has it, or made again. @param {string} id */
export async function openOrMakeAgain(id) {
  try {
    return await Session.open(id);
  } catch (problem) {
    const isUnknown = problem instanceof Refusal && problem.status === 404;
    const record = isUnknown && recordOf(keptOf(id));
    if (!record) throw problem;
    return makeAgain(id, record);
  }
}

/** @param {string} id @param {string} record */
async function makeAgain(id, record) {
  const { seats, invitation, ...facts } = keptOf(id);
  const raw = await postText("/api/records", record);
  const session = await Session.adopt(raw, undefined, facts);
  session.shown = session.match.ply;
  forget(id);
  return session;
}

/** The record that the server reads; nothing where too little is kept. @param {Kept} kept */
function recordOf({ game, start, state, players, moves, over, winner, played }) {
  if (!game || !start || !players || !moves) return null;
  const result = over ? (winner === 0 ? "first" : "second") : "*";
  const [first, second] = players;
  const date = played ? new Date(played).toISOString().slice(0, 10) : "";
  const from = state ? `${start}/${state}` : start;
  const headers = { Game: game, Start: from, First: first, Second: second, Date: date, Result: result };
  const lines = Object.entries(headers).map(([key, value]) => `[${key} "${value}"]`);
  const turns = [...moves.keys()]
    .filter((ply) => ply % 2 === 0)
    .map((ply) => [`${ply / 2 + 1}.`, ...moves.slice(ply, ply + 2)].join(" "));
  return `${[...lines, ...(turns.length ? [""] : []), ...turns].join("\n")}\n`;
}

// The last setup of this visit; a new visit begins like the first, with a game that can be won.

/**
 * @typedef {object} Setup
 * @property {string} game
 * @property {bigint[] | undefined} position
 * @property {string} opponent a level, "friend" by link, "here" at this screen, "watch" machines
 * @property {string[]} [watched] the machines to watch
 * @property {boolean} isFirst
 * @property {boolean} [isDrawn] whether lots are drawn for who begins
 * @property {string} [help] what is agreed on helps with a friend
 */

const KEY = "marienbad.setup";
const FIRST = { game: "marienbad", opponent: "novice", isFirst: true };

/** @returns {Setup} */
export function rememberedSetup() {
  try {
    const kept = JSON.parse(visit.getItem(KEY) ?? "null") ?? FIRST;
    return { ...kept, position: kept.position?.map(BigInt) };
  } catch {
    return { ...FIRST, position: undefined };
  }
}

/** @param {Setup} setup */
function rememberSetup(setup) {
  const opponent = setup.opponent === "friend" ? FIRST.opponent : setup.opponent;
  const kept = { ...setup, opponent, position: setup.position?.map(String) };
  visit.setItem(KEY, JSON.stringify(kept));
}

export class Rounds {
  /** @param {PlayPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Promise<void> | null} */ this.beginning = null;
  }

  /** Begin a match; whoever asks twice gets one. @param {Setup} setup */
  begin(setup) {
    this.beginning ??= this.leave(() => this.make(setup)).finally(() => {
      this.beginning = null;
    });
    return this.beginning;
  }

  /** @param {Setup} setup */
  async make(setup) {
    const { game, position, opponent, isFirst, isDrawn, help } = setup;
    if (opponent === "watch") return this.watch({ game, position, players: setup.watched ?? [] });
    const other = opponent === "friend" || opponent === "here" ? "human" : opponent;
    const draw = isDrawn && opponent !== "here" ? true : undefined;
    const players = isFirst || draw ? ["human", other] : [other, "human"];
    const agreed = opponent === "friend" ? { help, draw } : { draw };
    const mine = (/** @type {(string | null)[]} */ seats, yours = isFirst ? 0 : 1) =>
      opponent === "friend" ? seats.map((token, seat) => (seat === yours ? token : null)) : seats;
    const session = await Session.create({ game, position, players, ...agreed }, mine);
    rememberSetup(setup);
    await this.turnTo(session);
  }

  /** Two machines play, on this page alone. @param {import("./watch.js").Wanted} wanted */
  async watch(wanted) {
    const { Watched } = await loadWatch();
    const session = await Watched.begin(wanted);
    if (this.page.isClosed) return;
    const { game, start, players } = session.match;
    this.stayBehind();
    const query = { game, position: start.join(","), watch: players.join(",") };
    history.pushState(null, "", address("/", query));
    shows();
    await this.page.adopt(session);
  }

  /** 'Back' leads to the match on the board. */
  stayBehind() {
    const old = this.page.session;
    if (old && !old.isLocal) history.replaceState(null, "", address(`/m/${old.match.id}`));
  }

  /** Until the other match has come, nothing is played here. @param {() => Promise<void>} go */
  async leave(go) {
    const { session } = this.page;
    if (!session) return go();
    session.isLeaving = true;
    session.change();
    try {
      await go();
    } finally {
      session.isLeaving = false;
      session.change();
    }
  }

  /** The same, where it is the page that says what went wrong. @param {() => Promise<void>} go */
  async moveOn(go) {
    const { session, offer } = this.page;
    if (session?.isLeaving) return;
    await this.leave(go).catch((problem) => {
      offer.show(t("web.new_game.none"), t("web.again"), () => void this.moveOn(go), true);
      if (session) Object.assign(session, { problem: problem.message }).change();
    });
  }

  /**
   * Put another match on the board. One that was played stays behind it in the browser's history,
   * and one that was under way can be had back.
   * @param {Session} session
   */
  async turnTo(session) {
    if (this.page.isClosed) return;
    const { session: old, offer } = this.page;
    const path = `/m/${session.match.id}`;
    const isPlayed = old !== null && (old.isWatching || old.match.over || isUnderWay(old));
    if (isPlayed) {
      this.stayBehind();
      history.pushState(null, "", address(path));
    } else if (session.invitation || here() !== "/") {
      history.replaceState(null, "", address(path));
    }
    shows();
    await this.page.adopt(session);
    if (old && isUnderWay(old)) {
      offer.show(t("web.new_game"), t("web.new_game.undo"), () => void this.turnBack(old));
      session.addEventListener("change", () => session.isSending && offer.hide());
    }
    if (session.invitation) await this.page.share();
  }

  /** As if no other match had been begun. @param {Session} old */
  async turnBack(old) {
    history.replaceState(null, "", address(`/m/${old.match.id}`));
    shows();
    await this.page.adopt(old);
    this.page.focusBoard();
  }

  /** @param {Partial<Setup>} [changes] */
  async newGame(changes = {}) {
    const { session } = this.page;
    if (session?.isShared && !session.isWatching) {
      await session.offer(); // a friend is not left behind
      return;
    }
    const setup = { ...this.sameAgain(), ...changes };
    await this.moveOn(() => this.make(setup));
  }

  /** A new game, begun by the other one: the machine, or again the player. */
  async letBegin() {
    await this.newGame({ isFirst: !this.sameAgain().isFirst, isDrawn: false });
  }

  /** The same once more with the seats swapped; a friend is asked. */
  async rematch() {
    const { session } = this.page;
    if (!session) return;
    if (session.isShared) await session.offer();
    else if (session.isAgainstMachine) await this.letBegin();
    else {
      const path = `/api/matches/${session.match.id}/rematch`;
      const token = session.seats[0] ?? null;
      await this.moveOn(async () => this.openMade(await postJson(path, null, token)));
    }
  }

  /** Both go to the next match as soon as it is agreed on. */
  async followFriend() {
    const { session } = this.page;
    if (!session?.expectsNext || !session.match.next || session.isWatching) return;
    session.expectsNext = false;
    await this.goNext();
  }

  /** Go to the match that was agreed on, to the own seat there, or to watch it. */
  async goNext() {
    const { session } = this.page;
    const next = session?.match.next;
    if (!session || !next) return;
    await this.moveOn(async () => {
      const { mySeat, match } = session;
      if (mySeat !== null) {
        const path = `/api/matches/${match.id}/rematch`;
        const { seats } = await postJson(path, { request: true }, session.seats[mySeat]);
        keep(next, { seats, played: Date.now() });
      }
      await this.turnTo(await Session.open(next));
      this.page.focusBoard();
    });
  }

  /** Go to a match that was just made. @param {any} raw the match with its seats */
  async openMade(raw) {
    await this.turnTo(await Session.adopt(raw));
  }

  /** The setup of the match on the board, for another one like it. @returns {Setup} */
  sameAgain() {
    const { session } = this.page;
    if (session?.isLocal) {
      const { game, start, players } = session.match;
      return { game, position: start, opponent: "watch", isFirst: true, watched: players };
    }
    if (!session || session.isWatching) return rememberedSetup();
    const { game, start, players } = session.match;
    const machine = players.find((player) => player !== "human");
    const isBoth = session.holds(0) && session.holds(1);
    const isMineFirst = machine ? players[0] === "human" : session.mySeat === 0;
    return {
      game,
      position: start,
      opponent: machine ?? (isBoth ? "here" : "friend"),
      isFirst: isBoth || isMineFirst,
      isDrawn: session.match.drawn,
      help: session.isShared ? session.match.help : undefined,
    };
  }

  /** @param {string} name */
  async setLevel(name) {
    await this.newGame({ opponent: name });
  }

  async setup() {
    await this.page.opened(async () => {
      const { openSetup } = await loadSetup();
      openSetup(this.sameAgain(), (setup) => this.begin(setup));
    });
  }

  /** The next stronger machine, for whoever has won; none above the perfect one. */
  strongerLevel() {
    const { session } = this.page;
    const levels = session?.game.levels ?? [];
    const place = levels.findIndex(({ name }) => session?.match.players.includes(name));
    const isBest = levels[place]?.name === "perfect";
    return (place < 0 || isBest ? null : levels[place + 1]) ?? null;
  }

  /** Another match of this browser, where so many moves stood played. @param {string} id @param {number} ply */
  async openAgain(id, ply) {
    await this.moveOn(async () => {
      const session = await openOrMakeAgain(id);
      await this.show(session);
      session.view(ply);
    });
  }

  /** Put a match on the board beside which the one there now stays: 'Back' leads to it. @param {Session} session */
  async show(session) {
    if (this.page.isClosed) return;
    this.stayBehind();
    history.pushState(null, "", address(`/m/${session.match.id}`));
    shows();
    await this.page.adopt(session);
  }

  /** A branch: the moves up to where one looks, and on from there with the same players. */
  async playOn() {
    const { session } = this.page;
    if (!session) return;
    const { match, ply } = session;
    const { game, start } = match;
    // Whoever watched machines takes the place of the one to move.
    const isMine = (/** @type {number} */ seat) => session.isLocal && seat === session.seat(ply);
    const players = match.players.map((name, seat) => (isMine(seat) ? "human" : name));
    const wanted = { game, position: start, players, moves: match.moves.slice(0, ply) };
    const facts = session.isLocal ? {} : { branch: { of: match.id, ply } };
    await this.moveOn(async () => {
      await this.show(await Session.create(wanted, undefined, facts));
      this.page.rest();
    });
  }
}

/** Whether someone here has played in a match that is not over. @param {Session} session */
function isUnderWay(session) {
  const { match } = session;
  const hasMoved = match.moves.some((_, ply) => session.holds(session.seat(ply)));
  return !match.over && (hasMoved || session.isSending);
}
