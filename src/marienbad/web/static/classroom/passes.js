// The passes of rooms that this browser was given: by them whoever lost the connection comes back.

import { always } from "../common/storage.js";

/** @typedef {{code: string, token: string, projector?: string}} Pass */

const KEY = "marienbad.rooms";
const MOST = 10;

/** @returns {Pass[]} */
function all() {
  try {
    const found = JSON.parse(always.getItem(KEY) ?? "[]");
    return found.filter((/** @type {any} */ one) => typeof one?.code === "string" && typeof one?.token === "string");
  } catch {
    return [];
  }
}

/** @param {string} code */
export function kept(code) {
  return all().find((pass) => pass.code === code);
}

/** @param {Pass} pass */
export function keep(pass) {
  const others = all().filter(({ code }) => code !== pass.code);
  always.setItem(KEY, JSON.stringify([...others, pass].slice(-MOST)));
}

/** @param {string} code */
export function forget(code) {
  always.setItem(KEY, JSON.stringify(all().filter((pass) => pass.code !== code)));
}
