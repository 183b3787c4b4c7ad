// What this browser keeps of its matches; a token never leaves it except to the server.

import { seatAt } from "../common/model.js";
import { Marked, stateOf } from "../common/moves.js";
import { wire } from "../common/numbers.js";
import { always, visit } from "../common/storage.js";

/** @typedef {(string | null)[]} Seats the token of each seat, null where someone else sits */
/** @typedef {import("../common/numbers.js").Wire} Wire */

/**
 * All but the seats may be missing: older versions kept nothing else.
 * @typedef {object} Kept
 * @property {Seats} seats
 * @property {number} helps how many doors of the coach were opened
 * @property {string} [invitation] the friend's token, for the link to send
 * @property {import("./sending.js").Pending} [pending] what the server has not answered yet
 * @property {number} [undos] how often a move was taken back
 * @property {number} [sent] where the move stands that was sent last from here and not seen since
 * @property {boolean} [elsewhere] whether own moves were not made here: nobody here knows with what help
 * @property {{of: string, ply: number}} [branch] the match that this one is a branch of, and where
 * @property {number} [played] when it last changed
 * @property {string} [game]
 * @property {string[]} [players]
 * @property {Wire[]} [start]
 * @property {Wire[]} [position]
 * @property {string} [state] of the start, where it has one
 * @property {(Wire[] | string)[]} [moves] missing where they are too long to keep
 * @property {number} [ply]
 * @property {boolean} [over]
 * @property {number | null} [winner]
 * @property {number | null} [turn]
 */

const KEY = "marienbad.matches";
const CURRENT = "marienbad.current";
/** How many matches are remembered: the latest. */
const MOST = 200;
/** How long the written start and moves of a match may be: two hundred of them fit in a browser. */
const LONGEST_WRITTEN = 8000;
const LONGEST_POSITION = 1000;

/** Every match, the one that changed last at the end. @returns {[string, Kept][]} */
export function all() {
  try {
    const list = JSON.parse(always.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** @param {any} entry */
function isEntry(entry) {
  return Array.isArray(entry) && typeof entry[0] === "string" && Array.isArray(entry[1]?.seats);
}

/** @param {string} id @returns {Kept} */
export function keptOf(id) {
  const found = all().find(([match]) => match === id)?.[1];
  return { seats: [null, null], helps: 0, ...found };
}

/** @param {string} id @param {Partial<Kept>} facts */
export function keep(id, facts) {
  const list = all();
  const known = list.find(([match]) => match === id)?.[1];
  const kept = { seats: [null, null], helps: 0, ...known, ...facts };
  // Whoever only watches, or has deleted it in another tab, has nothing to come back to.
  if (!kept.seats.some(Boolean)) return;
  keepAll([...list.filter(([match]) => match !== id), [id, kept]]);
}

/** @param {string} id */
export function forget(id) {
  keepAll(all().filter(([match]) => match !== id));
}

/**
 * The latest matches; where the browser has no room, first without the moves of the older half,
 * then without that half. Where it keeps nothing at all, all are remembered until the page is left.
 * @param {[string, Kept][]} list
 */
export function keepAll(list) {
  const whole = thinned(list).slice(-MOST);
  let latest = whole;
  while (!always.setItem(KEY, JSON.stringify(latest))) {
    if (latest.length <= 1) {
      always.setItem(KEY, JSON.stringify(whole));
      return;
    }
    const half = latest.length >> 1;
    const older = latest.slice(0, half);
    const hasMoves = older.some(([, { moves }]) => moves);
    latest = [...(hasMoves ? older.map(withoutMoves) : []), ...latest.slice(half)];
  }
}

/** @param {[string, Kept]} entry @returns {[string, Kept]} */
function withoutMoves([id, { moves, ...kept }]) {
  return [id, kept];
}

/** Of the matches in which nothing was played, only the latest few. @param {[string, Kept][]} list */
function thinned(list) {
  const empty = list.filter(([, kept]) => isEmpty(kept)).slice(0, -10);
  return list.filter((entry) => !empty.includes(entry));
}

/** Whether nothing would be lost with it: nobody has moved, and no friend may come. @param {Kept} kept */
export function isEmpty({ ply, seats, players, invitation }) {
  const hasMoved = players?.some((player, seat) => player === "human" && (ply ?? 0) > seat);
  const isOfOneBrowser = players?.every((player, seat) => player !== "human" || seats[seat]);
  return Boolean(players && !hasMoved && isOfOneBrowser && !invitation);
}

/** What is known of a match now, for those who have a seat in it. @param {import("../common/model.js").Match} match */
export function keepMatch(match) {
  const { id, game, players, ply, over, winner, turn } = match;
  const kept = keptOf(id);
  if (!kept.seats.some(Boolean)) return;
  const [start, position] = [wire([...match.start]), wire([...match.position])];
  const state = String(stateOf(match.start));
  const moves = match.moves.map((move) => (move instanceof Marked ? String(move) : wire(move)));
  if (kept.ply === ply && String(kept.moves ?? moves) === String(moves)) return;
  const isKnown = (/** @type {number} */ at) =>
    at < (kept.ply ?? 0) && String(kept.moves?.[at] ?? moves[at]) === String(moves[at]);
  const isStrange = (/** @type {unknown} */ _, /** @type {number} */ at) =>
    kept.seats[seatAt(match, at)] && at !== kept.sent && !isKnown(at);
  const isShort = JSON.stringify([start, moves]).length <= LONGEST_WRITTEN;
  keep(id, {
    ...{ game, players, ply, over, winner, turn },
    state: state === "0" ? undefined : state,
    start: isShort ? start : undefined,
    moves: isShort ? moves : undefined,
    position: JSON.stringify(position).length <= LONGEST_POSITION ? position : undefined,
    sent: undefined,
    elsewhere: kept.elsewhere || moves.some(isStrange) || undefined,
    // Of one that an older version kept only the server knows when it was begun.
    played: kept.game || kept.played ? Date.now() : Date.parse(match.date) || undefined,
  });
}

/** The match that `/` resumes: the one of this tab, else the last one here if it is not over. */
export function currentMatch() {
  const ofTab = visit.getItem(CURRENT);
  if (ofTab) return ofTab;
  const [id, last] = all().findLast(([, kept]) => !isEmpty(kept)) ?? [];
  return id && last?.over === false ? id : null;
}

/** @param {string} id */
export function rememberMatch(id) {
  visit.setItem(CURRENT, id);
}
