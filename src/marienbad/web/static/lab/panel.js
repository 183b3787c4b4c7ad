// The map with what belongs to it: what it shows, its slices, its sentence, and what is taken away.

import { address } from "../common/address.js";
import { radios } from "../common/chooser.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { integer, lang, t } from "../common/words.js";
import { LabCell } from "./cell.js";
import { dial, turn } from "./dial.js";
import { LabMap } from "./map.js";

const FORMATS = /** @type {const} */ (["png", "svg", "csv", "bfile"]);
const AXES = ["z", "w", "v", "u", "t", "s"];

/** @typedef {import("./map.js").Solved} Solved */

export class MapPanel {
  /** @type {Record<number, number[]>} sizes to choose from, by the number of heaps */
  choices = {};
  status = html("p", { class: "status", role: "status" });
  legend = html("p", { class: "legend" });
  sizes = html("div", { class: "dials" });
  slices = html("div", { class: "dials" });
  exports = html("p", { class: "exports" });
  copied = html("p", { class: "notice", "aria-live": "polite" });

  /**
   * @param {URLSearchParams} query what a link asks for
   * @param {{asks: () => void, link: () => string, moved: () => void}} page asks: another map is wanted; link: the address that shows just this; moved: another cell is chosen
   */
  constructor(query, page) {
    this.page = page;
    this.size = 0;
    this.kind = "outcomes";
    /** @type {number[] | null} the position that the address names, or the cell that was chosen */
    this.position = null;
    this.map = new LabMap({
      pointed: () => this.point(),
      chosen: () => void this.cell.begin(),
    });
    this.cell = new LabCell(this.map);
    this.kinds = radios(
      t("web.lab.kind"),
      ["outcomes", "grundy"].map((kind) => [kind, t(`web.lab.kind.${kind}`)]),
      this.kind,
      (kind) => {
        this.kind = kind;
        page.asks();
      },
    );
    this.read(query);
    this.element = html(
      "section",
      { class: "lab-map", "aria-label": t("web.lab.map") },
      html("div", { class: "map-head" }, this.kinds, this.sizes),
      this.slices,
      this.status,
      this.map.canvas,
      this.legend,
      this.exports,
      this.copied,
    );
  }

  /** Show what an address says of the map. @param {URLSearchParams} query */
  read(query) {
    this.size = Number(query.get("size")) || 0;
    this.kind = query.get("kind") === "grundy" ? "grundy" : "outcomes";
    const kind = this.kinds.querySelector(`[value=${this.kind}]`);
    if (kind instanceof HTMLInputElement) kind.checked = true;
    const position = query.get("position");
    this.position = position ? position.split(",").map(Number) : null;
    this.map.solved = null; // where it names none, the usual start
  }

  /** Something else is pointed at; where the cursor went there, it is what the address names. */
  point() {
    this.cell.paint();
    const position = this.map.positionOf(this.map.cursor);
    if (this.map.under || String(position) === String(this.position)) return;
    this.position = position;
    this.page.moved();
  }

  /** Go to the position that the address names, where the map has it. */
  goTo() {
    const { map, position } = this;
    const sizes = map.solved?.sizes ?? [];
    const isThere = position?.length === sizes.length;
    if (!position || !isThere || !position.every((heap, index) => heap >= 0 && heap < (sizes[index] ?? 0))) return;
    map.slice = position.slice(2);
    map.cursor = map.cellOf(position) ?? map.cursor;
    map.under = null;
    for (const [index, heap] of map.slice.entries()) turn(this.slices, AXES[index] ?? "", heap, integer);
    map.paint();
  }

  /** What is asked of the server besides the rules. */
  get question() {
    const { size, kind } = this;
    return { kind, ...(size ? { size } : {}) };
  }

  /** What a link says of the map. @returns {Record<string, string | number | null>} */
  get parameters() {
    const position = this.position?.join(",") ?? null;
    return { size: this.size || null, kind: this.kind === "grundy" ? this.kind : null, position };
  }

  /** @param {Solved} found @param {string} rules @param {boolean} isCurrent else the dial was turned on meanwhile */
  show(found, rules, isCurrent) {
    const { map } = this;
    map.show(found);
    if (this.position?.length !== found.sizes.length) this.position = null;
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
    this.goTo();
    this.paintExports({ rules, kind: found.kind, size: found.sizes[0] ?? null });
    this.cell.paint();
  }

  /** The last good map stays, dimmed, while the rules are wrong. */
  dim() {
    this.map.canvas.classList.add("stale");
  }

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
      refill(
        this.slices,
        ...this.map.slice.map((value, index) =>
          dial(AXES[index] ?? "", [0, size - 1], value, (number) => this.cut(index, number), integer),
        ),
      );
    }
    if (isCurrent) turn(this.sizes, "size", at, shown);
    for (const input of this.slices.querySelectorAll("input")) input.max = String(size - 1);
  }

  /** @param {number} index @param {number} number */
  cut(index, number) {
    this.map.slice[index] = number;
    this.map.paint();
    this.map.under = null;
    this.point();
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
    this.map.close();
  }
}
