// Why something was not done. That the server did not answer is said only until it does.

import { Gone } from "../common/api.js";
import { html, say } from "../common/dom.js";

export class Problem {
  constructor() {
    this.element = html("p.problem", { role: "alert" });
    this.isUnanswered = false;
  }

  /** @param {unknown} problem */
  tell(problem) {
    this.isUnanswered = problem instanceof Gone;
    say(this.element, /** @type {Error} */ (problem).message);
  }

  clear() {
    say(this.element, "");
  }

  /** The server is there again. */
  answered() {
    if (this.isUnanswered) this.clear();
  }
}
