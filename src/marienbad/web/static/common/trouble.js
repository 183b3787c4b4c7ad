// What could not be had, in words, and a way to ask for it again.

import { Gone, isForNow } from "./api.js";
import { button, refill } from "./dom.js";
import { isBack } from "./patience.js";
import { listing, t } from "./words.js";

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
