// What the status line says: who took what, whose turn it is, who has won.

import { Block, Call, Split, hasCalls, readMove, saidOf, stateOf } from "./moves.js";
import { count, integer, listing, t, tuple } from "./words.js";

/** @typedef {import("../board/board.js").BoardKind} BoardKind */
/** @typedef {import("../play/state.js").Session} Session */
/** @typedef {import("./model.js").Game} Game */

export const ORDER = /** @type {const} */ (["first", "second"]);

/**
 * How a seat is called here: you and the machine, you and your friend, first and second, or two
 * machines each by its name.
 * @param {Session} session
 * @param {number} seat
 * @returns {"you" | "machine" | "friend" | "first" | "second" | "named"}
 */
export function person(session, seat) {
  const { players } = session.match;
  if (!players.includes("human")) return "named";
  const isMachine = players[seat] !== "human";
  if (session.isWatching || (session.holds(0) && session.holds(1)))
    return isMachine ? "machine" : (ORDER[seat] ?? "first");
  if (session.holds(seat)) return "you";
  return isMachine ? "machine" : "friend";
}

/** What a machine is called; the same one twice is told apart by a number. @param {Session} session @param {number} seat */
export function machineName({ game, match }, seat) {
  const player = match.players[seat] ?? "";
  const title = game.levels.find(({ name }) => name === player)?.title ?? player;
  return match.players[1 - seat] === player ? `${title} ${seat + 1}` : title;
}

/** What a heap is called, by its number from 1. @param {Game} game @param {bigint | number} number */
function heapName(game, number) {
  return t(`words.${game.nouns.heap}.name`, { number });
}

/** What a move takes, calls or chooses, without a verb. @param {Game} game @param {readonly bigint[]} take */
export function taken(game, take) {
  const { object } = game.nouns;
  const [first, second] = take;
  if (take instanceof Block) return listing(take.forbidden.map(tuple)) || t("words.move.nothing");
  if (take instanceof Call)
    return game.memory?.kind === "heap"
      ? heapName(game, take.number)
      : t("words.move.count", { count: count(object, take.number) });
  const heap = take.findIndex((amount) => amount > 0n);
  if (game.memory?.kind === "number") return heapName(game, heap + 1); // how many is known
  if (take instanceof Split) {
    const [smaller = 0n, larger = 0n] = take.left.slice(heap, heap + 2);
    const part = t("words.move.part", { count: count(object, take[heap] ?? 0n), heap: heapName(game, heap + 1) });
    return t("words.move.split", { part, smaller, larger });
  }
  if (take.length === 2 && first === second) return t("words.move.each", { count: count(object, first ?? 0n) });
  const parts = take.flatMap((amount, index) =>
    amount ? [t("words.move.part", { count: count(object, amount), heap: heapName(game, index + 1) })] : [],
  );
  return listing(parts);
}

/** What whoever plays a move does. @param {Game} game @param {readonly bigint[]} take */
export function deed(game, take) {
  if (take instanceof Call) return "called";
  if (take instanceof Block) return "forbade";
  return hasCalls(game.memory) ? "chose" : "took";
}

const GERUNDS = /** @type {const} */ ({ took: "taking", called: "calling", chose: "choosing", forbade: "forbidding" });

/** By which move, after 'by': taking so many. @param {Game} game @param {readonly bigint[]} take */
export function by(game, take) {
  return t(`words.move.${GERUNDS[deed(game, take)]}`, { taken: taken(game, take) });
}

const MOST_HEAPS = 8;

/** The heaps side by side. @param {readonly bigint[]} position @param {string} between */
export function positionText(position, between = " · ") {
  if (position.length > MOST_HEAPS) return tuple(position);
  const state = stateOf(position);
  return `${[...position].map(integer).join(between)}${state ? ` / ${integer(state)}` : ""}`;
}

/** Who took what. @param {Session} session @param {number} seat @param {readonly bigint[]} take */
export function took(session, seat, take) {
  const name = machineName(session, seat);
  const key = `match.${deed(session.game, take)}.${person(session, seat)}`;
  return t(key, { name, taken: taken(session.game, take) });
}

