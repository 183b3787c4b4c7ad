// A game by hand against the machine of matchboxes: it draws a bead for its move, and learns when
// the game is over.

import { Round } from "../board/round.js";
import { postJson } from "../common/api.js";
import { button, html, set } from "../common/dom.js";
import { loadMoves } from "../common/model.js";
import { readMove, readPlace } from "../common/moves.js";
import { t } from "../common/words.js";

/** @typedef {import("./page.js").Subject} Subject */

/**
 * @typedef {object} Boxed what a game needs of the machine
 * @property {() => Record<string, unknown>} wish the machine as the server reads it
 * @property {(box: number | string, colour: number | null) => void} light a box that is used
 * @property {(shown: any) => void} learned the machine after the game
 * @property {() => boolean} begins whether the machine begins the next game
 */

/** A position as the server reads it. @param {readonly bigint[]} position */
const written = (position) => position.join(",") || "0";

export class ByHand {
  /** @param {Boxed} machine */
  constructor(machine) {
    this.machine = machine;
    /** @type {Subject | null} */
    this.subject = null;
    /** @type {string[]} */
    this.path = [];
    this.began = false;
    this.round = new Round((game, move, left) => this.played(game, move, left));
    this.again = button("hand-again", t("match.again"), () => void this.begin(), { hidden: true });
    this.element = html("section.by-hand", { hidden: true }, this.round.board.element, this.round.act, this.again);
  }

  /** @param {Subject | null} [subject] */
  async begin(subject = this.subject) {
    if (!subject) return;
    this.subject = subject;
    const { game, start } = subject;
    set(this.element, { hidden: null });
    set(this.again, { hidden: true });
    await this.round.board.prepare(start);
    this.round.begin(game, start);
    this.path = [written(start)];
    this.began = this.machine.begins();
    if (this.began) await this.answer(start);
    else await this.turn(start, t("match.turn.you"));
  }

  stop() {
    this.round.rounds += 1;
    set(this.element, { hidden: true });
  }

  /** @param {bigint[]} position @param {...string} sentences */
  async turn(position, ...sentences) {
    await this.round.attempt(async () => {
      await this.round.turn(position, ...sentences);
      this.round.focus();
    });
  }

  /** @param {import("../common/model.js").Game} game @param {bigint[]} move @param {bigint[]} left */
  async played(game, move, left) {
    this.path.push(written(left));
    this.round.put(left);
    this.round.tell(this.round.does("you", move), t("match.thinking"));
    await this.round.attempt(async () => {
      const isLate = this.round.late();
      const { over } = await loadMoves(game.game, left);
      if (isLate()) return;
      if (over) await this.learn(false);
      else await this.answer(left);
    });
  }

  /** The machine draws a bead, and what it stands for is shown before it is done. @param {bigint[]} position */
  async answer(position) {
    await this.round.attempt(async () => {
      const isLate = this.round.late();
      const wish = { ...this.machine.wish(), heaps: written(position), ply: this.path.length - 1 };
      const drawn = await postJson("/api/machine/move", wish);
      if (isLate()) return;
      this.machine.light(drawn.box, drawn.colour);
      if (drawn.move === null) {
        await this.learn(true);
        return;
      }
      const move = readMove(drawn.move);
      const sentence = this.round.does("machine", move);
      await this.round.show(move, sentence);
      if (isLate() || !this.subject) return;
      const left = readPlace(drawn, "leave");
      this.path.push(written(left));
      this.round.put(left);
      if (drawn.over) await this.learn(false, sentence);
      else await this.turn(left, sentence, t("match.turn.you"));
    });
  }

  /** @param {boolean} gaveUp @param {string} [sentence] */
  async learn(gaveUp, sentence = "") {
    const isLate = this.round.late();
    const wish = { ...this.machine.wish(), path: this.path, began: this.began, gave_up: gaveUp };
    const shown = await postJson("/api/machine/learn", wish);
    if (isLate()) return;
    this.machine.learned(shown);
    const end = gaveUp ? t("investigate.machine.gives_up") : sentence;
    this.round.end();
    const [won] = shown.won;
    this.round.tell(end, t(`match.won.${won ? "machine" : "you"}`), won ? "" : t("investigate.machine.learns"));
    set(this.again, { hidden: null });
    this.again.focus();
  }
}
