// 'Why?': a theory's explanation beside the board and its picture on it, for either ending.

import { radios } from "../common/chooser.js";
import { html, refill, set } from "../common/dom.js";
import { explain, firstTheory, loadDrawing, theorySelect } from "../common/explanation.js";
import { loadGame } from "../common/model.js";
import { digitsPicture } from "../board/picture.js";
import { always } from "../common/storage.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("./state.js").Session} Session */

const KEY = "marienbad.theory";

export class Reason {
  /**
   * @param {HTMLElement} element where it is written
   * @param {() => void} changed
   * @param {(isOther: boolean) => void} turned told whether the other ending is explained
   */
  constructor(element, changed, turned) {
    this.changed = changed;
    this.turned = turned;
    this.element = element;
    /** What was asked for last: a slow answer never overwrites a later one. */
    this.question = {};
  }

  shut() {
    this.question = {};
    set(this.element, { hidden: true });
    refill(this.element);
  }

  /** The theory that was chosen last or is seen best, or another one if it does not reach. @param {Session} session */
  async open(session) {
    const { game } = session;
    const kept = always.getItem(`${KEY}.${game.nouns.object}`);
    const isKnown = game.theories.some(({ name }) => name === kept);
    const theory = isKnown ? kept : firstTheory(game);
    const explained = this.explain(session, game, theory);
    const { question } = this;
    await explained.catch(async () => {
      if (question === this.question) await this.explain(session, game, null);
    });
  }

  /**
   * @param {Session} session
   * @param {Game} game the game of the match, or the same with its other ending
   * @param {string | null} theory none for the first that reaches
   */
  async explain(session, game, theory) {
    const question = {};
    this.question = question;
    const text = html("div.text");
    const [drawing, { theory: found }] = await Promise.all([
      loadDrawing(game.game, session.position, theory),
      explain(text, game, session.position, theory, "short"),
    ]);
    if (question !== this.question) return;
    const isOwn = game === session.game;
    const ending = game.misere ? "misere" : "normal";
    session.drawing = drawing;
    session.redraw = isOwn ? () => loadDrawing(game.game, session.position, found) : null;
    const picture = html("div.picture", digitsPicture(drawing));
    const controls = html(
      "div.controls",
      theorySelect(game, found, (name) => this.choose(session, game, name)),
      game.other_ending && this.endings(session, game, found),
    );
    refill(this.element, !isOwn && html("p.supposed", t(`web.supposed.${ending}`)), picture, text, controls);
    set(this.element, { hidden: false });
    this.turned(!isOwn);
  }

  /** @param {Session} session @param {Game} game @param {string} theory */
  choose(session, game, theory) {
    if (game === session.game) always.setItem(`${KEY}.${game.nouns.object}`, theory);
    this.show(() => this.explain(session, game, theory), "select");
  }

  /**
   * The same position explained for either ending.
   * @param {Session} session
   * @param {Game} game
   * @param {string} theory
   */
  endings(session, game, theory) {
    const turnOver = async () => {
      const isOwn = game === session.game;
      const next = isOwn && game.other_ending ? await loadGame(game.other_ending) : session.game;
      const isKnown = next.theories.some(({ name }) => name === theory);
      await this.explain(session, next, isKnown ? theory : null);
    };
    const choices = /** @type {const} */ (["normal", "misere"]);
    return radios(
      t("web.ending"),
      choices.map((name) => [name, t(`web.ending.${name}`)]),
      game.misere ? "misere" : "normal",
      () => this.show(turnOver, "input:checked"),
    );
  }

  /**
   * Paint another explanation when it has come, or why it has not, and give the focus back.
   * @param {() => Promise<void>} explaining
   * @param {string} focused
   */
  show(explaining, focused) {
    const again = () => this.show(explaining, focused);
    const find = (/** @type {string} */ selector) =>
      /** @type {HTMLElement | null} */ (this.element.querySelector(selector));
    void explaining()
      .catch((problem) => {
        const text = find(".text");
        if (text) sayProblem(text, problem, again);
      })
      .finally(() => {
        this.changed();
        find(focused)?.focus({ preventScroll: true });
      });
  }
}
