// Paper by day, a salon by night; without a choice the system decides.
// The choice is a cookie: the server writes it into the page, which so has its colours at once.

const CHOICE = /(?:^|; )theme=(\w+)/;
const YEAR = 31_536_000;

/** @typedef {"auto" | "light" | "dark"} Theme */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @returns {Theme} */
export function theme() {
  const kept = CHOICE.exec(document.cookie)?.[1];
  return THEMES.find((name) => name === kept) ?? "auto";
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  document.cookie = `theme=${chosen}; path=/; max-age=${YEAR}; samesite=lax`;
  applyTheme();
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}
