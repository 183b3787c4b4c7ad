// The last setup of this visit; a new visit begins like the first, with a game that can be won.

import { visit } from "./storage.js";

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
export function rememberSetup(setup) {
  const opponent = setup.opponent === "friend" ? FIRST.opponent : setup.opponent;
  const kept = { ...setup, opponent, position: setup.position?.map(String) };
  visit.setItem(KEY, JSON.stringify(kept));
}
