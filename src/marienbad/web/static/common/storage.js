// What the browser keeps: always, or for this visit. What it may not keep, or has no room for, is
// remembered until the page is left, and the game can be played all the same.

/**
 * @typedef {object} Shelf
 * @property {(key: string) => string | null} getItem
 * @property {(key: string, value: string) => boolean} setItem whether it will outlive the page
 */

/** @param {() => Storage} open @returns {Shelf} */
function shelf(open) {
  /** @type {Map<string, string>} */ const remembered = new Map();
  /** @type {Storage | null} */ let store = null;
  try {
    store = open();
  } catch {
    // A browser may refuse even to be asked.
  }
  return {
    getItem: (key) => remembered.get(key) ?? store?.getItem(key) ?? null,
    setItem(key, value) {
      try {
        store?.setItem(key, value);
        if (store) remembered.delete(key);
        else remembered.set(key, value);
      } catch {
        remembered.set(key, value);
      }
      return !remembered.has(key);
    },
  };
}

export const always = shelf(() => localStorage);
export const visit = shelf(() => sessionStorage);

// Rules that were named in this browser; a game with such rules is called by their name.

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

// Whether letters do anything: those who speak to their computer had better switch them off.

const LETTERS_KEY = "marienbad.letters";

export function areLettersOn() {
  return always.getItem(LETTERS_KEY) !== "off";
}

/** @param {boolean} areOn */
export function turnLetters(areOn) {
  always.setItem(LETTERS_KEY, areOn ? "on" : "off");
}
