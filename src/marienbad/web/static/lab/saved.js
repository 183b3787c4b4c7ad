// Rules that were named: this browser keeps them, to open, rename, share and delete.

import { address } from "../common/address.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { keep, kept } from "../common/saved.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/saved.js").Named} Named */

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
