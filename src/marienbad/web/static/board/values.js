// What a move is worth, in words and in a few signs: won or lost, and how soon.

import { count, integer, t } from "../common/words.js";

/** @typedef {import("../common/model.js").MoveValue} MoveValue */

/** @param {MoveValue} value */
export function spokenValue({ wins, length }) {
  const verdict = t(wins ? "web.value.wins" : "web.value.loses");
  if (length === undefined) return verdict;
  return `${verdict}, ${t("web.value.length", { moves: count("move", length) })}`;
}

/** As it stands on a match or a square: no sign that is read as “times”. @param {MoveValue} value */
export function valueSign({ wins, length }) {
  return `${wins ? "✓" : "✗"}${length === undefined ? "" : integer(length)}`;
}
