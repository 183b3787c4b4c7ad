// The analysis board: any position of any game, exactly; nobody moves but the reader.

import { address } from "./common/address.js";
import { Board } from "./board/board.js";
import { Choice } from "./board/choice.js";
import { GameChooser } from "./common/chooser.js";
import { digitsPicture } from "./board/digits.js";
import { button, html, refill, say, set } from "./common/dom.js";
import { explain, loadDrawing, theorySelect } from "./common/explanation.js";
import { loadMoves } from "./common/model.js";
import { exact, leave, readPosition } from "./common/numbers.js";
import { randomStart } from "./play/setup.js";
import { taken } from "./common/speech.js";
import { sayProblem } from "./common/trouble.js";
import { paintViews } from "./common/views.js";
import { t, tuple } from "./common/words.js";

/** @typedef {import("./common/model.js").Game} Game */

const SHOWN_MOVES = 12;

export class AnalysisPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    const query = new URLSearchParams(location.search);
    this.name = query.get("game") ?? "marienbad";
    /** @type {bigint[]} */
    this.position = readPosition(query.get("position") ?? "");
    /** @type {bigint[][]} */
    this.before = [];
    this.theory = query.get("theory");
    /** @type {Game | null} */
    this.game = null;
    /** @type {any} */
    this.analysis = null;
    /** @type {import("./common/model.js").Drawing | null} */
    this.drawing = null;
    this.board = new Board();
    this.choice = new Choice(() => this.paint());
    this.question = 0;
    this.heaps = html("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      inputmode: "text",
      "data-input": "position",
    });
    this.verdict = html("p", { class: "status verdict", role: "status" });
    this.moves = html("ul", { class: "winning" });
    this.picture = html("div", { class: "picture" });
    this.text = html("div", { class: "text" });
    this.theories = html("div", { class: "theories" });
    this.views = html("div", { class: "views" });
    this.takeButton = button("take", "", () => this.play(this.choice.take), { class: "primary" });
    this.back = button("undo", t("web.undo"), () => {
      const last = this.before.pop();
      if (last) this.go(last);
    });
    this.chooser = new GameChooser(this.name, (game) => this.setGame(game));
    refill(place, this.page());
  }

  page() {
    const { board, takeButton, back, views } = this;
    const acts = html("div", { class: "acts" }, takeButton, back);
    const why = [this.verdict, this.moves, this.theories, this.picture, this.text];
    return html(
      "div",
      { class: "analysis page" },
      html("h1", {}, t("web.nav.analysis")),
      html("p", { class: "lead" }, t("web.analysis.lead")),
      this.form(),
      html(
        "div",
        { class: "found" },
        html("section", { "aria-label": t("web.board") }, board.element, acts, views),
        html("section", { "aria-label": t("web.why") }, ...why),
      ),
    );
  }

  form() {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.before = [];
      this.go(readPosition(this.heaps.value));
    };
    const name = html("span", {}, t("web.start.heaps"));
    const start = { type: "submit", class: "primary", "data-action": "analyse" };
    const random = () => this.game && this.go(randomStart(this.game));
    return html(
      "form",
      { class: "ask", submit },
      this.chooser.element,
      html("label", { class: "field wide-field" }, name, this.heaps),
      html(
        "div",
        { class: "acts" },
        html("button", start, t("web.analyse")),
        button("random", t("web.start.random"), random),
      ),
    );
  }

  async open() {}

  /** @param {Game} game */
  setGame(game) {
    const isFirst = this.game === null;
    this.game = game;
    // A position that was shared is shown as it is, or refused with its reason.
    const isRight = isFirst || game.heaps === null || game.heaps === this.position.length;
    const fits = this.position.length > 0 && isRight;
    this.before = [];
    if (!isFirst) this.theory = null;
    this.go(fits ? this.position : game.start);
  }

  /** @param {bigint[]} position */
  go(position) {
    this.position = position;
    this.heaps.value = position.join(", ");
    void this.analyse();
  }

  /** From the position that is shown, not from one that is still to come. @param {bigint[]} take */
  play(take) {
    if (String(this.choice.situation?.position) !== String(this.position)) return;
    this.before.push(this.position);
    this.go(leave(this.position, take));
  }

  /** Nothing came of the move: the board stays where it is, and can be played on. */
  stay() {
    const { situation } = this.choice;
    if (!situation || situation.game !== this.game?.game) return;
    this.position = situation.position;
    if (String(this.before.at(-1)) === String(this.position)) this.before.pop();
  }

  async analyse() {
    const { game, position } = this;
    if (!game) return;
    const number = ++this.question;
    const theory = game.theories.some(({ name }) => name === this.theory) ? this.theory : null;
    const question = { game: game.game, position: position.join(","), theory };
    history.replaceState(null, "", address("/analysis", question));
    this.drawing = null;
    try {
      const [analysis, { moves }] = await Promise.all([
        explain(this.text, game.game, position, theory),
        loadMoves(game.game, position),
      ]);
      if (number !== this.question) return;
      const drawing = await loadDrawing(game.game, position, analysis.theory);
      if (number !== this.question) return;
      Object.assign(this, { analysis, drawing });
      this.choice.begin({ game: game.game, position, moves });
      this.tell();
    } catch (problem) {
      if (number !== this.question) return;
      this.stay();
      this.analysis = null;
      sayProblem(this.verdict, problem, () => void this.analyse());
      for (const part of [this.text, this.moves, this.picture]) refill(part);
    }
    this.paint();
  }

  /** Say who wins, by which moves and why. */
  tell() {
    const { game, analysis } = this;
    if (!game || !analysis) return;
    const outcome = t(analysis.outcome === "P" ? "web.analysis.p" : "web.analysis.n", {
      position: tuple(this.position),
    });
    say(this.verdict, `${outcome} ${t(`web.authority.${analysis.authority}`)}`);
    const winning = analysis.winning_moves.slice(0, SHOWN_MOVES);
    const rest = analysis.winning_moves.length - winning.length;
    refill(
      this.moves,
      ...winning.map((/** @type {{take: any[], leave: any[]}} */ { take, leave }) =>
        html("li", {}, this.follow(game, exact(take), exact(leave))),
      ),
      rest > 0 && html("li", {}, t("web.analysis.more", { number: rest })),
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

  /**
   * A winning move, which a click plays.
   * @param {Game} game
   * @param {bigint[]} take
   * @param {bigint[]} left
   */
  follow(game, take, left) {
    const text = t("web.analysis.move", { taken: taken(game, take), position: tuple(left) });
    const marks = { class: "follow", "data-take": take.join(",") };
    return button("follow", text, () => this.play(take), marks);
  }

  paint() {
    const { game, choice } = this;
    if (!game || !choice.situation) return;
    const { position } = choice.situation;
    const kind = this.board.update({
      game,
      start: this.before[0] ?? position,
      position,
      take: choice.take,
      isOpen: true,
      choice,
      play: () => this.play(choice.take),
      drawing: this.drawing,
    });
    const changed = () => this.paint();
    paintViews(this.views, this.board, { game, start: position, kind }, { changed });
    say(this.takeButton, choice.label(game));
    set(this.takeButton, { "aria-disabled": choice.isLegal ? null : "true" });
    set(this.back, { "aria-disabled": this.before.length ? null : "true" });
  }

  close() {
    this.question += 1;
  }
}
