// The buttons of a match: what each says, and when it rests.

import { button, html, named, refill, say, select, set } from "../common/dom.js";
import { Parting } from "../board/parting.js";
import { machineName } from "../common/speech.js";
import { MoveValues } from "./values.js";
import { t } from "../common/words.js";

/** @typedef {import("./page.js").PlayPage} PlayPage */
/** @typedef {import("./state.js").Session} Session */

export class Actions {
  /** @param {PlayPage} page */
  constructor(page) {
    this.page = page;
    this.takeButton = button("take", "", () => void page.session?.take(), { class: "primary" });
    this.twinButton = button("both", t("web.both"), () => {
      const twin = page.session?.choice.twin;
      if (twin) page.session?.choice.set(twin);
    });
    this.hintButton = button("hint", t("web.hint"), () => void page.coach.openNext());
    this.values = new MoveValues(
      () => page.session,
      () => page.paint(),
    );
    this.undoButton = button("undo", t("web.undo"), () => void page.session?.undo());
    this.newButton = button("new-game", t("match.again"), () => void page.rounds.newGame());
    this.firstButton = button("machine-first", "", () => void page.rounds.letBegin());
    this.rematchButton = button("rematch", t("web.rematch"), () => void page.rounds.rematch());
    this.parting = new Parting();
    this.choice = html("div.acts", this.parting.element, this.takeButton, this.twinButton);
    this.tools = html(
      "div.tools",
      this.hintButton,
      this.values.element,
      this.undoButton,
      this.newButton,
      this.firstButton,
      this.rematchButton,
    );
    this.level = html("span.level");
  }

  /** @param {Session} session */
  paint(session) {
    const { choice, match } = session;
    const isDone = match.over && session.shown === match.ply;
    say(this.takeButton, label(session));
    set(this.takeButton, {
      "aria-disabled": session.isMyTurn && choice.isLegal ? null : "true",
      hidden: session.isOver || session.viewed !== null || session.isLocal,
    });
    this.parting.paint(choice, session.isMyTurn);
    set(this.twinButton, { hidden: !(session.isMyTurn && choice.twin) });
    set(this.hintButton, { "aria-disabled": this.page.coach.canOpen ? null : "true" });
    this.values.paint(session);
    const hasMoved = match.moves.some((_, ply) => session.holds(session.seat(ply)));
    const isBusy = match.over || session.isFollowing || session.isWaiting;
    const isAsked = match.undo_request !== null;
    say(this.undoButton, t(session.isUndoAsked && hasMoved ? "web.undo.ask" : "web.undo"));
    set(this.undoButton, { "aria-disabled": hasMoved && !isBusy && !isAsked ? null : "true" });
    const hasOffered = session.isShared && match.rematch_request === session.mySeat;
    for (const offer of [this.newButton, this.rematchButton])
      set(offer, { "aria-disabled": hasOffered && !session.isWatching ? "true" : null });
    say(this.firstButton, t(session.mySeat === 1 ? "web.me_first" : "web.machine_first"));
    set(this.firstButton, { hidden: isDone || session.isWatching || !session.isAgainstMachine });
    say(this.rematchButton, t(match.drawn ? "web.rematch.drawn" : "web.rematch"));
    set(this.rematchButton, { hidden: !isDone || session.isWatching });
    this.paintLevel(session);
  }

  /** @param {Session} session */
  paintLevel(session) {
    const machine = session.match.players.find((player) => player !== "human") ?? "";
    const { players } = session.match;
    const shape = `${session.game.game} ${players} ${session.isWatching}`;
    const control = this.level.querySelector("select");
    // A level that nothing came of is not shown as if it had.
    if (control && !session.isLeaving) control.value = machine;
    if (this.level.dataset.shape === shape) return;
    this.level.dataset.shape = shape;
    if (!machine || session.isWatching) {
      const text = session.isShared ? "" : watched(session);
      refill(this.level, html("span.field", text));
      return;
    }
    const levels = named(session.game.levels);
    const choose = (/** @type {string} */ name) => void this.page.rounds.setLevel(name);
    refill(this.level, select(t("web.opponent"), levels, machine, choose, { "data-action": "level" }));
  }
}

/** Who plays where nobody here does. @param {Session} session */
function watched(session) {
  if (!session.isLocal) return t(session.isAgainstMachine ? "web.watching" : "web.two_people");
  const [first, second] = [machineName(session, 0), machineName(session, 1)];
  return t("web.watch.players", { first, second });
}

/** What the button that takes says. @param {Session} session */
function label(session) {
  if (session.isOver) return t("web.action.over");
  if (session.isWatching) return t("web.action.watching");
  if (session.isFriendsTurn) return t("web.action.friend");
  if (!session.isMyTurn) return t("match.wait");
  return session.choice.label(session.game);
}
