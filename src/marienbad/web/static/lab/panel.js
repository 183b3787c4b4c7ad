// The map with what belongs to it: what it shows, its tools, its sentences, its size.

import { LONG, postJson } from "../common/api.js";
import { radios } from "../common/chooser.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { lost } from "../common/moves.js";
import { integer, t } from "../common/words.js";
import { caption, legend } from "./caption.js";
import { LabCell } from "./cell.js";
import { dial, turn } from "../common/fields.js";
import { noCell, readPlane, readView, Takeaway } from "./saved.js";
import { LabMap, STEP } from "./map.js";
import { Planes } from "./planes.js";

/** After how many milliseconds without an answer the page says that it waits, and has a small map. */
const SILENCE = 600;
/** For so many milliseconds the view rests before the page says what is seen. */
const REST = 200;

/** @typedef {import("./map.js").Solved} Solved */

export class MapPanel {
  /** @type {Record<number, number[]>} sizes to choose from, by the number of heaps */
  choices = {};
  status = html("p.status", { role: "status" });
  notice = html("p.map-notice", { "aria-live": "polite" });
  legend = html("p.legend");
  /** Why the map shows no Grundy values. */
  reason = html("p.map-reason");
  sizes = html("div.dials");
  /** @type {number | undefined} */ slow;
  /** @type {number | undefined} */ resting;
  /** When all tiles in view were there. */
  since = 0;
  /** Whether the first answer of some rules is on its way, and takes long. */
  isWaiting = false;
  /** Whether the status tells of trouble with the server. */
  isTroubled = false;
  /** The sentence about where the search ends. */
  end = "";
  /** A position that was asked for, and that the map does not have. */
  nowhere = "";

  /**
   * @param {URLSearchParams} query what a link asks for
   * @param {{asks: () => void, link: () => string, moved: (how: "push" | "replace") => void}} page asks: another map is wanted; link: the address that shows just this; moved: another cell or view, and how it enters the browser's history
   */
  constructor(query, page) {
    this.page = page;
    this.size = 0;
    this.kind = "outcomes";
    this.map = new LabMap({
      pointed: () => this.follow(),
      chosen: () => void this.cell.begin(),
      moved: (how) => this.moved(how),
      beyond: (position) => {
        this.nowhere = String(position);
        page.moved("replace");
      },
      ended: (sentence) => {
        this.end = sentence;
      },
    });
    this.cell = new LabCell(this.map);
    this.planes = new Planes(this.map, () => {
      this.end = "";
      this.moved("replace");
    });
    this.takeaway = new Takeaway(page.link);
    /** @type {URLSearchParams | null} what the first map is to show */
    this.query = null;
    this.kinds = radios(
      t("web.lab.kind"),
      ["outcomes", "grundy"].map((kind) => [kind, t(`web.lab.kind.${kind}`)]),
      this.kind,
      (kind) => {
        this.kind = kind;
        page.asks();
      },
    );
    this.element = html(
      "section.lab-map",
      { "aria-label": t("web.lab.map") },
      html("div.map-head", this.kinds, this.reason, this.planes.element),
      html("div.map-frame", this.map.canvas, this.cell.element),
      html("div.map-foot", this.tools(), this.status),
      this.notice, // under the map and its tools: it covers nothing, and neither moves when it comes
      this.legend,
      this.sizes,
      this.takeaway.exports,
      this.takeaway.copied,
    );
    this.read(query);
  }

  /** Show what an address says of the map. @param {URLSearchParams} query */
  read(query) {
    this.query = query;
    this.size = Number(query.get("size")) || 0;
    this.kind = query.get("kind") === "grundy" ? "grundy" : "outcomes";
    const kind = this.kinds.querySelector(`[value=${this.kind}]`);
    if (kind instanceof HTMLInputElement) kind.checked = true;
  }

  /** What the server offers. @param {{sizes: Record<number, number[]>, heat: number[][]}} offer */
  offer({ sizes, heat }) {
    this.choices = sizes;
    this.map.drawing.shades.heat = heat;
  }

  tools() {
    const tool = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      button(name, sign, act, { "aria-label": t(`web.lab.${name}`), title: t(`web.lab.${name}`) });
    return html(
      "div.map-tools",
      { role: "group", "aria-label": t("web.lab.map") },
      tool("zoom-in", "+", () => this.map.zoom(STEP)),
      tool("zoom-out", "−", () => this.map.zoom(1 / STEP)),
      tool("zoom-whole", "⤢", () => this.map.whole()),
    );
  }

  /** What is asked of the server besides the rules. */
  get question() {
    const { size, kind } = this;
    return { kind, ...(size ? { size } : {}) };
  }

  /** What a link says of the map. @returns {Record<string, string | number | null>} */
  get parameters() {
    const { map } = this;
    const hasPlane = map.heaps > 2;
    return {
      size: this.size || null,
      kind: this.kind === "grundy" ? this.kind : null,
      axes: hasPlane && String(map.axes) !== "0,1" ? String(map.axes) : null,
      held: hasPlane ? String(map.held) : null,
      position: map.isOpen ? String(map.positionOf(map.cursor)) : null,
      ...map.view.parameters,
    };
  }

  /** The cell that was chosen, else the usual start; nothing where there are not two heaps. @returns {readonly number[] | null} */
  get pair() {
    const { map } = this;
    if (!map.solved || map.heaps !== 2) return null;
    return map.isOpen ? map.positionOf(map.cursor) : map.solved.start;
  }

