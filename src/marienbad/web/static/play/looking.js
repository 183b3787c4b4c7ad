// Looking back: forth, on from here, and back to the game, where the button that takes stands else.

import { button, html, set, say } from "../common/dom.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */

export class LookBar {
  /** @param {import("./page.js").PlayPage} page */
  constructor(page) {
    this.page = page;
    this.back = button("previous", "←", () => page.step(-1), {
      "aria-label": t("web.history.previous"),
    });
    this.forth = button("next", "→", () => page.step(1), { "aria-label": t("web.history.next") });
    this.on = button("play-on", t("match.play_on"), () => void page.rounds.playOn());
    this.leave = button("present", "", () => page.look(null));
    this.element = html(
      "div.acts.look-bar",
      { hidden: true, role: "group", "aria-label": t("web.looking") },
      this.back,
      this.forth,
      this.leave,
      this.on,
    );
  }

  /** What was pressed to look back is gone: the focus goes to the next step. */
  focus() {
    const next = [this.on, this.leave].find((step) => step.classList.contains("primary"));
    next?.focus({ preventScroll: true });
  }

  /** @param {Session} session */
  paint(session) {
    const { viewed, match } = session;
    const isOver = match.over && session.shown === match.ply;
    const hadFocus = this.element.contains(document.activeElement);
    set(this.element, { hidden: viewed === null });
    if (hadFocus && viewed === null) this.page.rest();
    say(this.leave, t(isOver ? "web.history.leave" : "web.history.game"));
    set(this.back, { "aria-disabled": viewed === 0 ? "true" : null });
    set(this.on, { hidden: !session.canBranch });
    // One next step: mend the mistake where one stands before it, else go back.
    const isMending = session.canBranch && Boolean(session.missed);
    this.on.classList.toggle("primary", isMending);
    this.leave.classList.toggle("primary", !isMending);
  }
}
