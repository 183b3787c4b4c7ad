// What is said of a game that was kept: how it stands, against whom, how long, when.

import { count, t } from "../common/words.js";

/** @typedef {import("../play/seats.js").Kept} Kept */
/** @typedef {import("../common/model.js").Game} Game */

/** @param {Kept} kept */
export function isBetweenBrowsers({ players, seats }) {
  return Boolean(players?.some((player, seat) => player === "human" && !seats[seat]));
}

/** How it ended, or whose turn it is. @param {Kept} kept */
export function standing({ players, seats, over, winner, turn, ply }) {
  const seat = over ? winner : (turn ?? (ply ?? 0) % 2);
  if (!players || (seat !== 0 && seat !== 1)) return "";
  const isAtOneScreen = seats.every(Boolean);
  const who = isAtOneScreen ? (seat ? "second" : "first") : seats[seat] ? "you" : "other";
  if (who === "other" && players[seat] !== "human") return t(over ? "match.won.machine" : "match.turn.machine");
  return t(`${over ? "match.won" : "match.turn"}.${who === "other" ? "friend" : who}`);
}

/** @param {Kept} kept @param {Game | null} game */
function opponent({ players, seats }, game) {
  const machine = players?.find((player) => player !== "human");
  if (machine) {
    const level = game?.levels.find(({ name }) => name === machine)?.title ?? machine;
    return t("web.games.against", { level });
  }
  return t(seats.every(Boolean) ? "web.games.here" : "web.games.friend");
}

/** Against whom, how many moves, when. @param {Kept} kept @param {Game | null} game */
export function facts(kept, game) {
  const date = kept.played && dateOf(kept.played);
  return [opponent(kept, game), count("move", kept.ply ?? 0), ...(date ? [date] : [])].join(" · ");
}

/** @param {number} time */
function dateOf(time) {
  return new Intl.DateTimeFormat(t("language.locale"), { dateStyle: "medium", timeStyle: "short" }).format(time);
}
