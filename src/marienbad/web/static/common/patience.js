// A server that is gone for a while is asked again, ever less often, until it is back.

import { isThere } from "./api.js";

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
