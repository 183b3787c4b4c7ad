// The path: all lessons in their order, what was done, and what comes next.

import { address } from "../common/address.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { openFile, saveFile } from "../common/files.js";
import { Offer } from "../common/offer.js";
import { t } from "../common/words.js";
import { LONGEST_FILE, keepProgress, progress, read, takeIn, written } from "./progress.js";

/** @typedef {import("./lessons.js").Entry} Entry */

/** The first lesson of a path that is not yet done. @param {readonly Entry[]} path */
export function nextOf(path) {
  const all = progress();
  return path.find(({ name }) => !all[name]?.done) ?? null;
}

export class PathView {
  /** @param {Entry[]} path */
  constructor(path) {
    this.path = path;
    this.list = html("ol.path");
    this.goOn = html("a.button.primary", { "data-action": "go-on" });
    this.status = html("p.path-status", { role: "status" });
    this.notice = html("p.notice", { role: "alert" });
    this.offer = new Offer();
    const link = (/** @type {string} */ path, /** @type {string} */ name) =>
      html("a.button", { href: address(path) }, t(`learn.${name}`));
    this.element = html(
      "div.path-view",
      html("div.path-head", this.status, this.goOn),
      this.list,
      html(
        "nav.acts",
        { "aria-label": t("learn.also") },
        link("/drill", "drill"),
        link("/investigate", "investigate"),
        link("/worksheet", "worksheets"),
        link("/learn?edit", "write"),
      ),
      html(
        "section.kept",
        { "aria-labelledby": "kept" },
        html("h2", { id: "kept" }, t("learn.kept")),
        html("p", t("learn.kept.word")),
        html(
          "div.acts",
          button("export", t("learn.kept.save"), () => saveFile("marienbad-progress.json", written())),
          openFile(t("learn.kept.open"), (file) => void this.load(file)),
          button("forget", t("learn.kept.forget"), () => this.forget()),
        ),
        this.notice,
      ),
      this.offer.element,
    );
    this.paint();
  }

  paint() {
    const all = progress();
    const next = nextOf(this.path);
    const done = this.path.filter(({ name }) => all[name]?.done).length;
    say(this.status, t("learn.done_of", { done, all: this.path.length }));
    say(this.goOn, t(!next ? "learn.once_more" : Object.keys(all).length ? "learn.go_on" : "learn.first"));
    set(this.goOn, { href: address("/learn", { lesson: (next ?? this.path[0])?.name }) });
    refill(this.list, ...this.path.map((entry) => this.item(entry, next)));
  }

  /** @param {Entry} entry @param {Entry | null} next */
  item({ name, title, aim }, next) {
    const step = progress()[name];
    const state = step?.done ? "done" : name === next?.name ? "next" : step ? "begun" : "open";
    return html(
      "li",
      { "data-state": state },
      html(
        "a",
        { href: address("/learn", { lesson: name }), "data-lesson": name },
        html("strong", title),
        html("span.path-aim", aim),
        state !== "open" && html("em.path-state", t(`learn.state.${state}`)),
      ),
    );
  }

  /** @param {File} file */
  async load(file) {
    this.offer.hide();
    try {
      if (file.size > LONGEST_FILE) throw new Error(t("web.games.file.long", { size: LONGEST_FILE }));
      takeIn(read(await file.text()));
      say(this.notice, t("learn.kept.opened"));
      this.paint();
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      say(this.notice, t("web.games.refused", { file: file.name, problem: message }));
    }
  }

  forget() {
    const before = progress();
    keepProgress({});
    say(this.notice, "");
    this.paint();
    this.offer.show(t("learn.kept.forgotten"), t("web.new_game.undo"), () => {
      takeIn(before);
      this.paint();
      this.goOn.focus();
    });
  }

  close() {}
}
