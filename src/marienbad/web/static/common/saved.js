// Rules that were named in this browser; a game with such rules is called by their name.

import { always } from "./storage.js";

/** @typedef {{name: string, rules: string, game?: string}} Named the rules as links write them, and the game that they make */

const KEY = "marienbad.rules";
const MOST = 200;

/** @returns {Named[]} */
export function kept() {
  try {
    const found = JSON.parse(always.getItem(KEY) ?? "[]");
    return found.filter((/** @type {any} */ one) => typeof one?.name === "string" && typeof one?.rules === "string");
  } catch {
    return [];
  }
}

/** @param {Named[]} all */
export function keep(all) {
  always.setItem(KEY, JSON.stringify(all.slice(-MOST)));
}

/** The name that was given last to the rules of a game. @param {string} game */
export function nameOf(game) {
  return kept().findLast((one) => one.game === game)?.name;
}
