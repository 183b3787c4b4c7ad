// A vote: for which moves, by how many, and how long it lasts.

import { html, refill, say, set } from "../common/dom.js";
import { readMove } from "../common/moves.js";
import { taken } from "../common/speech.js";
import { integer, plural, t } from "../common/words.js";

/** @typedef {{ply: number, stopped: boolean, hidden: boolean, ends: number | null, count: number, tally: {move: any, count: number}[] | null}} Vote */

const TICK = 250;

export class Ballot {
  /** @param {() => void} over is told when time is up */
  constructor(over) {
    this.over = over;
    /** @type {Vote | null} */
    this.vote = null;
    /** What the server's clock shows more than that of this machine, in seconds. */
    this.offset = 0;
    this.count = html("p.vote-count");
    this.time = html("p.vote-time", { role: "timer", "aria-label": t("classroom.time") });
    this.lines = html("ol.tally", { "aria-label": t("classroom.votes") });
    this.element = html("section.ballot", html("div.vote-head", this.count, this.time), this.lines);
    this.timer = setInterval(() => this.tick(), TICK);
    this.wasOpen = false;
  }

  /** In how many seconds the vote ends; null where it has no end. */
  get left() {
    if (this.vote?.ends === null || !this.vote) return null;
    return Math.max(0, this.vote.ends - Date.now() / 1000 - this.offset);
  }

  get isOpen() {
    return this.vote !== null && !this.vote.stopped && this.left !== 0;
  }

  /**
   * @param {Vote | null} vote
   * @param {import("../common/model.js").Game | null} game
   * @param {number} most how many may vote
   */
  show(vote, game, most) {
    this.vote = vote;
    if (!vote || !game) return;
    const state = this.isOpen ? "open" : "closed";
    say(this.count, plural(`classroom.vote.${state}`, vote.count, { most }));
    const tally = vote.tally ?? [];
    const all = Math.max(1, ...tally.map(({ count }) => count));
    this.lines.style.setProperty("--lines", String(tally.length));
    refill(
      this.lines,
      ...tally.map(({ move, count }) => {
        const bar = html("meter", { min: 0, max: all, value: count, "aria-hidden": "true" });
        return html("li", html("span.vote-move", taken(game, readMove(move))), bar, html("b", integer(BigInt(count))));
      }),
    );
    this.tick();
  }

  tick() {
    const { left } = this;
    const isOpen = this.isOpen;
    set(this.time, { hidden: left === null || !isOpen });
    if (left !== null) say(this.time, clock(Math.ceil(left)));
    if (this.wasOpen && !isOpen) this.over();
    this.wasOpen = isOpen;
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Minutes and seconds. @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
