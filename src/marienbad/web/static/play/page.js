// The page on which a match is played: board, button, status line, coach, moves, review.

import { Actions, LookBar } from "./actions.js";
import { Board } from "../board/board.js";
import { Coach } from "./coach.js";
import { Offer } from "../common/offer.js";
import { address } from "../common/address.js";
import { button, html, refill, say, set } from "../common/dom.js";
import { follow, sendPending } from "./sending.js";
import { bindKeys } from "./keys.js";
import { Live } from "../common/live.js";
import { MoveList, Review } from "./moves.js";
import { openAddress } from "./opening.js";
import { fetchParts, loadFriends, loadKeys, loadShare } from "./parts.js";
import { Rounds } from "./rounds.js";
import { rememberMatch } from "./seats.js";
import { soundSwitch } from "./sound.js";
import { positionText, status, tabTitle } from "../common/speech.js";
import { paintViews } from "../common/views.js";
import { t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */

const SMALL = matchMedia("(max-width: 60rem)");

/** Where the coach's sheet comes from below. */
const UPRIGHT = "(min-height: 30.01rem)";
/** With more heaps no rules are written. */
const MOST_HEAPS = 8;

/** More rows than this have their names beside them on a narrow board too. */
const MANY = 5;

export class PlayPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.board = new Board();
    this.coach = new Coach(
      () => this.session,
      () => this.paint(),
      () => (this.coach.isUp && this.isWhole) || this.showBoard(),
    );
    this.moves = new MoveList(
      () => this.session,
      (ply) => this.look(ply),
      (id, ply) => void this.rounds.openAgain(id, ply),
    );
    this.review = new Review(this);
    this.lookBar = new LookBar(this);
    /** @type {Session | null} */ this.session = null;
    /** @type {Live | null} */ this.live = null;
    this.isClosed = false;
    this.title = html("h1.game-title");
    this.start = html("p.game-start");
    this.status = html("p.status", { role: "status" }, t("match.wait"));
    this.rounds = new Rounds(this);
    this.offer = new Offer();
    this.changed = () => {
      this.paint();
      void this.rounds.followFriend();
    };
    this.actions = new Actions(this);
    /** @type {import("./friends.js").Friends | null} */ this.friends = null;
    this.rule = html("p.rule");
    // The board takes the room that the rest of the table leaves on the screen.
    this.room = html("div.room", this.board.element);
    this.views = html("div.views", { role: "group", "aria-label": t("web.boards") });
    this.change = html("a.button", { "data-action": "change-rules" }, t("web.lab.change"));
    this.more = html(
      "div.more",
      this.actions.level,
      this.views,
      html(
        "span.links",
        button("setup", t("web.setup"), () => void this.rounds.setup()),
        button("share", t("web.share"), () => void this.share()),
        button("keys", t("web.keys"), () => void this.openKeys()),
        this.change,
        soundSwitch(),
      ),
    );
    this.act = html("div.act", this.status, this.actions.choice, this.lookBar.element);
    this.side = html("div.side", this.review.element, this.coach.element, this.moves.element);
    this.board.element.addEventListener("emptied", () => this.actions.newButton.focus());
    refill(
      this.place,
      html(
        "div.play",
        html(
          "section.table",
          { "aria-label": t("web.board") },
          html("header.game-line", this.title, this.start),
          this.room,
          this.act,
          this.rule,
          this.actions.tools,
          this.offer.element,
        ),
        this.side,
        this.more,
      ),
    );
    this.unbind = bindKeys(this);
    this.settle = () => this.arrange();
    SMALL.addEventListener("change", this.settle);
    this.arrange();
  }

  /** Where the side stands below the board, the moves are folded and the review follows the status. */
  arrange() {
    if (SMALL.matches) this.act.after(this.review.element);
    else this.side.prepend(this.review.element);
    this.moves.sheet.open = !SMALL.matches;
  }

  async open() {
    await openAddress(this);
    fetchParts();
  }

  /** @param {Session} session */
  async expectFriend(session) {
    if (this.friends || !session.isShared) return;
    const { Friends } = await loadFriends();
    this.friends = new Friends(this);
    this.rule.before(this.friends.element);
  }

  /** Put a match on the board, when what draws it is here and nobody has left. @param {Session} session */
  async adopt(session) {
    await Promise.all([this.board.prepare(session.match.start), this.expectFriend(session)]);
    if (this.isClosed) return;
    this.live?.close();
    this.offer.hide();
    this.session?.stop();
    this.session?.controls?.remove();
    this.session?.removeEventListener("change", this.changed);
    this.session = session;
    if (session.controls) this.act.append(session.controls);
    this.place.firstElementChild?.classList.toggle("watching", session.isLocal);
    // The map is a help that is asked for anew in each game.
    this.board.map.turn(false);
    const isHere = session.match.players.includes("human") && !session.isWatching;
    if (isHere) rememberMatch(session.match.id);
    session.addEventListener("change", this.changed);
    this.live = session.isLocal
      ? null
      : new Live(
          `/api/matches/${encodeURIComponent(session.match.id)}`,
          (raw) => session.receive(raw),
          (isConnected) => {
            if (isConnected === session.isConnected) return;
            session.isConnected = isConnected;
            session.company = null;
            session.change();
          },
          session.introduction,
        );
    this.coach.reset();
    this.moves.reset();
    this.review.reset();
    this.friends?.reset();
    this.paint();
    this.showBoard();
    if (document.querySelector("dialog[open]")) this.focusBoard();
    if (session.isLocal) return;
    void follow(session);
    sendPending(session);
  }

  /** Where what the coach leaves in view ends. */
  get foot() {
    const isBelow = this.coach.isUp && this.coach.isSheet && matchMedia(UPRIGHT).matches;
    return isBelow ? this.coach.element.offsetTop : innerHeight;
  }

  /** Whether the board and its button are in view. */
  get isWhole() {
    const { top } = this.room.getBoundingClientRect();
    return top >= 0 && this.act.getBoundingClientRect().bottom <= this.foot;
  }

  /** Scroll to where the board is whole, above the coach's sheet too. */
  showBoard() {
    scrollTo(0, 0);
    if (this.foot < innerHeight && !this.isWhole) scrollTo(0, this.room.offsetTop);
  }

  /** The focus goes to the board: after the last dialog, which would give it back elsewhere. */
  focusBoard() {
    const dialog = document.querySelector("dialog[open]");
    if (dialog) {
      dialog.addEventListener("close", () => this.focusBoard(), { once: true });
      return;
    }
    const piece = this.board.element.querySelector(".square.here, [data-heap], input");
    /** @type {HTMLElement | null} */ (piece)?.focus({ preventScroll: true });
  }

  async share() {
    await this.opened(async () => {
      const { openShare } = await loadShare();
      if (this.session) openShare(this, this.session);
    });
  }

  async openKeys() {
    await this.opened(async () => (await loadKeys()).openKeys());
  }

  /** Open a dialog, or say why it does not open. @param {() => Promise<void>} open */
  async opened(open) {
    const { session } = this;
    await open().catch((problem) => {
      if (session) Object.assign(session, { problem: problem.message }).change();
    });
  }

  paint() {
    const { session } = this;
    if (!session) return;
    // Whoever plays on no longer waits for another game.
    if (this.offer.stays && !session.problem) this.offer.hide();
    const { game, match, choice } = session;
    say(this.title, game.title);
    say(this.start, game.forbidding?.heading(session) ?? positionText(match.start));
    say(this.rule, game.rule);
    set(this.change, {
      href: address("/lab", { game: game.game, position: [...match.start].join(",") }),
      hidden: !game.rules || match.start.length > MOST_HEAPS,
    });
    const kind = this.board.update({
      game,
      start: session.laid,
      position: session.position,
      take: session.raised ?? (session.isAtEnd ? choice.take : []),
      isOpen: session.isMyTurn && choice.situation !== null,
      choice,
      play: () => void session.take(),
      drawing: session.drawing,
      last: session.last,
      again: choice.again,
      values: session.values,
    });
    for (const [name, number] of Object.entries(this.board.measures(session.laid, kind)))
      this.room.style.setProperty(`--${name}`, String(number));
    set(this.room, { "data-many": session.laid.length > MANY });
    set(this.board.element, { "aria-busy": session.isFollowing || session.isWaiting });
    say(this.status, status(session, kind));
    this.status.classList.toggle("final", session.isOver);
    document.title = tabTitle(session);
    this.friends?.paint(session);
    this.actions.paint(session);
    paintViews(
      this.views,
      this.board,
      { game, start: session.laid, kind, hasMap: !session.isHelpLocked },
      { changed: () => this.paint(), mapShown: () => session.countHelp() },
    );
    this.coach.paint();
    // Nothing is left to be asked; looking back, there is.
    set(this.coach.element, { hidden: session.isOver });
    this.review.paint();
    this.moves.paint();
    this.lookBar.paint(session);
    this.place.firstElementChild?.classList.toggle("looking", session.viewed !== null);
  }

  /** Look back to where so many moves stood played, or at the game as it stands. @param {number | null} ply */
  look(ply) {
    this.session?.view(ply);
    if (SMALL.matches) this.showBoard();
  }

  /** @param {number} by */
  step(by) {
    if (this.session) this.look(Math.max(0, this.session.ply + by));
  }

  /** Let the focus rest on the board, where there is still something on it. */
  rest() {
    this.focusBoard();
    if (!this.board.element.contains(document.activeElement)) this.actions.newButton.focus();
  }

  close() {
    this.isClosed = true;
    this.session?.removeEventListener("change", this.changed);
    this.unbind();
    SMALL.removeEventListener("change", this.settle);
    this.live?.close();
    this.session?.stop();
    this.coach.slide(false);
  }
}
