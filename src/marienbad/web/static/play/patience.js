// Asking a server that may be gone for a while: until it answers, and the page says why it waits.

import { Gone, Refusal, isForNow } from "../common/api.js";
import { FIRST_WAIT, longer, networkOr } from "../common/patience.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */

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
  for (let wait = FIRST_WAIT; ; wait = longer(wait)) {
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
