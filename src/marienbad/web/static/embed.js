// A board in the page of somebody else: a position to play from, against the machine. Nothing is
// kept in the browser.

import { address } from "./common/address.js";
import { getJson } from "./common/api.js";
import { Round } from "./board/round.js";
import { button, html, refill, set } from "./common/dom.js";
import { wrongPosition } from "./common/fields.js";
import { loadGame, loadMoves } from "./common/model.js";
import { saidOf, situated } from "./common/moves.js";
import { readPosition } from "./common/numbers.js";
import { unknownName } from "./common/trouble.js";
import { t } from "./common/words.js";

/** @typedef {import("./common/model.js").Game} Game */

export class EmbedPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    const query = new URLSearchParams(location.search);
    this.name = query.get("game") ?? "marienbad";
    this.written = query.get("position");
    this.level = query.get("level") ?? "novice";
    this.round = new Round((game, move, left) => this.play(game, move, left));
    this.newButton = button("new-game", t("match.again"), () => this.begin(this.round.start));
    this.link = html("a", { target: "_blank", rel: "noopener" }, t("web.embed.open"));
  }

  async open() {
    const game = await loadGame(this.name);
    const found = this.written === null ? { heaps: game.start, state: 0n } : readPosition(this.written);
    const unknown = unknownName("level", this.level, game.levels);
    if (unknown) throw new Error(unknown);
    if ("wrong" in found) throw new Error(wrongPosition(this.written ?? "", found.wrong, game.start));
    const { round } = this;
    refill(
      this.place,
      html(
        "div.embed",
        html("h1", game.title),
        round.board.element,
        round.act,
        html("p.rule", game.rule),
        html("p.links", this.newButton, this.link),
      ),
    );
    const { start } = await loadMoves(game.game, situated(found.heaps, found.state));
    round.begin(game, start);
    await this.opening(game);
  }

  /** @param {bigint[]} start */
  begin(start) {
    const { round } = this;
    if (!round.game) return;
    const { game } = round;
    round.begin(game, start);
    void round.attempt(() => this.opening(game));
  }

  /** The reader begins, but for what the machine may forbid before. @param {Game} game */
  async opening(game) {
    const { start } = this.round;
    const { order } = await loadMoves(game.game, start);
    await (order[0] ? this.answer(game, start) : this.turn(start));
  }

  /** The reader's turn, where there is a move left. @param {bigint[]} position @param {...string} sentences */
  async turn(position, ...sentences) {
    const { round } = this;
    set(this.link, { href: address("/analysis", { game: round.game?.game, position: position.join(",") }) });
    const found = await round.turn(position, ...sentences);
    if (!found) return;
    round.tell(...sentences, t(`match.${saidOf(found.position).act === "forbid" ? "forbids" : "turn"}.you`));
    if (found.over) this.end(found.lost ? "machine" : "you");
  }

  /** @param {Game} game @param {bigint[]} move @param {bigint[]} left */
  async play(game, move, left) {
    const { round } = this;
    const isMine = round.order[0] === round.order[1];
    const sentence = round.does("you", move);
    round.put(left);
    if (isMine) {
      await round.attempt(() => this.turn(left, sentence));
      return;
    }
    round.tell(sentence, t("match.thinking"));
    await round.attempt(() => this.answer(game, left));
  }

  /**
   * The machine's move is shown, not merely done.
   * @param {Game} game
   * @param {bigint[]} position
   * @param {...string} before what it has done before, where it plays on
   */
  async answer(game, position, ...before) {
    const { round } = this;
    const isLate = round.late();
    const question = { game: game.game, position: position.join(","), player: this.level };
    const reply = await getJson("/api/reply", question);
    if (isLate()) return;
    if (!reply.take && !reply.call && !reply.forbid) {
      const { lost } = await loadMoves(game.game, position);
      this.end(lost ? "you" : "machine");
      return;
    }
    const sentence = await round.follow(reply, (move) => round.does("machine", move));
    if (sentence === null) return;
    const left = round.position;
    if (reply.over) this.end(reply.won ? "machine" : "you");
    else if (reply.plays_on) await round.attempt(() => this.answer(game, left, sentence));
    else await round.attempt(() => this.turn(left, ...before, sentence));
  }

  /** @param {"you" | "machine"} winner */
  end(winner) {
    const { round } = this;
    round.end();
    round.tell(t(`match.won.${winner}`));
    // The focus is taken from nobody who has not played.
    if (round.position !== round.start) this.newButton.focus();
  }

  close() {}
}
