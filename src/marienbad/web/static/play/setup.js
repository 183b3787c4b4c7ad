// A new game as one likes it: the game, the start, the opponent, who begins.

import { address } from "../common/address.js";
import { isForNow } from "../common/api.js";
import { GameChooser, radios } from "../common/chooser.js";
import { openDialog, HeapsField } from "../common/fields.js";
import { button, html, refill, say } from "../common/dom.js";
import { readPosition } from "../common/numbers.js";
import { t } from "../common/words.js";
import { WatchChoice } from "./watch.js";

/** @typedef {import("../common/model.js").Game} Game */

/** @typedef {import("./rounds.js").Setup} Setup */

/** What a player and his friend may agree on helps. */
const HELPS = /** @type {const} */ (["declared", "open", "locked"]);

/** @param {number} most */
function draw(most) {
  return BigInt(1 + Math.floor(Math.random() * most));
}

/** @param {Game} game */
export function randomStart(game) {
  if (game.heaps) return Array.from({ length: game.heaps }, () => draw(20));
  return Array.from({ length: 3 + Math.floor(Math.random() * 3) }, () => draw(9));
}

/** @param {Setup} setup @param {(setup: Setup) => Promise<void>} begin */
export function openSetup(setup, begin) {
  const form = new SetupForm(setup, begin);
  form.dialog = openDialog(t("web.setup.title"), form.element);
}

class SetupForm {
  /** @param {Setup} setup @param {(setup: Setup) => Promise<void>} begin */
  constructor(setup, begin) {
    this.begin = begin;
    /** @type {HTMLDialogElement | null} */ this.dialog = null;
    this.opponent = setup.opponent;
    this.isFirst = setup.isFirst;
    this.isDrawn = setup.isDrawn ?? false;
    this.help = setup.help ?? "declared";
    this.helps = radios(
      t("web.help"),
      HELPS.map((help) => [help, t(`web.help.choice.${help}`)]),
      this.help,
      (help) => {
        this.help = help;
      },
    );
    this.helps.hidden = this.opponent !== "friend";
    this.watched = new WatchChoice(setup.watched);
    this.isBeginning = false;
    this.own = new HeapsField({ "data-input": "start", focus: () => this.ownStart(), input: () => this.ownStart() });
    this.own.show(setup.position ?? []);
    // The field stays where it is while the choices are painted anew: someone may be typing.
    this.startChoices = html("div");
    this.starts = html("div.starts", this.startChoices, this.own.element);
    this.opponents = html("div.opponents");
    this.problem = html("p.problem", { role: "alert" });
    /** @type {Game | null} */ this.game = null;
    this.start = setup.position ? "own" : "usual";
    /** The game for which one's own start was written. */
    this.writtenFor = "";
    this.chooser = new GameChooser(setup.game, (game) => this.change(game));
    this.element = html(
      "form",
      {
        class: "setup",
        submit: (event) => {
          event.preventDefault();
          void this.go();
        },
      },
      this.chooser.element,
      this.starts,
      this.opponents,
      radios(
        t("web.first"),
        [
          ["me", t("web.first.me")],
          ["other", t("web.first.other")],
          ["lots", t("web.first.lots")],
        ],
        setup.isDrawn ? "lots" : setup.isFirst ? "me" : "other",
        (who) => {
          this.isFirst = who === "me";
          this.isDrawn = who === "lots";
        },
      ),
      this.helps,
      this.problem,
      html(
        "div.acts.foot",
        html("button.primary", { type: "submit", "data-action": "begin" }, t("web.begin")),
        button("analyse", t("web.setup.analyse"), () => this.analyse()),
      ),
    );
  }

  /** Another game begins as usual; a variant keeps one's own start, where it has as many heaps. @param {Game} game */
  change(game) {
    const usual = game.start.join(", ");
    // that something may be forbidden first goes without saying
    if (game.forbidding) this.own.write(this.own.text.replace(/\/1$/u, ""));
    const written = readPosition(this.own.text);
    const number = "heaps" in written ? written.heaps.length : 0;
    const fits = game.heaps === null || game.heaps === number;
    const wasUsual = this.own.text === this.game?.start.join(", ") || this.own.text === usual;
    const isOther = this.game !== null && this.game.family !== game.family;
    this.game = game;
    this.own.example = game.start;
    // Whoever was quicker than the answer has written a start for this game already.
    const isWritten = this.writtenFor === this.chooser.wanted;
    if (this.start === "own" && !isWritten && (isOther || !fits || wasUsual)) this.start = "usual";
    this.fillStart(game);
    this.paintStarts(game);
    const known = ["friend", "here", "watch", ...game.levels.map(({ name }) => name)];
    if (!known.includes(this.opponent)) this.opponent = "novice";
    this.watched.offer(game, this.opponent === "watch");
    refill(
      this.opponents,
      radios(
        t("web.opponent"),
        [
          ...game.levels.map(({ name, title, description }) => /** @type {const} */ ([name, title, description])),
          ["friend", t("web.opponent.friend"), t("web.opponent.friend.word")],
          ["here", t("web.opponent.here"), t("web.opponent.here.word")],
          ["watch", t("web.opponent.watch"), t("web.opponent.watch.word")],
        ],
        this.opponent,
        (name) => {
          this.opponent = name;
          this.helps.hidden = name !== "friend";
          this.watched.offer(game, name === "watch");
        },
      ),
      this.watched.element,
    );
  }

  /** @param {Game} game */
  paintStarts(game) {
    const group = radios(
      t("web.start"),
      [
        ["usual", t("web.start.usual")],
        ["random", t("web.start.random")],
        ["own", t("web.start.own")],
      ],
      this.start,
      (start) => {
        this.start = start;
        this.fillStart(game);
        if (start === "own") this.own.input.focus();
      },
    );
    refill(this.startChoices, group);
  }

  /** What the choice of a start writes into the field. @param {Game} game */
  fillStart(game) {
    if (this.start === "usual") this.own.show(game.start);
    if (this.start === "random") this.own.show(randomStart(game));
  }

  ownStart() {
    this.start = "own";
    this.writtenFor = this.chooser.wanted;
    const radio = this.starts.querySelector("input[value=own]");
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }

  /** Begin once, however often one clicks; what the server refuses is said beside the start. */
  async go() {
    // The game that was chosen last may be on its way, and its usual start with it.
    await this.chooser.announced;
    const position = this.start === "usual" ? undefined : this.own.read();
    if (this.isBeginning || position === null) return;
    this.isBeginning = true;
    try {
      await this.begin({
        game: this.chooser.name,
        position,
        opponent: this.opponent,
        isFirst: this.isFirst,
        isDrawn: this.isDrawn,
        help: this.help,
        watched: this.watched.players,
      });
      this.dialog?.close();
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      if (position && !isForNow(problem)) this.own.refuse(message);
      else say(this.problem, message);
    } finally {
      this.isBeginning = false;
    }
  }

  /** Nobody to play against: the analysis board. */
  analyse() {
    const position = this.own.read()?.join(",");
    if (position) location.assign(address("/analysis", { game: this.chooser.name, position }));
  }
}
