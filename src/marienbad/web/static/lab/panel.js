// The map with what belongs to it: what it shows, its planes, its sentence, and what is taken away.

import { address } from "../common/address.js";
import { LONG, postJson } from "../common/api.js";
import { radios } from "../common/chooser.js";
import { button, html, refill, say, select, set } from "../common/dom.js";
import { integer, lang, t } from "../common/words.js";
import { LabCell } from "./cell.js";
import { dial, turn } from "./dial.js";
import { LabMap } from "./map.js";

const FORMATS = /** @type {const} */ (["png", "svg", "csv", "bfile"]);
const NAMES = ["x", "y", "z", "w", "v", "u", "t", "s"];
/** After how many milliseconds without an answer the page says that it waits, and has a small map. */
const SILENCE = 600;
const STEP = 1.5;
/** How far a heap that is held can be turned, where that is more than the first answer has. */
const HELD = 40;

/** @typedef {import("./map.js").Solved} Solved */

export class MapPanel {
  /** @type {Record<number, number[]>} sizes to choose from, by the number of heaps */
  choices = {};
  status = html("p", { class: "status", role: "status" });
  notice = html("p", { class: "map-notice", "aria-live": "polite" });
  legend = html("p", { class: "legend" });
  sizes = html("div", { class: "dials" });
  planes = html("div", { class: "planes" });
  exports = html("p", { class: "exports" });
  copied = html("p", { class: "notice", "aria-live": "polite" });
  /** @type {number | undefined} */
  slow;
  /** When all tiles in view were there. */
  since = 0;
  /** Whether the first answer of some rules is on its way, and takes long. */
  isWaiting = false;
  /** The sentence about where the search ends. */
  end = "";

  /**
   * @param {URLSearchParams} query what a link asks for
   * @param {{asks: () => void, link: () => string, moved: (isView: boolean) => void}} page asks: another map is wanted; link: the address that shows just this; moved: another cell is chosen, or only the view was moved
   */
  constructor(query, page) {
    this.page = page;
    this.size = 0;
    this.kind = "outcomes";
    this.map = new LabMap({
      pointed: () => this.follow(),
      chosen: () => void this.cell.begin(),
      moved: (isView) => page.moved(isView),
      ended: (sentence) => {
        this.end = sentence;
      },
    });
    this.cell = new LabCell(this.map);
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
      "section",
      { class: "lab-map", "aria-label": t("web.lab.map") },
      html("div", { class: "map-head" }, this.kinds, this.planes),
      html("div", { class: "map-frame" }, this.map.canvas, this.tools(), this.notice, this.cell.element),
      this.status,
      this.legend,
      this.sizes,
      this.exports,
      this.copied,
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
    this.map.drawing.heat = heat;
  }

