// Of more than two heaps: which two are drawn, and dials for those that are held.

import { html, refill, select } from "../common/dom.js";
import { integer, t } from "../common/words.js";
import { dial, turn } from "../common/fields.js";
import { NAMES } from "./caption.js";

/** How far a heap that is held can be turned, where that is more than the first answer has. */
const HELD = 40;

export class Planes {
  element = html("div.planes");
  /** What the controls were made for. */
  shape = "";

  /** @param {import("./map.js").LabMap} map @param {() => void} turned another plane is wanted */
  constructor(map, turned) {
    this.map = map;
    this.turned = turned;
  }

  /** @param {number[]} sizes */
  paint(sizes) {
    const { map } = this;
    const heaps = sizes.length;
    const shape = `${heaps} ${map.axes}`;
    const held = NAMES.slice(0, heaps).filter((_, heap) => !map.axes.includes(heap));
    if (this.shape !== shape) {
      this.shape = shape;
      const focused = this.element.contains(document.activeElement) && document.activeElement;
      const most = Math.max(HELD, (sizes[0] ?? 1) - 1, ...map.held);
      const dials = map.held.map((value, index) =>
        this.dial(held[index] ?? "", [0, most], value, (number) => this.cut(index, number)),
      );
      refill(
        this.element,
        heaps > 2 && html("div.axes", this.axis(0, heaps), this.axis(1, heaps)),
        html("div.dials", ...dials),
      );
      const again = focused && this.element.querySelector(`[data-input="${focused.getAttribute("data-input")}"]`);
      if (again instanceof HTMLElement) again.focus();
    }
    for (const [index, name] of held.entries()) turn(this.element, name, map.held[index] ?? 0, integer);
  }

  /** @param {string} name @param {[number, number]} range @param {number} value @param {(number: number) => void} turned */
  dial(name, range, value, turned) {
    return dial(name, range, value, turned, integer, name, t("web.slice.held", { name }));
  }

  /** @param {0 | 1} which @param {number} heaps */
  axis(which, heaps) {
    const { map } = this;
    return select(
      t(which ? "web.lab.axis.up" : "web.lab.axis.right"),
      NAMES.slice(0, heaps).map((name, heap) => [String(heap), name]),
      String(map.axes[which]),
      (chosen) => this.draw(which, Number(chosen)),
      { "data-input": `axis-${which}` },
    );
  }

  /** Draw another heap along an axis; the other axis gives way where it has that heap. @param {0 | 1} which @param {number} chosen */
  draw(which, chosen) {
    const { map } = this;
    const position = map.position;
    const other = map.axes[1 - which] ?? 0;
    const heap = chosen === other ? (map.axes[which] ?? 0) : other;
    map.axes = chosen < heap ? [chosen, heap] : [heap, chosen];
    map.held = position.filter((_, index) => !map.axes.includes(index));
    map.cursor = map.cellOf(position) ?? [0, 0];
    map.look();
    this.paint(map.solved?.sizes ?? []);
    this.turned();
  }

  /** @param {number} index @param {number} number */
  cut(index, number) {
    this.map.held[index] = number;
    this.map.look();
    this.map.changed();
    this.turned();
  }
}
