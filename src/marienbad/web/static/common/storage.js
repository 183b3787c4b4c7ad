// What the browser keeps: always, or for this visit. One that may keep nothing remembers until the
// page is left, and the game can be played all the same.

/** @typedef {Pick<Storage, "getItem" | "setItem">} Shelf */

/** @param {() => Storage} open @returns {Shelf} */
function shelf(open) {
  try {
    const found = open();
    found.setItem("marienbad", "");
    return found;
  } catch {
    /** @type {Map<string, string>} */
    const kept = new Map();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    };
  }
}

export const always = shelf(() => localStorage);
export const visit = shelf(() => sessionStorage);
