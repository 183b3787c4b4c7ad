// Label every situation from the end backwards: to leave, or not to leave. A right label is kept,
// a wrong one answered by the move that refutes it.

import { Board } from "../board/board.js";
import { Choice } from "../board/choice.js";
import { getJson } from "../common/api.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { saidOf } from "../common/moves.js";
import { sayProblem } from "../common/trouble.js";
import { count, t } from "../common/words.js";
import { areLettersOn } from "../common/storage.js";
import { Labelling, keyOf, Layers, nameOf, refutation } from "./labelling.js";

/** @typedef {import("./labelling.js").Label} Label */
/** @typedef {import("./page.js").Subject} Subject */

const LABELS = /** @type {const} */ (["leave", "not"]);
/** @type {Record<string, Label>} */
const KEYS = { ArrowLeft: "leave", l: "leave", ArrowRight: "not", n: "not" };

export class Labels {
  constructor() {
    /** @type {Subject | null} */ this.subject = null;
    /** @type {Labelling | null} */ this.labelling = null;
    this.current = 0;
    /** What is shown against the last label: a move on the board. @type {bigint[] | null} */
    this.move = null;
    this.question = 0;
    this.isAsking = false;
    this.board = new Board();
    this.picture = html("div.label-board", { inert: true }, this.board.element);
    this.ask = html("h2.label-question", { id: "label-question", "aria-live": "polite" });
    /** What the situation says besides its heaps. */
    this.told = html("p.label-told");
    this.said = html("p.label-said", { role: "status" });
    this.goFirst = button("first", "", () => this.first !== null && this.turnTo(this.first), { hidden: true });
    /** @type {number | null} */ this.first = null;
    this.buttons = LABELS.map((label) =>
      button(label, t(`investigate.label.${label}`), () => void this.give(label), { "data-label": label }),
    );
    this.following = html("p.label-following");
    this.counts = html("p.label-counts", { "aria-live": "polite" });
    /** What was investigated, for paper: on the screen it stands above. */
    this.title = html("h2.label-title");
    this.progress = html("progress", { "aria-label": t("investigate.progress") });
    this.next = button("next", t("investigate.next"), () => this.turnTo(this.ready()));
    this.undo = button("undo", t("investigate.undo"), () => this.takeBack());
    this.layers = new Layers((place) => this.turnTo(place, false));
    this.degrees = html("div.acts");
    this.reveal = html("details.reveal", html("summary", t("investigate.show")), this.degrees);
    this.element = html("div.label", { hidden: true }, ...this.parts());
    this.listen = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.listen);
  }

  parts() {
    const how = ["means", "end", "rule"].map((key) => html("p", t(`investigate.how.${key}`)));
    return [
      this.title,
      html("details.how", html("summary", t("investigate.how")), ...how),
      html("div.label-progress", this.counts, this.progress),
      html(
        "section.label-card",
        { "aria-labelledby": "label-question" },
        this.ask,
        this.told,
        this.picture,
        html("div.acts.label-acts", ...this.buttons),
        html("p.label-keys", t("investigate.keys")),
        html("div.label-answer", this.said, this.goFirst),
        html("details.follows", html("summary", t("investigate.following")), this.following),
      ),
      html(
        "div.acts.label-tools",
        this.next,
        this.undo,
        button("print", t("investigate.print"), () => window.print()),
        button("begin-again", t("investigate.again"), () => this.beginAgain()),
      ),
      this.reveal,
      html("p.label-legend", t("investigate.legend")),
      this.layers.element,
    ];
  }

  /** @param {Subject} subject */
  async show(subject) {
    const question = ++this.question;
    set(this.element, { hidden: true });
    const { game, start } = subject;
    const [raw] = await Promise.all([
      getJson("/api/situations", { game: game.game, position: keyOf(start) }),
      this.board.prepare(start),
    ]);
    if (question !== this.question) return;
    this.subject = subject;
    this.labelling = new Labelling(raw);
    this.layers.build(this.labelling, game.nouns.object);
    set(this.element, { hidden: false });
    say(this.title, `${game.title} ${nameOf(start)}`);
    refill(this.said);
    this.turnTo(this.ready(-1));
  }

  /** @param {number} [from] */
  ready(from = this.current) {
    return this.labelling?.readyAfter(from) ?? 0;
  }

  /** @param {number} place @param {boolean} [isTurned] whether its layer is unfolded */
  turnTo(place, isTurned = true) {
    this.current = place;
    this.move = null;
    this.tell("");
    this.paint(isTurned);
    if (!isTurned) this.ask.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text @param {number | null} [first] what had better be labelled before */
  tell(text, first = null) {
    this.first = first;
    const position = first === null ? null : this.labelling?.list[first]?.position;
    say(this.said, text);
    set(this.goFirst, { hidden: !position });
    if (position) say(this.goFirst, t("investigate.first", { situation: nameOf(position) }));
  }

  /** Say that the situation is to leave or not; the server judges. @param {Label} label */
  async give(label) {
    const { subject, labelling, current, question } = this;
    if (!subject || !labelling || this.isAsking || labelling.given.has(current)) return;
    const key = labelling.list[current]?.key;
    this.isAsking = true;
    try {
      const raw = await getJson("/api/label", { game: subject.game.game, position: key, label });
      if (question !== this.question) return;
      if (raw.right) this.accept(current, label);
      else {
        const refuted = refutation(subject.game, labelling, raw);
        this.move = refuted.move;
        this.tell(refuted.text, refuted.first);
        this.paint(false);
      }
    } catch (problem) {
      sayProblem(this.said, problem, () => void this.give(label));
    } finally {
      this.isAsking = false;
    }
  }

  /** @param {number} place @param {Label} label */
  accept(place, label) {
    const { labelling } = this;
    if (!labelling) return;
    const wasDecided = labelling.isDecided;
    labelling.give([[place, label]], false);
    const name = nameOf(labelling.list[place]?.position ?? []);
    this.turnTo(this.ready(place));
    const right = t(`investigate.right.${label}`, { situation: name });
    this.tell(!wasDecided && labelling.isDecided ? `${right} ${this.decided()}` : right);
  }

  /** What was found out in the end, and with how much help. */
  decided() {
    const { labelling } = this;
    if (!labelling) return "";
    const label = labelling.labelOf(labelling.start) ?? "leave";
    const start = nameOf(labelling.list[labelling.start]?.position ?? []);
    const help = labelling.shown
      ? t("investigate.decided.helped", { number: labelling.shown })
      : t("investigate.decided.alone");
    return `${t(`investigate.decided.${label}`, { start })} ${help}`;
  }

  /** Show what is asked for: one situation, those of its layer, or all. @param {"one" | "layer" | "all"} degree */
  async uncover(degree) {
    const { subject, labelling, current, question } = this;
    const here = labelling?.list[current];
    if (!subject || !labelling || !here) return;
    const game = subject.game.game;
    try {
      /** @type {[number, Label][]} */ let found;
      if (degree === "one") {
        const raw = await getJson("/api/label", { game, position: here.key, label: "leave" });
        found = [[current, raw.right ? "leave" : "not"]];
      } else {
        const total = degree === "layer" ? String(here.total) : null;
        const raw = await getJson("/api/winning", { game, position: labelling.list[labelling.start]?.key, total });
        found = raw.rows.map((/** @type {any} */ row) => [
          labelling.places.get(`${row.position.join(",") || "0"}${row.state ? `/${row.state}` : ""}`),
          row.leave ? "leave" : "not",
        ]);
      }
      if (question !== this.question) return;
      const before = labelling.count();
      labelling.give(found, true);
      const text = t("investigate.shown", { number: labelling.count() - before });
      this.turnTo(this.ready());
      this.tell(labelling.isDecided ? `${text} ${this.decided()}` : text);
    } catch (problem) {
      sayProblem(this.said, problem, () => void this.uncover(degree));
    }
  }

  takeBack() {
    const place = this.labelling?.undo() ?? null;
    if (place !== null) this.turnTo(place);
  }

  beginAgain() {
    this.labelling?.clear();
    this.turnTo(this.ready(-1));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target } = event;
    const isHere = target instanceof Node && this.element.contains(target);
    // Arrows act too where nothing has the focus; letters only here.
    if (!this.element.isConnected || !(isHere || (target === document.body && event.key.length > 1))) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target instanceof Element && target.matches("input, select, textarea")) return;
    const isLetter = event.key.length === 1;
    if (isLetter && !areLettersOn()) return;
    const label = KEYS[isLetter ? event.key.toLowerCase() : event.key];
    if (!label) return;
    event.preventDefault();
    void this.give(label);
  }

  /** @param {boolean} isTurned */
  paint(isTurned) {
    const { subject, labelling } = this;
    const here = labelling?.list[this.current];
    if (!subject || !labelling || !here) return;
    const given = labelling.given.get(this.current);
    const situation = nameOf(here.position);
    say(this.ask, t(given ? `investigate.asked.${given.label}` : "investigate.ask", { situation }));
    for (const one of this.buttons) set(one, { "aria-disabled": given ? "true" : null });
    say(this.told, saidOf(here.position).text);
    this.draw(here.position);
    const next = here.next.map((place) => this.follower(place));
    refill(this.following, ...(next.length ? next : [t("investigate.following.none")]));
    const [number, all] = [labelling.count(), labelling.list.length];
    say(this.counts, t("investigate.counts", { number, all, leave: labelling.count("leave") }));
    set(this.progress, { max: all, value: number });
    set(this.undo, { "aria-disabled": number ? null : "true" });
    set(this.next, { "aria-disabled": number < all ? null : "true" });
    this.offer(here.total, situation);
    this.layers.paint(labelling, this.current, isTurned);
  }

  /** What can be left, with its label where it has one. @param {number} place */
  follower(place) {
    const label = this.labelling?.labelOf(place);
    const name = nameOf(this.labelling?.list[place]?.position ?? []);
    return html(
      "span",
      { "data-follows": label ?? "none" },
      `${name} ${label ? t(`investigate.state.${label}`) : "?"}`,
    );
  }

  /** The degrees of help, each saying what it shows. @param {bigint} total @param {string} situation */
  offer(total, situation) {
    const { labelling, subject } = this;
    if (!labelling || !subject) return;
    const isAll = labelling.count() === labelling.list.length;
    set(this.reveal, { hidden: isAll });
    const left = count(subject.game.nouns.object, total);
    const words = {
      one: t("investigate.show.one", { situation }),
      layer: t("investigate.show.layer", { left }),
      all: t("investigate.show.all", { number: labelling.list.length }),
    };
    const focused = this.degrees.contains(document.activeElement) ? document.activeElement : null;
    const wanted = focused?.getAttribute("data-action");
    const degrees = /** @type {const} */ (["one", "layer", "all"]).filter(
      (degree) => degree !== "one" || !labelling.given.has(this.current),
    );
    refill(
      this.degrees,
      ...degrees.map((degree) => button(`show-${degree}`, words[degree], () => void this.uncover(degree))),
    );
    const again = this.degrees.querySelector(`[data-action="${wanted}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** The situation on the board, with the move against a wrong label raised. @param {bigint[]} position */
  draw(position) {
    const { subject, labelling } = this;
    if (!subject || !labelling) return;
    const { game } = subject;
    const start = labelling.list[labelling.start]?.position ?? position;
    set(this.picture, { "data-empty": position.length ? null : t("investigate.nothing") });
    this.board.update({
      game,
      start: game.heaps === null ? [...position] : [...start],
      position,
      take: this.move ?? [],
      isOpen: false,
      choice: new Choice(() => {}),
      play: () => {},
      drawing: null,
    });
  }

  close() {
    document.removeEventListener("keydown", this.listen);
    this.question += 1;
  }
}
