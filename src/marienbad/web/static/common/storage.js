// What the browser keeps: always, or for this visit. What it may not keep, or has no room for, is
// remembered until the page is left, and the game can be played all the same.

/**
 * @typedef {object} Shelf
 * @property {(key: string) => string | null} getItem
 * @property {(key: string, value: string) => boolean} setItem whether it will outlive the page
 */

/** @param {() => Storage} open @returns {Shelf} */
function shelf(open) {
  /** @type {Map<string, string>} */
  const remembered = new Map();
  /** @type {Storage | null} */
  let store = null;
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
