// Which seats of a match this browser holds; a token never leaves it except to the server.

/** @typedef {(string | null)[]} Seats */

const PREFIX = "marienbad.seats.";
const CURRENT = "marienbad.current";

/**
 * @param {string} id
 * @returns {Seats}
 */
export function seatsOf(id) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
    return Array.isArray(kept) ? kept : [null, null];
  } catch {
    return [null, null];
  }
}

/**
 * @param {string} id
 * @param {Seats} seats
 */
export function keepSeats(id, seats) {
  localStorage.setItem(PREFIX + id, JSON.stringify(seats));
}

/** The match that a reload of `/` resumes. */
export function currentMatch() {
  return sessionStorage.getItem(CURRENT);
}

/** @param {string | null} id */
export function rememberMatch(id) {
  if (id === null) sessionStorage.removeItem(CURRENT);
  else sessionStorage.setItem(CURRENT, id);
}
