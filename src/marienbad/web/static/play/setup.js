// A new game as one likes it: the game, the start, the opponent, who begins.

import { address } from "../common/address.js";
import { GameChooser, radios } from "../common/chooser.js";
import { openDialog } from "../common/dialog.js";
import { button, html, refill, say } from "../common/dom.js";
import { readPosition } from "../common/numbers.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */

/** @typedef {import("../common/remembered.js").Setup} Setup */

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
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.opponent = setup.opponent;
    this.isFirst = setup.isFirst;
    this.own = html("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      "data-input": "start",
      "aria-label": t("web.start.heaps"),
      focus: () => this.ownStart(),
      input: () => this.ownStart(),
    });
    this.own.value = (setup.position ?? []).join(", ");
    // The input stays where it is while the choices are painted anew: someone may be typing.
    this.startChoices = html("div", {});
    this.starts = html("div", { class: "starts" }, this.startChoices, this.own);
    this.opponents = html("div", { class: "opponents" });
    this.problem = html("p", { class: "problem", role: "alert" });
    /** @type {Game | null} */
    this.game = null;
    this.start = setup.position ? "own" : "usual";
    this.chooser = new GameChooser(setup.game, (game) => this.change(game));
    this.element = html(
      "form",
      {
        class: "setup",
        submit: (/** @type {Event} */ event) => {
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
        ],
        setup.isFirst ? "me" : "other",
        (who) => {
          this.isFirst = who === "me";
        },
      ),
      this.problem,
      html(
        "div",
        { class: "acts foot" },
        html(
          "button",
          { type: "submit", class: "primary", "data-action": "begin" },
          t("web.begin"),
        ),
        button("analyse", t("web.setup.analyse"), () => this.analyse()),
      ),
    );
  }

  /** Another game: one's own start stays, where the game has as many heaps. @param {Game} game */
  change(game) {
    const usual = game.start.join(", ");
    const fits = game.heaps === null || game.heaps === readPosition(this.own.value).length;
    const wasUsual = this.own.value === this.game?.start.join(", ") || this.own.value === usual;
    this.game = game;
    const isTyping = document.activeElement === this.own;
    if (this.start === "own" && !isTyping && (!fits || wasUsual)) this.start = "usual";
    if (this.start === "usual") this.own.value = usual;
    if (this.start === "random") this.own.value = randomStart(game).join(", ");
    this.paintStarts(game);
    const known = ["friend", "here", ...game.levels.map(({ name }) => name)];
    if (!known.includes(this.opponent)) this.opponent = "novice";
    refill(
      this.opponents,
      radios(
        t("web.opponent"),
        [
          ...game.levels.map(
            ({ name, title, description }) =>
              /** @type {const} */ ([name, title, description]),
          ),
          ["friend", t("web.opponent.friend"), t("web.opponent.friend.word")],
          ["here", t("web.opponent.here"), t("web.opponent.here.word")],
        ],
        this.opponent,
        (name) => {
          this.opponent = name;
        },
      ),
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
        if (start === "usual") this.own.value = game.start.join(", ");
        if (start === "random") this.own.value = randomStart(game).join(", ");
        if (start === "own") this.own.focus();
      },
    );
    refill(this.startChoices, group);
  }

  ownStart() {
    this.start = "own";
    const radio = this.starts.querySelector("input[value=own]");
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }

  async go() {
    say(this.problem, "");
    const position = this.start === "usual" ? undefined : readPosition(this.own.value);
    try {
      await this.begin({
        game: this.chooser.name,
        position,
        opponent: this.opponent,
        isFirst: this.isFirst,
      });
      this.dialog?.close();
    } catch (problem) {
      say(this.problem, /** @type {Error} */ (problem).message);
    }
  }

  /** Nobody to play against: the analysis board. */
  analyse() {
    const position = readPosition(this.own.value).join(",");
    location.assign(address("/analysis", { game: this.chooser.name, position }));
  }
}