  /** Ask for a small map where the answer takes long: the search may have to be loaded first. @param {{rules: string}} question @returns {() => void} the answer is there */
  wait(question) {
    let isOver = false;
    const timer = setTimeout(async () => {
      this.isWaiting = true;
      say(this.notice, t("web.lab.preparing"));
      const found = await postJson("/api/lab", { ...question, fit: true, small: true }, null, LONG).catch(() => null);
      if (isOver || !found) return;
      const { query } = this;
      this.show(found, question.rules, false);
      this.query = query; // the whole map is to show it as well
      say(this.notice, t("web.lab.small"));
    }, SILENCE);
    return () => {
      isOver = true;
      clearTimeout(timer);
      this.isWaiting = false;
      this.follow();
    };
  }

  /** @param {Solved} found @param {string} rules @param {boolean} isCurrent else the dial was turned on meanwhile */
  show(found, rules, isCurrent) {
    const { map } = this;
    this.end = "";
    this.open(found.sizes, () => map.show(found, rules));
    map.canvas.classList.remove("stale");
    this.paintKinds(found, isCurrent);
    this.isTroubled = false;
    this.describe();
    this.paintSizes(found.sizes, isCurrent);
    this.takeaway.paint({ rules, kind: found.kind, size: found.sizes[0] ?? null });
    this.cell.paint();
  }

  /** Draw a map, and of it what an address has asked for. @param {number[]} sizes @param {() => void} draw */
  open(sizes, draw) {
    const { map, query } = this;
    this.query = null;
    this.nowhere = "";
    if (query) readPlane(map, query, sizes.length);
    draw();
    if (query) this.nowhere = readView(map, query) || this.nowhere;
    this.planes.paint(sizes);
  }

  /** The last good map stays, dimmed, while the rules are wrong. */
  dim() {
    this.map.canvas.classList.add("stale");
    // What was told of the server is over, unless it is told again.
    this.isTroubled = false;
    this.describe();
  }

  /** Tell of trouble with the server instead of what is seen. @param {(status: HTMLElement) => void} write */
  report(write) {
    this.isTroubled = true;
    write(this.status);
  }

  /** Somebody went elsewhere: what the link asked for has been seen. @param {"push" | "replace"} how it enters the browser's history */
  moved(how) {
    if (this.map.solved) this.query = null;
    this.nowhere = "";
    this.page.moved(how);
  }

  /** What is told of the map as it stands now. */
  follow() {
    const { map } = this;
    this.cell.paint();
    const { columns, rows } = map.view.extent;
    const isAtEnd = map.heaps > 1 && Math.max(columns[1], rows[1]) >= map.tiles.largest;
    const isLoading = map.tiles.asked.size > 0;
    set(map.canvas, { "aria-busy": isLoading ? "true" : null });
    if (!isLoading) this.since = performance.now();
    const isSlow = performance.now() - this.since > SILENCE;
    clearTimeout(this.slow);
    if (isLoading && !isSlow) this.slow = setTimeout(() => this.follow(), SILENCE);
    if (map.solved && !this.isWaiting) {
      const end = isAtEnd ? this.end || t("web.lab.edge", { bound: map.tiles.largest }) : "";
      const wrong = this.nowhere && noCell(map, this.nowhere);
      if (map.tiles.isBare) say(this.notice, t("web.lab.held"));
      else say(this.notice, isSlow ? t("web.lab.preparing") : wrong || end);
    }
    say(this.legend, legend(map));
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.describe(), REST);
  }

  /** Say what is seen. */
  describe() {
    const { map } = this;
    if (this.isTroubled) return;
    say(this.status, caption(map));
    set(map.canvas, {
      "aria-label": t("web.lab.map.spoken", { status: this.status.textContent ?? "", keys: t("web.lab.keys") }),
    });
  }

  // The controls of the map

  /** Grundy values belong to games that the last to move wins, and whose heaps say all. @param {Solved} found @param {boolean} isCurrent */
  paintKinds({ misere, memory, kind }, isCurrent) {
    const reason = memory ? t("web.lab.no_values.memory") : misere ? t("web.lab.no_values.misere") : "";
    say(this.reason, reason);
    const outcomes = this.kinds.querySelector("[value=outcomes] + span");
    if (outcomes) say(outcomes, t(lost(memory) ? "web.lab.kind.lost" : "web.lab.kind.outcomes"));
    for (const input of this.kinds.querySelectorAll("input")) {
      if (input.value === "grundy") set(input, { disabled: Boolean(reason) });
      if (isCurrent) input.checked = input.value === kind;
    }
  }

  /** @param {number[]} sizes @param {boolean} isCurrent else the dial was turned on meanwhile */
  paintSizes(sizes, isCurrent) {
    const heaps = sizes.length;
    const choices = this.choices[heaps] ?? [];
    const size = sizes[0] ?? 0;
    const at = Math.max(
      0,
      choices.findLastIndex((choice) => choice <= size),
    );
    const shown = (/** @type {number} */ index) => integer(choices[index] ?? 0);
    if (this.sizes.dataset.shape !== String(heaps)) {
      this.sizes.dataset.shape = String(heaps);
      const chosen = (/** @type {number} */ index) => {
        this.size = choices[index] ?? 0;
        this.page.asks();
      };
      refill(this.sizes, dial(t("web.lab.size"), [0, choices.length - 1], at, chosen, shown, "size"));
    }
    // where all that can follow is looked at, the map may have a size between those to choose from
    if (isCurrent) turn(this.sizes, "size", at, () => integer(size));
  }

  close() {
    clearTimeout(this.slow);
    clearTimeout(this.resting);
    this.map.close();
  }
}
