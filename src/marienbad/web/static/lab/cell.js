// What is to be said of a position, on a card beside its cell: who wins, a move, and to play from there.

import { address } from "../common/address.js";
import { isForNow } from "../common/api.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { loadGame, loadMoves } from "../common/model.js";
import { Call, lost } from "../common/moves.js";
import { taken } from "../common/speech.js";
import { Session } from "../play/state.js";
import { integer, t, tuple } from "../common/words.js";

/** @typedef {import("./map.js").LabMap} LabMap */
/** @typedef {{take: bigint[], left: bigint[], wins: boolean}} Move */

const WAIT = 90;
const SHOWN = 3;
const KEPT = 400;
/** Between the cell and the card, in pixels. */
const GAP = 14;

export class LabCell {
  /** @type {Map<string, Move[] | null>} */ known = new Map();
  /** What is shown: the game, the position and its value. */
  key = "";
  title = html("h2");
  verdict = html("p.cell-verdict");
  moves = html("ul.cell-moves");
  problem = html("p.problem", { role: "alert" });
  analysis = html("a.button", { "data-action": "analyse" }, t("web.nav.analysis"));
  investigation = html("a.button", { "data-action": "investigate" }, t("web.nav.investigate"));
  /** @type {number | undefined} */ timer;
  isBeginning = false;

  /** @param {LabMap} map */
  constructor(map) {
    this.map = map;
    this.play = button("play", t("web.lab.play.first"), () => void this.begin(), { class: "primary" });
    const close = button("close-cell", "×", () => map.leave(), { "aria-label": t("web.close"), class: "cell-close" });
    this.element = html(
      "div.cell",
      { role: "group", "aria-label": t("web.lab.position"), hidden: true },
      html("div", { "aria-live": "polite", "aria-atomic": "true" }, this.title, this.verdict),
      this.moves,
      html("div.acts", this.play, this.analysis, this.investigation),
      this.problem,
      close,
    );
    // the card stands on the map: a wheel over it zooms too, unless it scrolls the card itself
    const turn = (/** @type {WheelEvent} */ event) => {
      if (!event.ctrlKey && this.element.scrollHeight > this.element.clientHeight) return;
      event.preventDefault();
      map.canvas.dispatchEvent(new WheelEvent("wheel", event));
    };
    this.element.addEventListener("wheel", turn, { passive: false });
  }

  get game() {
    return this.map.solved?.game ?? "";
  }

  /** Say what the map knows at once, and ask for the moves when the pointer rests. */
  paint() {
    const { map } = this;
    const isShown = Boolean(map.solved && (map.isOpen || map.under));
    set(this.element, { hidden: !isShown });
    if (!map.solved || !isShown) {
      this.key = "";
      map.left = [];
      return;
    }
    this.element.classList.toggle("peek", !map.isOpen);
    const { position } = map;
    const value = map.valueOf(map.shown);
    const key = `${this.game} ${map.solved.kind} ${position} ${value}`;
    if (key !== this.key) {
      this.key = key;
      this.tell(position, value);
    }
    this.lay();
  }

  /** @param {number[]} position @param {number | null} value null while it is on its way */
  tell(position, value) {
    const { map } = this;
    map.left = [];
    const isToLeave = value === 0;
    const shown = position.length > 1 ? tuple(position) : integer(position[0] ?? 0);
    const hasValue = map.solved?.kind === "grundy" && value !== null;
    say(this.title, hasValue ? t("web.lab.cell.value", { position: shown, value }) : shown);
    say(
      this.verdict,
      value === null ? "…" : t(isToLeave ? `web.lab.cell.p${lost(map.solved?.memory ?? null)}` : "web.lab.cell.n"),
    );
    say(this.play, t(isToLeave ? "web.lab.play.second" : "web.lab.play.first"));
    say(this.problem, "");
    set(this.play, { hidden: value === null });
    const query = { game: this.game, position: position.join(",") };
    set(this.analysis, { href: address("/analysis", query) });
    set(this.investigation, { href: address("/investigate", query) });
    refill(this.moves);
    clearTimeout(this.timer);
    if (value === null) return;
    const { key } = this;
    if (this.known.has(key)) void this.list(this.known.get(key) ?? null);
    else this.timer = setTimeout(() => void this.ask(key, position), WAIT);
  }

