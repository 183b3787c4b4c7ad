// What could not be had, in words, and a way to ask for it again.

import { isThere, Gone, isForNow } from "./api.js";
import { button, refill } from "./dom.js";
import { listing, t } from "./words.js";

// A server that is gone for a while is asked again, ever less often, until it is back.

/** How long to wait before one asks again the first time, in milliseconds. */
export const FIRST_WAIT = 500;
const LAST_WAIT = 8000;

/** How long to wait the next time. @param {number} wait */
export function longer(wait) {
  return Math.min(2 * wait, LAST_WAIT);
}

/** Wait so long, or until the network is back. @param {number} milliseconds */
export function networkOr(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve(undefined);
    }
  });
}

/**
 * Whether the server is back, as soon as it is; not, as soon as nobody wants to know any more.
 * @param {() => boolean} isWanted
 */
export async function isBack(isWanted) {
  for (let wait = FIRST_WAIT; ; wait = longer(wait)) {
    await networkOr(wait);
    if (!isWanted()) return false;
    if (await isThere()) return isWanted();
  }
}

const LONGEST_NAME = 40;

/**
 * Say a problem where its answer was to stand; what may be had later can be asked for again, and is
 * when the server comes back.
 * @param {HTMLElement} place
 * @param {unknown} problem
 * @param {() => void} again
 */
export function sayProblem(place, problem, again) {
  const message = problem instanceof Error ? problem.message : String(problem);
  const offer = button("again", t("web.again"), retry, { class: "again" });
  refill(place, `${message} `, isForNow(problem) && offer);
  if (problem instanceof Gone) void isBack(() => offer.isConnected).then((isSo) => isSo && retry());
  function retry() {
    // The button is about to go, and the focus must not go with it.
    if (place.contains(document.activeElement)) {
      place.tabIndex = -1;
      place.focus();
    }
    refill(place, t("web.waiting"));
    again();
  }
}

/**
 * What to say of a name in a link: nothing where it is among those that there are.
 * @param {string} parameter
 * @param {string | null} name
 * @param {readonly {name: string}[]} things
 */
export function unknownName(parameter, name, things) {
  if (!name || things.some((thing) => thing.name === name)) return "";
  const known = listing(things.map((thing) => thing.name));
  const asked = `${parameter}=${name.slice(0, LONGEST_NAME)}`;
  return t("web.link.unknown", { asked, known });
}
