// The buttons of a match: what each says, and when it rests.

import { Parting } from "../board/choice.js";
import { button, set, html, named, refill, say, select } from "../common/dom.js";
import { loadValues } from "../common/model.js";
import { machineName } from "../common/speech.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./page.js").PlayPage} PlayPage */

// What every move is worth, at a wish: a help that is counted, and gone with the next move.

class MoveValues {
  /** @param {() => Session | null} session @param {() => void} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    this.element = button("values", t("web.values"), () => void this.turn());
  }

  /** Whether there are moves to judge: at one's own turn, or where one looks back. @param {Session} session */
  canShow(session) {
    const hasMoves = session.isMyTurn ? session.choice.situation?.moves : session.viewed !== null;
    return Boolean(hasMoves) && !session.isHelpLocked && session.position.some((heap) => heap > 0n);
  }

  async turn() {
    const session = this.session();
    if (!session) return;
    if (session.values) session.valued = null;
    else await this.show(session);
    this.changed();
  }

  /** @param {Session} session */
  async show(session) {
    const { position } = session;
    const isElsewhere = () => session.isWaiting || String(position) !== String(session.position);
    try {
      const values = await loadValues(session.match.game, position);
      if (isElsewhere() || session.values) return;
      if (!values) throw new Error(t("web.values.many"));
      session.valued = { position: String(position), values };
      if (!session.match.over) session.countHelp();
    } catch (problem) {
      if (!isElsewhere()) session.problem = /** @type {Error} */ (problem).message;
    }
  }

  /** @param {Session} session */
  paint(session) {
    set(this.element, {
      "aria-pressed": session.values ? "true" : "false",
      "aria-disabled": this.canShow(session) ? null : "true",
    });
  }
}

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

// Looking back: forth, on from here, and back to the game, where the button that takes stands else.

export class LookBar {
  /** @param {import("./page.js").PlayPage} page */
  constructor(page) {
    this.page = page;
    this.back = button("previous", "←", () => page.step(-1), { "aria-label": t("web.history.previous") });
    this.forth = button("next", "→", () => page.step(1), { "aria-label": t("web.history.next") });
    this.on = button("play-on", t("match.play_on"), () => void page.rounds.playOn());
    this.leave = button("present", "", () => page.look(null));
    this.element = html(
      "div.acts.look-bar",
      { hidden: true, role: "group", "aria-label": t("web.looking") },
      this.back,
      this.forth,
      this.leave,
      this.on,
    );
  }

  /** What was pressed to look back is gone: the focus goes to the next step. */
  focus() {
    const next = [this.on, this.leave].find((step) => step.classList.contains("primary"));
    next?.focus({ preventScroll: true });
  }

  /** @param {Session} session */
  paint(session) {
    const { viewed, match } = session;
    const isOver = match.over && session.shown === match.ply;
    const hadFocus = this.element.contains(document.activeElement);
    set(this.element, { hidden: viewed === null });
    if (hadFocus && viewed === null) this.page.rest();
    say(this.leave, t(isOver ? "web.history.leave" : "web.history.game"));
    set(this.back, { "aria-disabled": viewed === 0 ? "true" : null });
    set(this.on, { hidden: !session.canBranch });
    // One next step: mend the mistake where one stands before it, else go back.
    const isMending = session.canBranch && Boolean(session.missed);
    this.on.classList.toggle("primary", isMending);
    this.leave.classList.toggle("primary", !isMending);
  }
}
