// Whoever waits for the server is told so, after a moment: one line for all that is under way.

import { html, say } from "./dom.js";
import { t } from "./words.js";

/** After how many milliseconds one begins to wonder. */
const MOMENT = 1500;

const line = html("p.waiting", { "aria-live": "polite" });
let late = 0;

/**
 * What somebody waits for.
 * @template Answer
 * @param {Promise<Answer>} answer
 */
export async function awaited(answer) {
  let isLate = false;
  place();
  const timer = setTimeout(() => {
    isLate = true;
    count(1);
  }, MOMENT);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isLate) count(-1);
  }
}

/** The line is there before it says anything, so that it is heard; behind a dialog it would not be. */
function place() {
  const front = document.querySelector("dialog[open]") ?? document.body;
  if (line.parentElement !== front) front.append(line);
}

/** @param {1 | -1} more */
function count(more) {
  late += more;
  place();
  say(line, late ? t("web.waiting") : "");
}
