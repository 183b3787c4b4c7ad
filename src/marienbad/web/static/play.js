// The page on which a match is played: board, button, status line, coach, history.

import { Actions } from "./actions.js";
import { postJson } from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { button, html, refill, say, set } from "./dom.js";
import { History } from "./history.js";
import { bindKeys, openKeys } from "./keys.js";
import { Live } from "./live.js";
import { rememberedSetup, rememberSetup } from "./remembered.js";
import { currentMatch, keep, keptOf, rememberMatch } from "./seats.js";
import { status } from "./speech.js";
import { Session } from "./state.js";
import { paintViews } from "./views.js";
import { integer, lang, t, tuple } from "./words.js";

/** @typedef {import("./remembered.js").Setup} Setup */

export class PlayPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.board = new Board();
    this.coach = new Coach(
      () => this.session,
      () => this.paint(),
      () => this.board.element.scrollIntoView({ block: "start" }),
    );
    this.history = new History(
      () => this.session,
      () => void this.playOn(),
    );
    /** @type {Session | null} */
    this.session = null;
    /** @type {Live | null} */
    this.live = null;
    this.title = html("h1", { class: "game-title" });
    this.start = html("p", { class: "game-start" });
    this.status = html("p", { class: "status", role: "status" });
    this.actions = new Actions(this);
    this.rule = html("p", { class: "rule" });
    this.views = html("div", { class: "views", role: "group", "aria-label": t("web.boards") });
    this.more = html(
      "div",
      { class: "more" },
      this.actions.level,
      this.views,
      html(
        "span",
        { class: "links" },
        button("setup", t("web.setup"), () => void this.setup()),
        button("share", t("web.share"), () => void this.share()),
        button("keys", t("web.keys"), () => openKeys()),
      ),
    );
    this.board.element.addEventListener("emptied", () => this.actions.newButton.focus());
    refill(
      this.place,
      html(
        "div",
        { class: "play" },
        html(
          "section",
          { class: "table", "aria-label": t("web.board") },
          html("header", { class: "game-line" }, this.title, this.start),
          this.board.element,
          html(
            "div",
            { class: "act" },
            this.status,
            this.actions.choice,
          ),
          this.rule,
          this.actions.tools,
          this.history.element,
          this.more,
        ),
        this.coach.element,
      ),
    );
    this.unbind = bindKeys(this);
  }

  /** Open what the address names: a match by its id, or a board ready to play. */
  async open() {
    const id = /^\/m\/([^/]+)$/u.exec(location.pathname)?.[1];
    if (id) {
      this.takeSeat(id);
      this.adopt(await Session.open(id));
      return;
    }
    const known = currentMatch();
    if (known) {
      const session = await Session.open(known).catch(() => null);
      if (session && !session.isWatching) {
        this.adopt(session);
        return;
      }
    }
    await this.begin(rememberedSetup());
  }

  /**
   * A token in the fragment is this browser's seat from now on, and leaves the address bar.
   * @param {string} id
   */
  takeSeat(id) {
    const token = location.hash.slice(1);
    if (!token) return;
    const seat = Number(token.split(".").at(-2));
    if (seat === 0 || seat === 1) {
      const { seats } = keptOf(id);
      seats[seat] = token;
      keep(id, { seats });
    }
    history.replaceState(null, "", location.pathname + location.search);
  }

  /** @param {Session} session */
  adopt(session) {
    this.live?.close();
    this.session = session;
    // The map is a help that is asked for anew in each game.
    this.board.isMapShown = false;
    const isHere = session.match.players.includes("human") && !session.isWatching;
    if (isHere) rememberMatch(session.match.id);
    session.addEventListener("change", () => {
      if (session === this.session) this.paint();
    });
    this.live = new Live(
      session.match.id,
      (raw) => session.receive(raw),
      (isConnected) => {
        session.isConnected = isConnected;
        session.change();
      },
    );
    this.coach.reset();
    this.history.reset();
    this.paint();
    void session.follow().then(() => performance.mark("usable"));
  }

  /** @param {Setup} setup */
  async begin(setup) {
    const { game, position, opponent, isFirst } = setup;
    const other = opponent === "friend" || opponent === "here" ? "human" : opponent;
    const players = isFirst ? ["human", other] : [other, "human"];
    const mine = isFirst ? 0 : 1;
    const session = await Session.create({ game, position, players }, (seats) =>
      opponent === "friend" ? seats.map((token, seat) => (seat === mine ? token : null)) : seats,
    );
    rememberSetup(setup);
    const path = opponent === "friend" ? `/m/${session.match.id}` : "/";
    if (location.pathname !== path) history.pushState(null, "", path);
    this.adopt(session);
    if (session.invitation) await this.share();
  }

  async newGame() {
    await this.begin(this.sameAgain()).catch((problem) => this.complain(problem));
  }

  /** A new game, begun by the other one: the machine, or again the player. */
  async letBegin() {
    const setup = this.sameAgain();
    await this.begin({ ...setup, isFirst: !setup.isFirst }).catch((problem) =>
      this.complain(problem),
    );
  }

  /** The same once more with the seats swapped; a friend is sent the link of the new match. */
  async rematch() {
    const { session } = this;
    if (!session) return;
    if (session.isAgainstMachine) {
      await this.letBegin();
      return;
    }
    const isBoth = session.holds(0) && session.holds(1);
    const mine = 1 - (session.mySeat ?? 0);
    const token = session.seats[session.mySeat ?? 0] ?? null;
    const path = `/api/matches/${session.match.id}/rematch`;
    try {
      await this.openMade(await postJson(path, null, { token, query: { lang: lang() } }), (seats) =>
        seats.map((held, seat) => (isBoth || seat === mine ? held : null)),
      );
    } catch (problem) {
      this.complain(problem);
    }
  }

  /**
   * Go to a match that was just made.
   * @param {any} raw the match with its seats
   * @param {(seats: (string | null)[]) => (string | null)[]} [mine] which of them stay here
   */
  async openMade(raw, mine) {
    const session = await Session.adopt(raw, mine);
    history.pushState(null, "", `/m/${session.match.id}`);
    this.adopt(session);
    if (session.invitation) await this.share();
  }

  /** The setup of the match on the board, for another one like it. @returns {Setup} */
  sameAgain() {
    const { session } = this;
    const kept = rememberedSetup();
    if (!session || session.isWatching) return kept;
    const { match } = session;
    const seat = session.mySeat ?? 0;
    const machine = match.players.find((player) => player !== "human");
    const isBoth = session.holds(0) && session.holds(1);
    return {
      game: match.game,
      position: match.start,
      opponent: machine ? (this.nextLevel ?? machine) : isBoth ? "here" : "friend",
      isFirst: isBoth || seat === 0,
    };
  }

  /** @type {string | null} A level chosen during a game, for the next one. */
  nextLevel = null;

  /** @param {string} name */
  async setLevel(name) {
    const { session } = this;
    if (!session) return;
    this.nextLevel = name;
    const hasBegun = session.match.moves.some((_, ply) => session.holds(ply % 2));
    if (hasBegun && !session.match.over) {
      session.problem = t("web.level.next");
      session.change();
      return;
    }
    await this.newGame();
  }

  async share() {
    const { openShare } = await import("./share.js");
    if (this.session) openShare(this, this.session);
  }

  async setup() {
    const { openSetup } = await import("./setup.js");
    openSetup(this.sameAgain(), (setup) => {
      this.nextLevel = null;
      return this.begin(setup);
    });
  }

  /** Continue from the position that is looked at, with the same players at the same turn. */
  async playOn() {
    const { session } = this;
    if (!session) return;
    const { match, ply } = session;
    const players = ply % 2 === 0 ? match.players : [...match.players].reverse();
    const wanted = { game: match.game, position: session.position, players };
    try {
      this.adopt(await Session.create(wanted));
      if (location.pathname !== "/") history.pushState(null, "", "/");
      this.board.element.querySelector("button")?.focus();
    } catch (problem) {
      this.complain(problem);
    }
  }

  /** @param {unknown} problem */
  complain(problem) {
    if (!this.session) throw problem;
    this.session.problem = problem instanceof Error ? problem.message : String(problem);
    this.session.change();
  }

  /**
   * @param {number} heap
   * @param {bigint} amount
   */
  click(heap, amount) {
    const { session } = this;
    if (!session?.isMyTurn) return;
    session.problem = null;
    session.choice.click(heap, amount, () => void session.take());
  }

  /** @param {bigint[]} take */
  clickSquare(take) {
    const { session } = this;
    if (!session?.isMyTurn) return;
    session.problem = null;
    session.choice.clickSquare(take, () => void session.take());
  }

  paint() {
    const { session } = this;
    if (!session) return;
    const { game, match, choice } = session;
    say(this.title, game.title);
    say(
      this.start,
      match.start.length > 8 ? tuple(match.start) : match.start.map(integer).join(" · "),
    );
    say(this.rule, game.rule);
    const taste = this.board.update({
      game,
      start: match.start,
      position: session.position,
      take: session.raised ?? (session.isAtEnd ? choice.take : []),
      isOpen: session.isMyTurn && choice.ground !== null,
      isLit: (heap, amount) => choice.wouldBeLegal(heap, amount),
      legal: choice.ground?.moves ? choice.legal : null,
      choose: (heap, amount) => choice.choose(heap, amount),
      click: (heap, amount) => this.click(heap, amount),
      clickSquare: (take) => this.clickSquare(take),
      drawing: session.drawing,
    });
    set(this.board.element, { "aria-busy": session.isFollowing || session.isSending });
    say(this.status, status(session, taste));
    this.status.classList.toggle("final", session.isOver);
    this.actions.paint(session);
    paintViews(
      this.views,
      this.board,
      { game, start: match.start, taste },
      { changed: () => this.paint(), asked: () => session.countHelp() },
    );
    this.coach.paint();
    this.history.paint();
  }

  close() {
    this.unbind();
    this.live?.close();
    this.coach.close();
  }
}
