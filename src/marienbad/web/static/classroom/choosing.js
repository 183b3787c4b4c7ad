// What a class is to play: a game, its start, who answers, and who begins.

import { GameChooser, radios } from "../common/chooser.js";
import { html, named, refill, select, button } from "../common/dom.js";
import { HeapsField, openDialog } from "../common/fields.js";
import { positionFields } from "../common/moves.js";
import { always } from "../common/storage.js";
import { t } from "../common/words.js";

/** @typedef {import("../common/model.js").Game} Game */

export const TEAM = "team";

export class Choosing {
  /**
   * @param {string} game
   * @param {boolean} hasTeams whether a second team may answer
   * @param {readonly bigint[] | null} [start] from which it is played, where not from the usual one
   */
  constructor(game, hasTeams, start = null) {
    this.hasTeams = hasTeams;
    /** @type {Game | null} */ this.game = null;
    this.opponent = "novice";
    this.begins = true;
    this.hasMachine = true;
    this.start = new HeapsField({ "data-input": "start" });
    this.opponents = html("div.opponents");
    this.beginners = html("div");
    this.chooser = new GameChooser(game, (chosen) => {
      this.game = chosen;
      this.start.example = chosen.start;
      this.start.show(chosen.game === game && start ? start : chosen.start);
      this.paintOpponents();
    });
    this.paintBeginners();
    this.element = html(
      "div.choosing",
      this.chooser.fold(),
      this.chooser.rule,
      this.start.element,
      this.opponents,
      this.beginners,
    );
  }

  paintOpponents() {
    const levels = named(this.game?.levels ?? []);
    /** @type {[string, string][]} */
    const choices = this.hasTeams ? [...levels, [TEAM, t("classroom.opponent.team")]] : levels;
    if (!choices.some(([name]) => name === this.opponent)) this.opponent = choices[0]?.[0] ?? TEAM;
    const choose = (/** @type {string} */ name) => {
      this.opponent = name;
      this.paintBeginners();
    };
    const attributes = { "data-input": "opponent" };
    refill(this.opponents, select(t("classroom.opponent"), choices, this.opponent, choose, attributes));
    this.paintBeginners();
  }

  /** Whether somebody answers who is to be chosen. @param {boolean} hasMachine */
  against(hasMachine) {
    this.hasMachine = hasMachine;
    this.opponents.hidden = !hasMachine;
    this.paintBeginners();
  }

  /** Of two teams the first begins. */
  paintBeginners() {
    this.beginners.hidden = this.opponent === TEAM || !this.hasMachine;
    refill(
      this.beginners,
      radios(
        t("classroom.begins"),
        [
          ["class", t(this.hasTeams ? "classroom.begins.class" : "classroom.begins.pupil")],
          ["machine", t("classroom.begins.machine")],
        ],
        this.begins ? "class" : "machine",
        (who) => {
          this.begins = who === "class";
        },
      ),
    );
  }

  /** What is sent to the server, or null after saying what is wrong. */
  read() {
    const start = this.start.read();
    if (!this.game || !start) return null;
    const { opponent, begins } = this;
    return { game: this.game.game, ...positionFields(start), opponent, begins: begins || opponent === TEAM };
  }
}

// What cannot be taken back is asked once more.

/**
 * @param {string} title
 * @param {string} word what would happen
 * @param {string} label of the button that does it
 * @param {() => unknown} act
 */
export function confirm(title, word, label, act) {
  const now = () => {
    dialog.close();
    act();
  };
  const dialog = openDialog(
    title,
    html("p", word),
    html("div.acts", button("confirm", label, now, { class: "primary" })),
  );
}

// The passes of rooms that this browser was given: by them whoever lost the connection comes back.

/** @typedef {{code: string, token: string, projector?: string}} Pass */

const KEY = "marienbad.rooms";
const MOST = 10;

/** @returns {Pass[]} */
function all() {
  try {
    const found = JSON.parse(always.getItem(KEY) ?? "[]");
    return found.filter((/** @type {any} */ one) => typeof one?.code === "string" && typeof one?.token === "string");
  } catch {
    return [];
  }
}

/** @param {string} code */
export function kept(code) {
  return all().find((pass) => pass.code === code);
}

/** @param {Pass} pass */
export function keep(pass) {
  const others = all().filter(({ code }) => code !== pass.code);
  always.setItem(KEY, JSON.stringify([...others, pass].slice(-MOST)));
}

/** @param {string} code */
export function forget(code) {
  always.setItem(KEY, JSON.stringify(all().filter((pass) => pass.code !== code)));
}
