// Paper by day, a salon by night; without a choice the system decides.
// The choice is a cookie: the server writes it into the page, which so has its colours at once.

import { keepCookie } from "./address.js";

const CHOICE = /(?:^|; )theme=(\w+)/;

/** @typedef {"auto" | "light" | "dark"} Theme */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @returns {Theme} */
export function theme() {
  const kept = CHOICE.exec(document.cookie)?.[1];
  return THEMES.find((name) => name === kept) ?? "auto";
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  keepCookie("theme", chosen);
  applyTheme();
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}