  /** @param {string} key @param {number[]} position */
  async ask(key, position) {
    try {
      const { moves, lefts, values } = await loadMoves(this.game, position.map(BigInt), { values: true });
      const found = moves?.map((take, index) => ({
        ...{ take, left: lefts[index] ?? [], wins: values[index]?.wins === true },
      }));
      if (this.known.size > KEPT) this.known.clear();
      this.known.set(key, found ?? null);
    } catch (problem) {
      // so far out the moves are not listed; who wins the map knows all the same
      if (!isForNow(problem)) this.known.set(key, null);
    }
    if (key === this.key) await this.list(this.known.get(key) ?? null);
  }

  /** The moves, those that win in words. @param {Move[] | null} moves */
  async list(moves) {
    const { map, key } = this;
    if (!moves) return;
    const game = await loadGame(this.game);
    if (key !== this.key) return;
    const winning = moves.filter((move) => move.wins);
    if (!moves.length) say(this.verdict, t(this.over));
    set(this.play, { hidden: moves.length === 0 });
    refill(
      this.moves,
      moves.length > 0 && html("li", t("web.lab.cell.moves", { number: moves.length, winning: winning.length })),
      ...winning
        .slice(0, SHOWN)
        .map(({ take, left }) =>
          html(
            "li.wins",
            take instanceof Call
              ? t("web.analysis.call", { taken: taken(game, take) })
              : t("web.analysis.move", { taken: taken(game, take), position: tuple(left) }),
          ),
        ),
      winning.length > SHOWN && html("li", t("web.analysis.more", { number: winning.length - SHOWN })),
    );
    this.lay(); // the card has grown
    if (map.solved?.memory) return; // a move leads out of the map
    map.light(moves.map(({ left, wins }) => ({ position: left.map(Number), wins })));
  }

  /** Which sentence says who has won where no move is left. */
  get over() {
    const { map } = this;
    if (lost(map.solved?.memory ?? null)) {
      return map.valueOf(map.shown) === 0 ? "web.lab.cell.over.lost" : "web.lab.cell.over.won";
    }
    return map.solved?.misere ? "web.lab.cell.over.misere" : "web.lab.cell.over";
  }

  /** Stand beside the cell, inside the map, and not upon the cell. */
  lay() {
    const { map, element } = this;
    const [x, y] = map.drawing.middle(map.shown);
    const { clientWidth: width, clientHeight: height } = map.canvas;
    const { offsetWidth: wide, offsetHeight: tall } = element;
    const far = GAP + map.view.scale / 2;
    const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(at, most));
    let left = x + far + wide <= width ? x + far : x - far - wide;
    let top = within(y - tall / 2, height - tall);
    if (left < 0) {
      left = within(x - wide / 2, width - wide);
      top = y > height / 2 ? within(y - far - tall, height - tall) : within(y + far, height - tall);
    }
    element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }

  /** A match against the perfect machine; whoever reads this sits where the win is. */
  async begin() {
    const { map } = this;
    if (!map.solved || this.isBeginning) return;
    this.isBeginning = true;
    const { position } = map;
    const isToLeave = map.valueOf(map.shown) === 0;
    const players = isToLeave ? ["perfect", "human"] : ["human", "perfect"];
    try {
      const wanted = { game: this.game, position: position.map(BigInt), players };
      const { match } = await Session.create(wanted);
      location.assign(address(`/m/${match.id}`));
    } catch (problem) {
      map.choose(map.shown, "replace");
      say(this.problem, /** @type {Error} */ (problem).message);
      this.lay();
    } finally {
      this.isBeginning = false;
    }
  }
}
