// A game that is kept here and nowhere else: no match is made on the server. A board, what is chosen
// on it, the button that takes, a line of words. What follows a move, whoever uses it says.

import { moveFocus } from "./pieces.js";
import { Board } from "./board.js";
import { ChessBoard } from "./chess.js";
import { Choice, Parting } from "./choice.js";
import { button, html, pause, say, set } from "../common/dom.js";
import { loadMoves } from "../common/model.js";
import { readPlace, readReply } from "../common/moves.js";
import { deed, taken } from "../common/speech.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */

const SHOWING = 700;

export class Round {
  /** @param {(game: Game, move: bigint[], left: bigint[]) => Promise<void>} played what follows a move that was chosen, and what it leaves */
  constructor(played) {
    this.played = played;
    /** @type {Game | null} */ this.game = null;
    /** @type {bigint[]} */ this.start = [];
    /** @type {bigint[]} */ this.position = [];
    /** @type {bigint[] | null} A move that is shown: raised before it is taken. */
    this.raised = null;
    /** @type {import("../common/model.js").Drawing | null} */ this.drawing = null;
    this.isOver = false;
    /** @type {string | undefined} what a second press does, where the choice does not say */ this.again = undefined;
    /** The seats in order of play from here, again and again. */
    this.order = [0, 1];
    /** How many were begun: what comes late for an earlier one is dropped. */
    this.rounds = 0;
    this.board = new Board(new ChessBoard());
    this.choice = new Choice(() => this.paint());
    this.status = html("p.status", { role: "status" });
    this.parting = new Parting();
    this.takeButton = button("take", "", () => void this.take(), { class: "primary" });
    this.act = html("div.act", this.status, this.parting.element, this.takeButton);
    this.board.element.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {Game} game @param {bigint[]} start */
  begin(game, start) {
    this.rounds += 1;
    if (game !== this.game) this.choice = new (game.forbidding?.Choice ?? Choice)(() => this.paint());
    this.game = game;
    this.start = start;
    this.put(start);
  }

  /** Tells from now on whether another was begun. */
  late() {
    const { rounds } = this;
    return () => rounds !== this.rounds;
  }

  /** Do it; where the server is gone say so, and offer to do it again. @param {() => Promise<void>} act */
  async attempt(act) {
    const isLate = this.late();
    try {
      await act();
    } catch (problem) {
      if (isLate()) return;
      this.raised = null;
      sayProblem(this.status, problem, () => void this.attempt(act));
    }
  }

  /** A position on the board, from which nobody may play yet. @param {bigint[]} position */
  put(position) {
    this.position = position;
    this.raised = null;
    this.drawing = null;
    this.isOver = false;
    this.choice.begin(null);
    this.paint();
  }

  /**
   * The turn of whoever sits here, where there is a move left.
   * @param {bigint[]} position
   * @param {...string} sentences
   * @returns {Promise<import("../common/model.js").Moves | null>}
   */
  async turn(position, ...sentences) {
    const { game } = this;
    const isLate = this.late();
    this.put(position);
    this.tell(...sentences);
    if (!game) return null;
    const found = await loadMoves(game.game, position);
    if (isLate()) return null;
    Object.assign(this, { position: found.position, order: found.order });
    if (!found.over) this.choice.begin({ ...found, game });
    this.paint();
    return found;
  }

  async take() {
    const { choice, game } = this;
    if (!game || !choice.isLegal) return;
    const { move, situation } = choice;
    choice.begin(null);
    await this.attempt(async () => this.played(game, move, await choice.leftBy(move, situation)));
  }

  /** Arrows move among the objects, Escape gives up what is chosen. @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const piece = /** @type {HTMLElement} */ (event.target).closest("[data-heap]");
    if (event.key.startsWith("Arrow") && piece instanceof HTMLElement) {
      if (moveFocus(this.board.rows, event.key, piece)) event.preventDefault();
    } else if (event.key === "Escape") this.choice.clear();
    // A key that is held down presses once.
    else if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  }

  focus() {
    const square = /** @type {HTMLElement | null} */ (this.board.chess?.querySelector("[tabindex='0']"));
    if (this.board.chess?.isConnected) square?.focus({ preventScroll: true });
    else moveFocus(this.board.rows, "ArrowDown", null);
  }

  /** A move is raised before it is taken. @param {bigint[]} move @param {string} sentence */
  async show(move, sentence) {
    this.raised = move;
    this.tell(sentence);
    await pause(SHOWING);
  }

  /**
   * Somebody else's move, as the server tells it: raised with a sentence, then done. Nothing comes back
   * where another round was begun meanwhile.
   * @param {any} reply @param {(move: bigint[]) => string} tell
   */
  async follow(reply, tell) {
    const isLate = this.late();
    const move = readReply(reply, this.position);
    const sentence = tell(move);
    await this.show(move, sentence);
    if (isLate()) return null;
    this.put(readPlace(reply, "leave"));
    return sentence;
  }

  /** Who does what. @param {"you" | "machine"} who @param {bigint[]} move */
  does(who, move) {
    return this.game ? t(`match.${deed(this.game, move)}.${who}`, { taken: taken(this.game, move) }) : "";
  }

  /** @param {...string} sentences */
  tell(...sentences) {
    say(this.status, sentences.join(" "));
    this.paint();
  }

  end() {
    this.isOver = true;
    this.raised = null;
    this.paint();
  }

  paint() {
    const { game, choice } = this;
    if (!game) return;
    const isOpen = choice.situation !== null;
    this.board.update({
      game,
      start: game.parts ? [...this.position] : this.start,
      position: this.position,
      take: this.raised ?? choice.take,
      isOpen,
      choice,
      play: () => void this.take(),
      drawing: this.drawing,
      again: this.again ?? choice.again,
    });
    this.parting.paint(choice, isOpen);
    say(this.takeButton, isOpen ? choice.label(game) : t("match.wait"));
    set(this.takeButton, { "aria-disabled": choice.isLegal ? null : "true", hidden: this.isOver });
  }
}