  tools() {
    const tool = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      button(name, sign, act, { "aria-label": t(`web.lab.${name}`), title: t(`web.lab.${name}`) });
    return html(
      "div",
      { class: "map-tools", role: "group", "aria-label": t("web.lab.map") },
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

  /** Ask for a small map where the answer takes long: the search may have to be loaded first. @param {{rules: string}} question @returns {() => void} the answer is there */
  wait(question) {
    let isOver = false;
    const timer = setTimeout(async () => {
      this.isWaiting = true;
      say(this.notice, t("web.lab.preparing"));
      const found = await postJson("/api/lab", { ...question, fit: true, small: true }, null, LONG).catch(() => null);
      if (isOver || !found) return;
      this.show(found, question.rules, false);
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
    if (this.query) this.readPlane(this.query, found.sizes.length);
    map.show(found, rules);
    if (this.query) this.readView(this.query);
    this.query = null;
    map.canvas.classList.remove("stale");
    // Grundy values belong to games that the last to move wins
    const grundy = this.kinds.querySelector("[value=grundy]");
    if (grundy) set(grundy, { disabled: found.misere });
    const size = integer(found.sizes[0] ?? 0);
    const values = { box: found.sizes.map(() => size).join(" × "), count: found.count };
    const key = found.kind === "grundy" ? "web.lab.status.grundy" : "web.lab.status";
    say(this.status, t(key, { ...values, greatest: found.greatest }));
    const name = `${t("web.lab.map")}: ${this.status.textContent} ${t("web.lab.keys")}`;
    set(map.canvas, { "aria-label": name });
    say(this.legend, t(`web.lab.legend.${found.kind}`));
    this.paintSizes(found.sizes, isCurrent);
    this.paintPlanes(found.sizes);
    this.paintExports({ rules, kind: found.kind, size: found.sizes[0] ?? null });
    this.cell.paint();
  }

  /** The last good map stays, dimmed, while the rules are wrong. */
  dim() {
    this.map.canvas.classList.add("stale");
  }

  // What a link says

  /** @param {URLSearchParams} query @param {number} heaps */
  readPlane(query, heaps) {
    const { map } = this;
    const [one = 0, other = 1] = numbers(query, "axes");
    map.axes = one < other && other < heaps ? [one, other] : [0, 1];
    const position = numbers(query, "position");
    const held = position.length === heaps ? position.filter((_, heap) => !map.axes.includes(heap)) : numbers(query, "held");
    if (held.length === Math.max(0, heaps - 2)) map.held = held;
  }

  /** @param {URLSearchParams} query */
  readView(query) {
    const { map } = this;
    map.view.isMoved = false;
    map.drawing.paint(); // the size of the frame is known then
    map.view.read(query);
    const position = numbers(query, "position");
    const cell = position.length === map.heaps ? map.cellOf(position) : null;
    map.isOpen = Boolean(cell);
    if (cell) {
      map.cursor = cell;
      map.view.reveal(cell);
    }
    map.changed();
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
      const isBare = map.tiles.refused.size > 0 && !map.tiles.known.size;
      if (isBare) say(this.notice, t("web.lab.held"));
      else say(this.notice, isSlow ? t("web.lab.preparing") : end);
    }
    const points = 2 ** Math.max(0, Math.ceil(-Math.log2(map.view.scale * (devicePixelRatio || 1)) - 0.01));
    const legend = map.solved ? t(`web.lab.legend.${map.solved.kind}`) : "";
    const block = `web.lab.legend.block.${map.solved?.kind ?? "outcomes"}`;
    say(this.legend, points > 1 ? `${legend} ${t(block, { number: points })}` : legend);
  }

  // The controls of the map

  /** @param {number[]} sizes @param {boolean} isCurrent else the dial was turned on meanwhile */
  paintSizes(sizes, isCurrent) {
    const heaps = sizes.length;
    const choices = this.choices[heaps] ?? [];
    const size = sizes[0] ?? 0;
    const at = Math.max(0, choices.findLastIndex((choice) => choice <= size));
    const shown = (/** @type {number} */ index) => integer(choices[index] ?? 0);
    if (this.sizes.dataset.shape !== String(heaps)) {
      this.sizes.dataset.shape = String(heaps);
      const chosen = (/** @type {number} */ index) => {
        this.size = choices[index] ?? 0;
        this.page.asks();
      };
      refill(
        this.sizes,
        dial(t("web.lab.size"), [0, choices.length - 1], at, chosen, shown, "size"),
      );
    }
    if (isCurrent) turn(this.sizes, "size", at, shown);
  }

  /** Which two heaps are drawn, and dials for the others. @param {number[]} sizes */
  paintPlanes(sizes) {
    const { map } = this;
    const heaps = sizes.length;
    const shape = `${heaps} ${map.axes}`;
    const most = Math.max(HELD, (sizes[0] ?? 1) - 1, ...map.held);
    if (this.planes.dataset.shape !== shape) {
      this.planes.dataset.shape = shape;
      const others = NAMES.slice(0, heaps).filter((_, heap) => !map.axes.includes(heap));
      refill(
        this.planes,
        heaps > 2 && html("div", { class: "axes" }, this.axis(0, heaps), this.axis(1, heaps)),
        html(
          "div",
          { class: "dials" },
          ...map.held.map((value, index) =>
            dial(others[index] ?? "", [0, most], value, (number) => this.cut(index, number), integer),
          ),
        ),
      );
    }
    const names = NAMES.slice(0, heaps).filter((_, heap) => !map.axes.includes(heap));
    for (const [index, name] of names.entries()) turn(this.planes, name, map.held[index] ?? 0, integer);
  }

  /** @param {0 | 1} which @param {number} heaps */
  axis(which, heaps) {
    const { map } = this;
    return select(
      t(which ? "web.lab.axis.up" : "web.lab.axis.right"),
      NAMES.slice(0, heaps).map((name, heap) => [String(heap), name]),
      String(map.axes[which]),
      (chosen) => {
        const position = map.position;
        const other = map.axes[1 - which] ?? 0;
        const heap = Number(chosen) === other ? (map.axes[which] ?? 0) : other;
        map.axes = Number(chosen) < heap ? [Number(chosen), heap] : [heap, Number(chosen)];
        map.held = position.filter((_, index) => !map.axes.includes(index));
        map.cursor = map.cellOf(position) ?? [0, 0];
        map.look();
        this.paintPlanes(map.solved?.sizes ?? []);
        this.page.moved(false);
      },
      { "data-input": `axis-${which}` },
    );
  }

  /** @param {number} index @param {number} number */
  cut(index, number) {
    this.map.held[index] = number;
    this.end = "";
    this.map.look();
    this.map.changed();
    this.page.moved(false);
  }

  /** @param {{rules: string, kind: string, size: number | null}} map */
  paintExports(map) {
    refill(
      this.exports,
      t("web.export"),
      ...FORMATS.map((format) =>
        html(
          "a",
          {
            href: address("/api/lab/file", { ...map, lang: lang(), format }),
            download: true,
            "data-format": format,
          },
          t(`web.lab.format.${format}`),
        ),
      ),
      button("copy", t("web.lab.copy"), () => void this.copy(), { class: "follow" }),
    );
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.origin + this.page.link());
      say(this.copied, t("web.copied"));
    } catch {
      // Without a secure connection there is no clipboard; the address bar has the link all the same.
      say(this.copied, t("web.lab.copy.by_hand"));
    }
  }

  close() {
    clearTimeout(this.slow);
    this.map.close();
  }
}

/** The whole numbers of a list in a link; none where one of them is not. @param {URLSearchParams} query @param {string} name */
function numbers(query, name) {
  const found = (query.get(name) ?? "").split(",").filter(Boolean).map(Number);
  return found.every((number) => Number.isSafeInteger(number) && number >= 0) ? found : [];
}
