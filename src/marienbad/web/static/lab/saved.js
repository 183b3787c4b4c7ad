// Rules that were named: this browser keeps them, to open, rename, share and delete.

import { address } from "../common/address.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { keep, kept } from "../common/storage.js";
import { t, count, lang } from "../common/words.js";

/** @typedef {import("../common/storage.js").Named} Named */
/** @typedef {import("./map.js").LabMap} LabMap */

const LONGEST = 80;

export class SavedRules {
  /** @type {Named[] | null} what there was before something was deleted */
  before = null;
  list = html("ul.saved-list");
  notice = html("p.notice", { "aria-live": "polite" });
  summary = html("summary");

  /** @param {{current: () => {rules: string, game: string} | null, open: (rules: string) => void, changed?: () => void}} page */
  constructor(page) {
    this.page = page;
    this.name = html("input", {
      type: "text",
      autocomplete: "off",
      maxlength: LONGEST,
      "data-input": "rules-name",
      "aria-label": t("web.lab.saved.name"),
      placeholder: t("web.lab.saved.name"),
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.save(this.name.value.trim());
    };
    const act = { type: "submit", "data-action": "save-rules" };
    this.element = html(
      "details.saved",
      this.summary,
      html("form.saved-form", { submit }, this.name, html("button", act, t("web.lab.saved.save"))),
      this.notice,
      this.list,
    );
    this.paint();
  }

  /** @param {Named[]} all */
  keep(all) {
    keep(all);
    this.paint();
  }

  /** Under a name that is known the rules take the place of the old ones. @param {string} name */
  save(name) {
    const current = this.page.current();
    if (!name || current === null) {
      say(this.notice, t(name ? "web.lab.saved.wrong" : "web.lab.saved.nameless"));
      if (!name) this.name.focus();
      return;
    }
    this.before = kept();
    this.keep([...kept().filter((one) => one.name !== name), { name, ...current }]);
    this.name.value = "";
    this.tell("web.lab.saved.done", name);
  }

  /** @param {Named} one */
  remove(one) {
    this.before = kept();
    this.keep(kept().filter(({ name }) => name !== one.name));
    this.tell("web.lab.saved.deleted", one.name).focus();
  }

  /** @param {Named} one @param {string} name */
  rename(one, name) {
    const all = kept();
    if (!name || name === one.name) return this.show(one.name);
    if (all.some((other) => other.name === name)) {
      say(this.notice, t("web.lab.saved.taken", { name }));
      return this.show(one.name);
    }
    this.before = all;
    this.keep(all.map((other) => (other.name === one.name ? { ...other, name } : other)));
    this.tell("web.lab.saved.renamed", name);
    this.show(name);
  }

  /** Say what was done, with a button that takes it back. @param {string} key @param {string} name */
  tell(key, name) {
    const undo = button("undo-saved", t("web.lab.undo"), () => {
      if (this.before) this.keep(this.before);
      this.before = null;
      refill(this.notice);
      this.name.focus();
    });
    refill(this.notice, html("span", t(key, { name })), " ", undo);
    return undo;
  }

  /** The list again, the focus on one of its rules. @param {string} name */
  show(name) {
    this.paint();
    /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-name="${CSS.escape(name)}"]`))?.focus();
  }

  paint() {
    const all = kept();
    say(this.summary, t("web.lab.saved", { number: all.length }));
    set(this.list, { hidden: all.length === 0 });
    refill(this.list, ...all.toReversed().map((one) => this.line(one)));
  }

  /** @param {Named} one */
  line(one) {
    const { name, rules } = one;
    const open = () => this.page.open(rules);
    const item = html(
      "li",
      button("open-rules", name, open, { class: "follow", "data-name": name }),
      html(
        "a",
        { href: address("/lab", { rules }), "aria-label": t("web.lab.saved.link_of", { name }) },
        t("web.lab.saved.link"),
      ),
      button("rename-rules", t("web.lab.saved.rename"), () => this.ask(item, one), {
        "aria-label": t("web.lab.saved.rename_of", { name }),
      }),
      button("delete-rules", t("web.lab.saved.delete"), () => this.remove(one), {
        "aria-label": t("web.lab.saved.delete_of", { name }),
      }),
    );
    return item;
  }

  /** Ask for another name in the place of the old one. @param {HTMLElement} item @param {Named} one */
  ask(item, one) {
    const input = html("input", {
      type: "text",
      maxlength: LONGEST,
      value: one.name,
      "aria-label": t("web.lab.saved.rename_of", { name: one.name }),
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.rename(one, input.value.trim());
    };
    const cancel = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") this.show(one.name);
    };
    const act = html("button", { type: "submit" }, t("web.lab.saved.rename"));
    refill(item, html("form.saved-form", { submit, keydown: cancel }, input, act));
    input.select();
  }
}

// What a link asks of the map: a plane, a view, a cell.

const LINK_LONGEST = 40;

/** @param {LabMap} map @param {URLSearchParams} query @param {number} heaps */
export function readPlane(map, query, heaps) {
  const [one = 0, other = 1] = numbers(query, "axes");
  map.axes = one < other && other < heaps ? [one, other] : [0, 1];
  const position = numbers(query, "position");
  const held =
    position.length === heaps
      ? position.filter((_, heap) => !map.axes.includes(heap))
      : numbers(query, query.has("held") ? "held" : "slice");
  if (held.length === Math.max(0, heaps - 2)) map.held = held;
}

/** @param {LabMap} map @param {URLSearchParams} query @returns {string} the position that is asked for, where there is no such cell */
export function readView(map, query) {
  map.view.isMoved = false;
  map.drawing.paint(); // the size of the frame is known then
  map.view.read(query);
  const position = numbers(query, "position");
  const cell = position.length === map.heaps ? map.cellOf(position) : null;
  map.isOpen = Boolean(cell && map.isInside(cell));
  if (cell && map.isOpen) {
    map.cursor = cell;
    map.view.reveal(cell);
  }
  map.changed();
  return map.isOpen ? "" : (query.get("position") ?? "");
}

/** That there is no such cell, and what was expected. @param {LabMap} map @param {string} asked */
export function noCell(map, asked) {
  const isPosition = /^\d+(?:,\d+)*$/u.test(asked) && asked.split(",").length === map.heaps;
  const shown = asked.slice(0, LINK_LONGEST);
  if (isPosition) return t("web.lab.beyond", { asked: shown, last: map.reach - 1 });
  const example = map.solved?.start.join(",") ?? "";
  return t("web.lab.nowhere", { asked: shown, heaps: count("heap", map.heaps), example });
}

/** The whole numbers of a list in a link; none where one of them is not. @param {URLSearchParams} query @param {string} name */
function numbers(query, name) {
  const parts = (query.get(name) ?? "").split(",");
  const found = parts.map((part) => (/^\d+$/u.test(part) ? Number(part) : NaN));
  return found.every(Number.isSafeInteger) ? found : [];
}

// The map to take away: as a file, or as a link.

const FORMATS = /** @type {const} */ (["png", "svg", "csv", "bfile"]);

export class Takeaway {
  exports = html("p.exports");
  copied = html("p.notice", { "aria-live": "polite" });

  /** @param {() => string} link the address that shows just this */
  constructor(link) {
    this.link = link;
  }

  /** @param {{rules: string, kind: string, size: number | null}} map */
  paint(map) {
    const file = (/** @type {string} */ format) =>
      html(
        "a",
        { href: address("/api/lab/file", { ...map, lang: lang(), format }), download: true, "data-format": format },
        t(`web.lab.format.${format}`),
      );
    const copy = button("copy", t("web.lab.copy"), () => void this.copy(), { class: "follow" });
    refill(this.exports, t("web.export"), ...FORMATS.map(file), copy);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.origin + this.link());
      say(this.copied, t("web.copied"));
    } catch {
      // Without a secure connection there is no clipboard; the address bar has the link all the same.
      say(this.copied, t("web.lab.copy.by_hand"));
    }
  }
}
