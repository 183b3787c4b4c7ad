// What the status line says: who took what, whose turn it is, who has won.

import { count, listing, t } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./model.js").Game} Game */

/**
 * How a seat is called here: you and the machine, you and your friend, or first and second.
 * @param {Session} session
 * @param {number} seat
 * @returns {"you" | "machine" | "friend" | "first" | "second"}
 */
export function person(session, seat) {
  const machine = session.match.players[seat] !== "human";
  if (session.isWatching || (session.holds(0) && session.holds(1))) {
    return machine && session.isAgainstMachine && session.match.players.includes("human")
      ? "machine"
      : seat === 0
        ? "first"
        : "second";
  }
  if (session.holds(seat)) return "you";
  return machine ? "machine" : "friend";
}

/**
 * @param {Game} game
 * @param {readonly bigint[]} take
 * @returns {string}
 */
export function taken(game, take) {
  const { heap: noun, object } = game.nouns;
  const parts = take.flatMap((amount, heap) => (amount > 0n ? [{ amount, heap }] : []));
  const [first, second] = parts;
  if (!first) return "";
  /** @param {number} heap */
  const name = (heap) => t(`web.${noun}.in`, { number: heap + 1 });
  if (!second) {
    return t("web.taken.one", { count: count(object, first.amount), heap: name(first.heap) });
  }
  if (parts.length === take.length && parts.every(({ amount }) => amount === first.amount)) {
    return t("web.taken.each", { count: count(object, first.amount) });
  }
  if (parts.length > 2) {
    const each = parts.map(({ amount, heap }) =>
      t("web.taken.one", { count: count(object, amount), heap: name(heap) }),
    );
    return listing(each);
  }
  return t("web.taken.two", {
    first: count(object, first.amount),
    first_heap: name(first.heap),
    second: second.amount,
    second_heap: name(second.heap),
  });
}

/**
 * @param {Session} session
 * @param {import("./board.js").Taste | undefined} taste the board in sight, none for numbers
 * @returns {string}
 */
export function status(session, taste) {
  if (session.problem) return session.problem;
  if (!session.isConnected) return t("web.connection.lost");
  const { match, game, ply } = session;
  if (session.viewed !== null)
    return [t("web.viewing", { number: ply + 1 }), ...viewed(session)].join(" ");
  const last = match.moves[ply - 1];
  const events = last
    ? [t(`web.took.${person(session, (ply - 1) % 2)}`, { taken: taken(game, last) })]
    : [];
  if (session.isThinking && session.isAgainstMachine)
    return [...events, t("web.thinking")].join(" ");
  if (session.raised && session.shown < match.ply) {
    return t(`web.took.${person(session, ply % 2)}`, { taken: taken(game, session.raised) });
  }
  return [...events, ...standing(session, taste)].join(" ");
}

/**
 * The move that is looked at.
 * @param {Session} session
 */
function viewed(session) {
  const move = session.match.moves[session.ply];
  if (!move) return [];
  return [t(`web.took.${person(session, session.ply % 2)}`, { taken: taken(session.game, move) })];
}

/**
 * @param {Session} session
 * @param {import("./board.js").Taste | undefined} taste
 * @returns {string[]}
 */
function standing(session, taste) {
  const { match, game } = session;
  if (!session.isAtEnd) return [];
  if (match.winner !== null) {
    const who = person(session, match.winner);
    const isAlone = who === "you" && session.helps === 0 && match.ply > 0;
    return [t(`web.won.${who}`), ...(isAlone ? [t("web.won.alone")] : [])];
  }
  const who = person(session, match.turn ?? 0);
  if (match.ply === 0 && who === "you") {
    const { object } = game.nouns;
    const heaped = object === "token" && game.heaps !== 2 ? "heaps" : object;
    const way = taste === undefined ? "numbers" : taste === "chess" ? taste : heaped;
    return [t(`web.begin.${way}`)];
  }
  return [t(`web.turn.${who}`)];
}
