// Which seats of a match this browser holds; a token never leaves it except to the server.

/** @typedef {(string | null)[]} Seats one token a seat, null where someone else sits */

const KEY = "marienbad.seats";
const CURRENT = "marienbad.current";
/** So many matches are remembered, the latest. */
const MOST = 200;

/** @returns {[string, Seats][]} */
function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} id
 * @returns {Seats}
 */
export function seatsOf(id) {
  return kept().find(([match]) => match === id)?.[1] ?? [null, null];
}

/**
 * @param {string} id
 * @param {Seats} seats
 */
export function keepSeats(id, seats) {
  const others = kept().filter(([match]) => match !== id);
  localStorage.setItem(KEY, JSON.stringify([...others, [id, seats]].slice(-MOST)));
}

/** The match that a reload of `/` resumes. */
export function currentMatch() {
  return sessionStorage.getItem(CURRENT);
}

/** @param {string} id */
export function rememberMatch(id) {
  sessionStorage.setItem(CURRENT, id);
}
