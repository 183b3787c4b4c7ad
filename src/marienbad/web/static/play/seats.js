// What this browser keeps of its matches; a token never leaves it except to the server.

import { always, visit } from "../common/storage.js";

/** @typedef {(string | null)[]} Seats the token of each seat, null where someone else sits */

/**
 * @typedef {object} Kept
 * @property {Seats} seats
 * @property {string} [invitation] the friend's token, for the link to send
 * @property {number} helps how many doors of the coach were opened
 */

const KEY = "marienbad.matches";
const CURRENT = "marienbad.current";
/** How many matches are remembered: the latest. */
const MOST = 200;

/** @returns {[string, Kept][]} */
function all() {
  try {
    const list = JSON.parse(always.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** @param {string} id @returns {Kept} */
export function keptOf(id) {
  return all().find(([match]) => match === id)?.[1] ?? { seats: [null, null], helps: 0 };
}

/** @param {string} id @param {Partial<Kept>} facts */
export function keep(id, facts) {
  const others = all().filter(([match]) => match !== id);
  const kept = { ...keptOf(id), ...facts };
  always.setItem(KEY, JSON.stringify([...others, [id, kept]].slice(-MOST)));
}

/** The match that a reload of `/` resumes. */
export function currentMatch() {
  return visit.getItem(CURRENT);
}

/** @param {string} id */
export function rememberMatch(id) {
  visit.setItem(CURRENT, id);
}
