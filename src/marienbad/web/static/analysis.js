// The analysis board: any position of any game, exactly; nobody moves but the reader.

import { address, moveTo } from "./common/address.js";
import { isForNow } from "./common/api.js";
import { Board } from "./board/board.js";
import { ChessBoard } from "./board/chess.js";
import { Choice, Parting } from "./board/choice.js";
import { GameChooser } from "./common/chooser.js";
import { digitsPicture } from "./board/picture.js";
import { button, html, refill, say, set } from "./common/dom.js";
import { explain, firstTheory, loadDrawing, theorySelect } from "./common/explanation.js";
import { loadMoves } from "./common/model.js";
import { HeapsField } from "./common/fields.js";
import { lost, readStep } from "./common/moves.js";
import { exact } from "./common/numbers.js";
import { randomStart } from "./play/setup.js";
import { deed, taken } from "./common/speech.js";
import { sayProblem, unknownName } from "./common/trouble.js";
import { paintViews } from "./common/views.js";
import { t, tuple } from "./common/words.js";

/** @typedef {import("./common/model.js").Game} Game */

const SHOWN_MOVES = 12;

export class AnalysisPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {bigint[]} */ this.position = [];
    /** @type {bigint[][]} */ this.before = [];
    /** @type {string | null} */ this.theory = null;
    /** @type {string | null} What a link or the reader wrote and was not yet read as a position. */
    this.written = null;
    /** @type {Game | null} */ this.game = null;
    /** @type {any} */ this.analysis = null;
    /** @type {import("./common/model.js").Drawing | null} */ this.drawing = null;
    this.board = new Board(new ChessBoard());
    this.choice = new Choice(() => this.paint());
    this.isOver = false;
    this.question = 0;
    /** Seen when there is a position to show: a link may name none. */
    this.shown = html("section", { "aria-label": t("web.board"), hidden: true });
    this.heaps = new HeapsField({ "data-input": "position" });
    this.verdict = html("p.status.verdict", { role: "status" });
    this.moves = html("ul.winning");
    /** Where the game is proved for two heaps of every size, whoever doubts it can check the proof. */
    this.proved = html("a.proved", { "data-link": "check", hidden: true }, t("web.check.yourself"));
    this.picture = html("div.picture");
    this.text = html("div.text");
    this.theories = html("div.theories");
    /** What a link asks for and the game does not have. */
    this.doubt = html("p.problem", { role: "alert" });
    this.views = html("div.views");
    this.takeButton = button("take", "", () => void this.play(this.choice.move), { class: "primary" });
    this.back = button("undo", t("web.undo"), () => {
      const last = this.before.pop();
      if (last) this.go(last);
    });
    /** Nothing can be done before there is a position. */
    this.parting = new Parting();
    this.acts = html("div.acts", { hidden: true }, this.parting.element, this.takeButton, this.back);
    this.chooser = new GameChooser(this.readAddress(), (game) => this.setGame(game));
    refill(place, this.page());
  }

  page() {
    const { board, acts, views } = this;
    const why = [this.proved, this.moves, this.theories, this.doubt, this.picture, this.text];
    this.shown.append(board.element, acts, views);
    return html(
      "div.analysis.page",
      html("h1", t("web.nav.analysis")),
      html("p.lead", t("web.analysis.lead")),
      this.form(),
      html(
        "div.found",
        this.verdict,
        html("div", this.shown, this.chooser.rule),
        html("section", { "aria-label": t("web.why") }, ...why),
      ),
    );
  }

  form() {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const heaps = this.heaps.read();
      if (!heaps) return;
      this.before = [];
      this.go(heaps);
    };
    const start = { type: "submit", class: "primary", "data-action": "analyse" };
    const random = () => {
      this.before = [];
      if (this.game) this.go(randomStart(this.game));
    };
    return html(
      "form.ask",
      { submit },
      this.chooser.fold(),
      this.heaps.element,
      html("div.acts", html("button", start, t("web.analyse")), button("random", t("web.start.random"), random)),
    );
  }

  async open() {}

  /** What the address names: the game is returned, the rest kept until its rules are known. */
  readAddress() {
    const query = new URLSearchParams(location.search);
    this.written = query.get("position");
    this.theory = query.get("theory");
    return query.get("game") ?? "marienbad";
  }

  /** Another address of this page, by going back or forth. */
  async revisit() {
    const name = this.readAddress();
    this.before = [];
    if (name === this.game?.game) this.openWritten(this.game);
    else await this.chooser.open(name);
  }

  /** @param {Game} game */
  setGame(game) {
    const fits = game.heaps === null || game.heaps === this.position.length;
    this.game = game;
    this.choice = new (game.forbidding?.Choice ?? Choice)(() => this.paint());
    this.heaps.example = game.start;
    if (this.written !== null || !this.position.length) {
      this.openWritten(game);
      return;
    }
    this.before = [];
    this.theory = null;
    this.go(fits ? this.position : game.start);
  }

  /** A position that was shared is shown as it is, or refused with its reason. @param {Game} game */
  openWritten(game) {
    const { written } = this;
    this.written = null;
    say(this.doubt, unknownName("theory", this.theory, game.theories));
    if (written === null) {
      this.go(game.start, "replace");
      return;
    }
    this.heaps.write(written);
    const heaps = this.heaps.read();
    if (heaps) this.go(heaps, "replace");
    else this.clear();
  }

  /** @param {bigint[]} position @param {"push" | "replace"} how it enters the browser's history */
  go(position, how = "push") {
    this.position = position;
    this.heaps.show(position);
    void this.analyse(how);
  }

  /** From the position that is shown, not from one that is still to come. @param {bigint[]} take */
  async play(take) {
    if (String(this.choice.situation?.position) !== String(this.position)) return;
    const { position } = this;
    try {
      const left = await this.choice.leftBy(take);
      if (position !== this.position) return;
      this.before.push(position);
      this.go(left);
    } catch (problem) {
      sayProblem(this.verdict, problem, () => void this.play(take));
    }
  }

  /** Nothing came of the move: the board stays where it is, and can be played on. */
  stay() {
    const { situation } = this.choice;
    if (!situation || situation.game !== this.game) return;
    this.position = situation.position;
    if (String(this.before.at(-1)) === String(this.position)) this.before.pop();
  }

  /**
   * By the theory that was chosen; otherwise by the one that is seen best, or the first that reaches.
   * @param {Game} game
   * @param {bigint[]} position
   * @param {string | null} theory
   */
  async explain(game, position, theory) {
    const first = theory ?? firstTheory(game);
    try {
      return await explain(this.text, game, position, first);
    } catch (problem) {
      if (first === theory || isForNow(problem)) throw problem;
      return explain(this.text, game, position, theory);
    }
  }

  /** @param {"push" | "replace"} how */
  async analyse(how = "push") {
    const { game, position } = this;
    const before = [...this.before];
    if (!game) return;
    const number = ++this.question;
    if (how === "push") say(this.doubt, "");
    const theory = game.theories.some(({ name }) => name === this.theory) ? this.theory : null;
    const question = { game: game.game, position: position.join(","), theory };
    moveTo(address("/analysis", question), how);
    this.drawing = null;
    try {
      const [analysis, found] = await Promise.all([
        this.explain(game, position, theory),
        loadMoves(game.game, position),
      ]);
      if (number !== this.question) return;
      const drawing = await loadDrawing(game.game, position, analysis.theory);
      if (number !== this.question) return;
      Object.assign(this, { analysis, drawing, isOver: found.over, position: found.position });
      this.choice.begin({ ...found, game });
      this.tell();
    } catch (problem) {
      if (number !== this.question) return;
      this.stay();
      this.clear();
      const again = () => {
        this.before = before;
        this.go(position);
      };
      if (isForNow(problem)) sayProblem(this.verdict, problem, again);
      else this.heaps.refuse(/** @type {Error} */ (problem).message);
    }
    this.paint();
  }

  /** Nothing is said of a position that cannot be analysed. */
  clear() {
    this.analysis = null;
    say(this.verdict, "");
    set(this.proved, { hidden: true });
    for (const part of [this.text, this.moves, this.picture, this.theories]) refill(part);
  }

  /** Say who wins, by which moves and why. */
  tell() {
    const { game, analysis } = this;
    if (!game || !analysis) return;
    const position = tuple(game.forbidding ? [...this.position] : this.position);
    const outcome =
      game.forbidding?.outcome(this.position, analysis.outcome) ??
      t(analysis.outcome === "P" ? `web.analysis.p${lost(game.memory)}` : "web.analysis.n", { position });
    const proven = `${outcome} ${t(`web.authority.${analysis.authority}`)}`;
    say(this.verdict, this.isOver ? t("web.analysis.over", { position }) : proven);
    const isProved = this.position.length === 2 && game.theories.some(({ name }) => name === "automaton");
    set(this.proved, { hidden: !isProved, href: address("/check", { game: game.game }) });
    // the move that is suggested comes first, as in the explanation
    const winning = analysis.winning_moves.toReversed().slice(0, SHOWN_MOVES);
    const rest = analysis.winning_moves.length - winning.length;
    refill(
      this.moves,
      ...winning.map((/** @type {any} */ step) => html("li", this.follow(game, step))),
      analysis.winning_moves_complete === false && html("li", t("web.analysis.many")),
      rest > 0 && html("li", t("web.analysis.more", { number: rest })),
    );
    const chooseTheory = (/** @type {string} */ name) => {
      this.theory = name;
      void this.analyse();
    };
    const hadFocus = this.theories.contains(document.activeElement);
    refill(this.theories, theorySelect(game, analysis.theory, chooseTheory));
    if (hadFocus) this.theories.querySelector("select")?.focus();
    refill(this.picture, this.drawing && digitsPicture(this.drawing));
  }

  /** A winning move, which a click plays. @param {Game} game @param {any} step */
  follow(game, step) {
    const take = readStep(step, this.position);
    const { lefts, moves } = this.choice.situation ?? {};
    const listed = lefts?.[moves?.findIndex((move) => String(move) === String(take)) ?? -1];
    const reached = listed ?? exact(step.leave ?? []);
    const left = tuple(game.forbidding ? [...reached] : reached);
    const done = {
      took: "web.analysis.move",
      called: "web.analysis.call",
      chose: "web.analysis.choose",
      forbade: "web.forbid.move",
    };
    const text = t(done[deed(game, take)], { taken: taken(game, take), position: left });
    const marks = { class: "follow", "data-take": take.join(",") };
    return button("follow", text, () => void this.play(take), marks);
  }

  paint() {
    const { game, choice } = this;
    if (!game || !choice.situation) return;
    const { position } = choice.situation;
    set(this.shown, { hidden: false });
    const kind = this.board.update({
      game,
      start: game.parts ? [...position] : (this.before[0] ?? position),
      position,
      take: choice.take,
      isOpen: true,
      choice,
      play: () => void this.play(choice.move),
      drawing: this.drawing,
      again: choice.again,
    });
    const changed = () => this.paint();
    paintViews(this.views, this.board, { game, start: position, kind }, { changed });
    set(this.acts, { hidden: false });
    this.parting.paint(choice, true);
    say(this.takeButton, choice.label(game));
    set(this.takeButton, { "aria-disabled": choice.isLegal ? null : "true", hidden: this.isOver });
    set(this.back, { "aria-disabled": this.before.length ? null : "true" });
  }

  close() {
    this.question += 1;
  }
}
