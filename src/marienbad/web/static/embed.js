// A board in the page of somebody else: a position to play from, against the machine. The game is
// kept here and nowhere else: no match is made on the server, and nothing in the browser.

import { address } from "./common/address.js";
import { getJson } from "./common/api.js";
import { Board } from "./board/board.js";
import { ChessBoard } from "./board/chess.js";
import { Choice } from "./board/choice.js";
import { button, html, pause, refill, say, set } from "./common/dom.js";
import { wrongPosition } from "./common/heaps.js";
import { loadGame, loadMoves } from "./common/model.js";
import { after, readReply, seatAt, situated } from "./common/moves.js";
import { readPosition } from "./common/numbers.js";
import { Parting } from "./board/parting.js";
import { deed, taken } from "./common/speech.js";
import { sayProblem, unknownName } from "./common/trouble.js";
import { t } from "./common/words.js";

/** @typedef {import("./common/model.js").Game} Game */

const SHOWING = 700;

export class EmbedPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    const query = new URLSearchParams(location.search);
    this.name = query.get("game") ?? "marienbad";
    this.written = query.get("position");
    this.level = query.get("level") ?? "novice";
    /** @type {Game | null} */
    this.game = null;
    /** @type {bigint[]} */
    this.start = [];
    /** @type {bigint[]} */
    this.position = [];
    /** @type {bigint[] | null} The machine's move, raised before it is taken. */
    this.raised = null;
    /** How many games were begun: what comes late for an earlier one is dropped. */
    this.games = 0;
    this.board = new Board(new ChessBoard());
    this.choice = new Choice(() => this.paint());
    this.title = html("h1", {});
    this.status = html("p", { class: "status", role: "status" });
    this.parting = new Parting();
    this.takeButton = button("take", "", () => void this.play(), { class: "primary" });
    this.isOver = false;
    this.newButton = button("new-game", t("match.again"), () => {
      this.games += 1;
      void this.attempt(() => this.begin(this.start));
    });
    this.rule = html("p", { class: "rule" });
    this.link = html("a", { target: "_blank", rel: "noopener" }, t("web.embed.open"));
  }

  async open() {
    const game = await loadGame(this.name);
    const found = this.written === null ? { heaps: game.start, state: 0n } : readPosition(this.written);
    const unknown = unknownName("level", this.level, game.levels);
    if (unknown) throw new Error(unknown);
    if ("wrong" in found) throw new Error(wrongPosition(this.written ?? "", found.wrong, game.start));
    this.game = game;
    say(this.title, game.title);
    say(this.rule, game.rule);
    refill(
      this.place,
      html(
        "div",
        { class: "embed" },
        this.title,
        this.board.element,
        html("div", { class: "act" }, this.status, this.parting.element, this.takeButton),
        this.rule,
        html("p", { class: "links" }, this.newButton, this.link),
      ),
    );
    await this.begin(situated(found.heaps, found.state));
  }

  /** @param {bigint[]} start */
  async begin(start) {
    this.start = start;
    await this.turn(start, [t("match.turn.you")]);
  }

  /** Do it; where the server is gone say so, and offer to do it again. @param {() => Promise<void>} act */
  async attempt(act) {
    const { games } = this;
    try {
      await act();
    } catch (problem) {
      if (games !== this.games) return;
      this.raised = null;
      sayProblem(this.status, problem, () => void this.attempt(act));
    }
  }

  /**
   * The reader's turn, where there is a move left.
   * @param {bigint[]} position
   * @param {string[]} sentences
   */
  async turn(position, sentences) {
    const { game, games } = this;
    if (!game) return;
    this.position = position;
    this.raised = null;
    this.isOver = false;
    this.choice.begin(null);
    this.tell(...sentences);
    const query = { game: game.game, position: position.join(",") };
    set(this.link, { href: address("/analysis", query) });
    const { over, lost, moves } = await loadMoves(game.game, position);
    if (games !== this.games) return;
    if (over) this.end(lost ? "machine" : "you");
    else this.choice.begin({ game: game.game, memory: game.memory, parts: game.parts, position, moves });
    this.paint();
  }

  async play() {
    const { game, choice } = this;
    if (!game || !choice.isLegal) return;
    const { move } = choice;
    const left = after(game, this.position, move);
    const isMine = seatAt(game.memory, this.position, 1) === 0;
    const sentence = t(`match.${deed(game, move)}.you`, { taken: taken(game, move) });
    this.position = left;
    choice.begin(null);
    if (isMine) {
      await this.attempt(() => this.turn(left, [sentence, t("match.turn.you")]));
      return;
    }
    this.tell(sentence, t("match.thinking"));
    await this.attempt(() => this.answer(game, left));
  }

  /** The machine's move is shown, not merely done. @param {Game} game @param {bigint[]} position */
  async answer(game, position) {
    const { games } = this;
    const question = { game: game.game, position: position.join(","), player: this.level };
    const reply = await getJson("/api/reply", question);
    if (games !== this.games) return;
    if (!reply.take && !reply.call) {
      const { lost } = await loadMoves(game.game, position);
      this.end(lost ? "you" : "machine");
      return;
    }
    const take = readReply(reply, position);
    const sentence = t(`match.${deed(game, take)}.machine`, { taken: taken(game, take) });
    this.raised = take;
    this.tell(sentence);
    await pause(SHOWING);
    if (games !== this.games) return;
    const left = after(game, position, take);
    if (reply.plays_on && !reply.over) await this.attempt(() => this.answer(game, left));
    else if (reply.over) {
      this.position = left;
      this.end(reply.won ? "machine" : "you");
    } else await this.attempt(() => this.turn(left, [sentence, t("match.turn.you")]));
  }

  /** @param {"you" | "machine"} winner */
  end(winner) {
    this.isOver = true;
    this.tell(t(`match.won.${winner}`));
    // The focus is taken from nobody who has not played.
    if (this.position !== this.start) this.newButton.focus();
  }

  /** @param {...string} sentences */
  tell(...sentences) {
    say(this.status, sentences.join(" "));
    this.paint();
  }

  paint() {
    const { game, choice } = this;
    if (!game) return;
    this.board.update({
      game,
      start: game.parts ? [...this.position] : this.start,
      position: this.position,
      take: this.raised ?? choice.take,
      isOpen: choice.situation !== null,
      choice,
      play: () => void this.play(),
      drawing: null,
    });
    this.parting.paint(choice, choice.situation !== null);
    say(this.takeButton, choice.situation ? choice.label(game) : t("match.wait"));
    set(this.takeButton, { "aria-disabled": choice.isLegal ? null : "true", hidden: this.isOver });
  }

  close() {}
}
