// How a situation is called: its heaps, or that nothing is left.

import { t, tuple } from "../common/words.js";

/** @param {readonly bigint[]} position */
export function nameOf(position) {
  return position.length ? tuple(position) : t("investigate.nothing");
}
