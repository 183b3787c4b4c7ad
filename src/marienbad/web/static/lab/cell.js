// What is to be said of the position pointed at: who wins, its moves, and to play from there.

import { address } from "../common/address.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { loadGame, loadMoves } from "../common/model.js";
import { leave } from "../common/numbers.js";
import { taken } from "../common/speech.js";
import { Session } from "../play/state.js";
import { integer, t, tuple } from "../common/words.js";

/** @typedef {import("./map.js").LabMap} LabMap */

const WAIT = 70;
const SHOWN = 4;
const KEPT = 400;

export class LabCell {
  /** @param {LabMap} map */
  constructor(map) {
    this.map = map;
    this.paints = 0;
    /** @type {Map<string, bigint[][] | null>} */
    this.known = new Map();
    this.title = html("h2", {});
    this.verdict = html("p", { "aria-live": "polite", class: "cell-verdict" });
    this.moves = html("ul", { class: "cell-moves" });
    this.play = button("play", "", () => void this.begin(), { class: "primary" });
    this.analysis = html("a", { class: "button", "data-action": "analyse" }, t("web.nav.analysis"));
    this.problem = html("p", { class: "problem", role: "alert" });
    this.element = html(
      "div",
      { class: "cell" },
      this.title,
      this.verdict,
      this.moves,
      html("div", { class: "acts" }, this.play, this.analysis),
      this.problem,
    );
  }

  get game() {
    return this.map.solved?.game ?? "";
  }

  /** Say what the map knows at once, and ask for the moves when the pointer rests. */
  paint() {
    const { map } = this;
    if (!map.solved) return;
    const { position } = map;
    const number = ++this.paints;
    const value = map.valueOf(position);
    const isToLeave = value === 0;
    const shown = position.length > 1 ? tuple(position) : integer(position[0] ?? 0);
    say(
      this.title,
      map.solved.kind === "grundy" ? t("web.lab.cell.value", { position: shown, value }) : shown,
    );
    say(this.verdict, t(isToLeave ? "web.lab.cell.p" : "web.lab.cell.n"));
    say(this.play, t(isToLeave ? "web.lab.play.second" : "web.lab.play.first"));
    say(this.problem, "");
    set(this.analysis, {
      href: address("/analysis", { game: this.game, position: position.join(",") }),
    });
    const key = `${this.game} ${position}`;
    if (this.known.has(key)) {
      void this.list(position, this.known.get(key) ?? null);
      return;
    }
    refill(this.moves);
    setTimeout(() => {
      if (number === this.paints) void this.ask(key, position, number);
    }, WAIT);
  }

  /** @param {string} key @param {number[]} position @param {number} number */
  async ask(key, position, number) {
    try {
      const { moves } = await loadMoves(this.game, position.map(BigInt));
      if (this.known.size > KEPT) this.known.clear();
      this.known.set(key, moves);
      if (number === this.paints) await this.list(position, moves);
    } catch (problem) {
      if (number === this.paints) say(this.problem, /** @type {Error} */ (problem).message);
    }
  }

  /** The moves, those that win in words. @param {number[]} position @param {bigint[][] | null} moves */
  async list(position, moves) {
    const { map } = this;
    const number = this.paints;
    const game = await loadGame(this.game);
    if (number !== this.paints || !moves) return;
    const exact = position.map(BigInt);
    const left = (/** @type {bigint[]} */ move) => leave(exact, move).map(Number);
    const winning = moves.filter((move) => map.isToLeave(left(move)));
    map.light(moves.map(left));
    if (!moves.length) {
      say(this.verdict, t(map.solved?.misere ? "web.lab.cell.over.misere" : "web.lab.cell.over"));
    }
    set(this.play, { hidden: moves.length === 0 });
    refill(
      this.moves,
      moves.length > 0 &&
        html("li", {}, t("web.lab.cell.moves", { number: moves.length, winning: winning.length })),
      ...winning.slice(0, SHOWN).map((move) =>
        html(
          "li",
          { class: "wins" },
          t("web.analysis.move", {
            taken: taken(game, move),
            position: tuple(leave(exact, move)),
          }),
        ),
      ),
      winning.length > SHOWN &&
        html("li", {}, t("web.analysis.more", { number: winning.length - SHOWN })),
    );
  }

  /** A match against the perfect machine; whoever reads this sits where the win is. */
  async begin() {
    const { map } = this;
    if (!map.solved || this.play.hidden) return;
    const { position } = map;
    const players = map.isToLeave(position) ? ["perfect", "human"] : ["human", "perfect"];
    try {
      const wanted = { game: this.game, position: position.map(BigInt), players };
      const { match } = await Session.create(wanted);
      location.assign(address(`/m/${match.id}`));
    } catch (problem) {
      say(this.problem, /** @type {Error} */ (problem).message);
    }
  }
}
