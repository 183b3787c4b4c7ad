// Discover: the server looks for a strategy of the rules on the screen and proves it. Here one sees how
// far it is, and may stop it; what was found is shown below.

import { address } from "../common/address.js";
import { Gone, postLines, Refusal } from "../common/api.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { later } from "../common/rest.js";
import { sayProblem } from "../common/trouble.js";
import { t } from "../common/words.js";

export class Discovery {
  bar = html("progress", { "aria-label": t("web.lab.discover.progress") });
  stage = html("p.stage");
  verdict = html("p.discovered", { "aria-live": "polite" });
  problem = html("div.problem", { role: "alert" });
  see = button("see", "", () => this.strategy?.goThere(), { class: "follow", hidden: true });
  known = html("a", { hidden: true, "data-link": "check" }, t("web.check.yourself"));
  /** Where it is shown what was found. */
  result = html("section.lab-strategy", { "aria-labelledby": "strategy", hidden: true });
  /** @type {AbortController | null} */ running = null;
  /** The rules that are looked at, or of which something is shown. */
  rules = "";
  /** @type {import("./strategy.js").Strategy | null} */ strategy = null;
  /** Whether something is shown that was found. */
  isFound = false;

  /** @param {{rules: () => string, position: () => readonly number[] | null}} page position: of the map, where it has two heaps */
  constructor(page) {
    this.page = page;
    this.begin = button("discover", t("web.lab.discover"), () => void this.look(), { class: "primary" });
    this.stop = button("stop", t("web.lab.discover.stop"), () => this.end(t("web.lab.discover.stopped")), {
      hidden: true,
    });
    this.progress = html("div.discovering", { hidden: true }, this.bar, this.stage);
    this.element = html(
      "section.lab-discover",
      { "aria-label": t("web.lab.discover") },
      html("h2", t("web.lab.discover.title")),
      this.known,
      html("p", t("web.lab.discover.lead")),
      html("div.acts", this.begin, this.stop),
      this.progress,
      this.verdict,
      this.see,
      this.problem,
    );
  }

  /** Other rules are on the screen, or the same again. @param {string | null} proved the game of the catalogue that they are, where it is proved */
  turn(proved) {
    set(this.known, { href: address("/check", { game: proved }), hidden: proved ? null : true });
    const isSame = this.page.rules() === this.rules;
    if (this.running && !isSame) this.end("");
    if (!this.isFound && !isSame) this.clear();
    if (!this.isFound) return;
    this.strategy?.mark(!isSame);
    set(this.verdict, { hidden: isSame ? null : true });
    set(this.see, { hidden: isSame ? null : true });
    refill(this.problem);
  }

  clear() {
    say(this.verdict, "");
    refill(this.problem);
    set(this.verdict, { hidden: null });
    set(this.see, { hidden: true });
  }

  async look() {
    if (this.running) return;
    const running = new AbortController();
    this.running = running;
    this.rules = this.page.rules();
    this.isFound = false;
    this.strategy?.close();
    this.clear();
    set(this.result, { hidden: true });
    this.show(true);
    this.tell({ stage: t("web.lab.discover.ready"), done: 0, of: 0 });
    try {
      await this.follow(running);
      if (this.running === running) this.end(null);
    } catch (problem) {
      if (this.running === running) this.fail(problem);
    }
  }

  /** Hear of the search until its end. @param {AbortController} running */
  async follow(running) {
    let isWhole = false;
    // what shows the result is fetched while it is looked for
    let told = later(import("./strategy.js"), "strategy").then(({ Strategy }) => {
      this.strategy ??= new Strategy(this.result);
    });
    await postLines("/api/lab/discover", { rules: this.rules }, running.signal, (line) => {
      if (line.kind === "stage") this.tell(line);
      else told = told.then(() => void (this.running === running && this.hear(line)));
      isWhole ||=
        line.kind === "certificate" || line.kind === "error" || (line.kind === "found" && line.ending !== "proved");
    });
    await told;
    if (!isWhole) throw new Gone();
  }

  /** @param {any} line */
  hear(line) {
    if (line.kind === "found") this.showFound(line);
    else if (this.isFound) this.strategy?.certify(line.certificate ?? null, line.error?.message ?? "");
    else throw new Refusal(503, line.error.key, line.error.message);
  }

  /** @param {{stage: string, done: number, of: number}} line */
  tell({ stage, done, of }) {
    say(this.stage, stage);
    set(this.bar, { max: of || null, value: done || null }); // before anything is done, it only moves
  }

  /** @param {boolean} isRunning */
  show(isRunning) {
    const hadFocus = document.activeElement === this.begin || document.activeElement === this.stop;
    set(this.begin, { hidden: isRunning });
    set(this.stop, { hidden: !isRunning });
    set(this.progress, { hidden: !isRunning });
    if (hadFocus) (isRunning ? this.stop : this.begin).focus();
  }

  /** @param {string | null} verdict nothing where it was told already */
  end(verdict) {
    this.running?.abort();
    this.running = null;
    this.show(false);
    // what was proved stands, also without a certificate
    if (verdict !== null && this.isFound) this.strategy?.certify(null, "");
    else if (verdict !== null) say(this.verdict, verdict);
  }

  /** @param {unknown} problem */
  fail(problem) {
    this.end(null);
    if (this.isFound) this.strategy?.certify(null, /** @type {Error} */ (problem).message);
    else sayProblem(this.problem, problem, () => void this.look());
  }

  /** @param {import("./strategy.js").Found} found */
  showFound(found) {
    const { ending } = found;
    this.isFound = true;
    say(this.verdict, t(`web.lab.discover.${ending}`));
    say(this.see, t(ending === "proved" ? "web.lab.discover.see" : "web.lab.discover.tried"));
    set(this.see, { hidden: null });
    this.strategy?.show(found, this.rules, this.page.position() ?? [0, 0]);
  }

  /** A cell of the map was chosen. */
  choose() {
    const position = this.page.position();
    if (position && this.isFound && this.page.rules() === this.rules) this.strategy?.steps?.later(position);
  }

  close() {
    this.running?.abort();
    this.running = null;
    this.strategy?.close();
  }
}
