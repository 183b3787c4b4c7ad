// Asking a server that may be gone for a while: until it answers, and the page says why it waits.

import { Gone, Refusal, isForNow } from "../common/api.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */

const FIRST_WAIT = 500;
const LAST_WAIT = 8000;
/** However long the server wants to be left alone, in milliseconds. */
const LONGEST_REST = 60_000;

/**
 * The answer to a question, however often it must be asked; a refusal that will not change is thrown.
 * @template Answer
 * @param {Session} session
 * @param {() => Promise<Answer>} ask
 * @param {() => void} [failed] told each time that there was no answer
 */
export async function patiently(session, ask, failed = () => {}) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LAST_WAIT)) {
    try {
      return await ask();
    } catch (problem) {
      if (!isForNow(problem)) throw problem;
      failed();
      tellDelay(session, problem);
      const rest = problem instanceof Refusal ? Math.min(1000 * problem.after, LONGEST_REST) : 0;
      await networkOr(Math.max(wait, rest));
    }
  }
}

/** @param {Session} session @param {unknown} problem */
function tellDelay(session, problem) {
  session.isConnected = !(problem instanceof Gone);
  if (problem instanceof Refusal)
    session.problem = [problem.message, ...(session.isSending ? [t("web.sending.kept")] : [])].join(" ");
  session.change();
}

/** Wait so long, or until the network is back. @param {number} milliseconds */
function networkOr(milliseconds) {
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