/** @param {Session} session @param {BoardKind | undefined} kind the board in sight, none for numbers */
export function status(session, kind) {
  if (session.problem) return session.problem;
  if (session.isLeaving) return t("web.leaving");
  if (!session.isConnected) return t(session.isSending ? "web.connection.kept" : "web.connection.lost");
  const { match, ply } = session;
  if (session.viewed !== null) {
    if (session.missed) return missed(session, session.missed);
    const move = match.moves[ply - 1];
    if (!move) return t("web.moves.start.word");
    return `${t("match.viewing", { number: ply })} ${took(session, session.seat(ply - 1), move)}`;
  }
  const events = latest(session);
  if (session.isThinking && session.isAgainstMachine) return [...events, t("match.thinking")].join(" ");
  if (session.raised && session.shown < match.ply) return took(session, session.seat(ply), session.raised);
  return [...events, ...standing(session, kind)].join(" ");
}

/** What whoever moved last has done, all of it where he played on. @param {Session} session */
function latest(session) {
  const { match, ply } = session;
  const seat = session.seat(Math.max(0, ply - 1));
  let first = ply;
  while (first > 0 && ply - first < 4 && session.seat(first - 1) === seat) first -= 1;
  return match.moves.slice(first, ply).map((move) => took(session, seat, move));
}

/** With how much help a game was won: what was asked, what was taken back. @param {Session} session */
function helped(session) {
  const { branch, undos, isElsewhere, match } = session;
  // Between people the server counts too, on whatever device a help was asked for.
  const helps = Math.max(session.helps, match.helps[match.winner ?? 0] ?? 0);
  if (branch) return [t("match.won.branch", { number: branch.ply + 1 })];
  if (isElsewhere) return [];
  if (!helps && !undos) return [t("match.won.alone")];
  const taken = helps ? "match.won.undone" : "match.won.undone.alone";
  return [
    ...(helps ? [t("match.won.helped", { number: helps })] : []),
    ...(undos ? [t(taken, { number: undos })] : []),
  ];
}

/** Where somebody let the win slip: who would have won there, and by which move. @param {Session} session @param {any} mistake */
export function missed(session, { ply, player, better: [better] }) {
  const when = t(ply ? "match.missed.after" : "match.missed.start", { number: ply });
  const name = machineName(session, player);
  return t(`match.missed.${person(session, player)}`, { when, name, better: by(session.game, readMove(better)) });
}

/** @param {Session} session @param {BoardKind | undefined} kind */
function standing(session, kind) {
  const { match, game } = session;
  if (!session.isAtEnd) return [];
  if (match.winner !== null) {
    const who = person(session, match.winner);
    const name = machineName(session, match.winner);
    const party = match.parties?.[match.winner];
    return [
      t(`match.won.${who}`, { name }),
      ...(party ? [t("match.won.party", { party })] : []),
      ...(who === "you" && match.ply ? helped(session) : []),
    ];
  }
  const isReady = session.choice.situation !== null;
  if (session.isSending || (session.isMyTurn && !isReady)) return [t("match.wait")];
  const seat = match.turn ?? 0;
  const who = person(session, seat);
  const named = { name: machineName(session, seat) };
  const { act, text: told } = saidOf(match.position);
  if (game.forbidding) return [t(`match.${act === "forbid" ? "forbids" : "turn"}.${who}`, named)];
  if (told) return [t(`match.turn.${who}`, named), told];
  if (match.ply === 0 && who === "you" && game.parts) return [t("web.begin.parts")];
  if (match.ply === 0 && who === "you") {
    const { object } = game.nouns;
    const heaped = object === "token" && game.heaps !== 2 ? "heaps" : object;
    // Rows of tokens for a game of matches, or the other way round, go without the noun.
    const drawn = kind === object ? heaped : "any";
    const way = kind === undefined ? "numbers" : kind === "chess" ? kind : drawn;
    return [t(`web.begin.${way}`)];
  }
  return [t(`match.turn.${who}`, named)];
}

/** What the tab says, so that it can be read from elsewhere. @param {Session} session */
export function tabTitle(session) {
  const { match } = session;
  const state = match.over ? "over" : session.isWatching ? "watching" : session.holds(match.turn) ? "turn" : "wait";
  return `${t(`web.tab.${state}`)} · ${session.game.title}`;
}
