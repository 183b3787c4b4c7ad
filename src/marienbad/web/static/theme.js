// Paper by day, a salon by night; without a choice the system decides.

const KEY = "marienbad.theme";

/** @typedef {"auto" | "light" | "dark"} Theme */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @returns {Theme} */
export function theme() {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((name) => name === kept) ?? "auto";
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  localStorage.setItem(KEY, chosen);
  applyTheme();
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}
