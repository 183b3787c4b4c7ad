// What every move is worth, at a wish: a help that is counted, and gone with the next move.

import { button, set } from "../common/dom.js";
import { loadValues } from "../common/model.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */

export class MoveValues {
  /** @param {() => Session | null} session @param {() => void} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    this.element = button("values", t("web.values"), () => void this.turn());
  }

  /** Whether there are moves to judge: at one's own turn, or where one looks back. @param {Session} session */
  canShow(session) {
    const hasMoves = session.isMyTurn ? session.choice.situation?.moves : session.viewed !== null;
    return Boolean(hasMoves) && !session.isHelpLocked && session.position.some((heap) => heap > 0n);
  }

  async turn() {
    const session = this.session();
    if (!session) return;
    if (session.values) session.valued = null;
    else await this.show(session);
    this.changed();
  }

  /** @param {Session} session */
  async show(session) {
    const { position } = session;
    const isElsewhere = () => session.isWaiting || String(position) !== String(session.position);
    try {
      const values = await loadValues(session.match.game, position);
      if (isElsewhere() || session.values) return;
      if (!values) throw new Error(t("web.values.many"));
      session.valued = { position: String(position), values };
      if (!session.match.over) session.countHelp();
    } catch (problem) {
      if (!isElsewhere()) session.problem = /** @type {Error} */ (problem).message;
    }
  }

  /** @param {Session} session */
  paint(session) {
    set(this.element, {
      "aria-pressed": session.values ? "true" : "false",
      "aria-disabled": this.canShow(session) ? null : "true",
    });
  }
}
