// The analysis board: any position of any game, exactly; nobody moves but the reader.

import { address, getJson } from "./api.js";
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { GameChooser } from "./chooser.js";
import { digitsPicture } from "./digits.js";
import { button, html, refill, say, select, set } from "./dom.js";
import { explain } from "./explanation.js";
import { loadMoves } from "./model.js";
import { exact, leave, readPosition } from "./numbers.js";
import { randomStart } from "./setup.js";
import { taken } from "./speech.js";
import { paintViews } from "./views.js";
import { lang, t, tuple } from "./words.js";

/** @typedef {import("./model.js").Game} Game */

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
    /** @type {import("./model.js").Drawing | null} */
    this.drawing = null;
    this.board = new Board();
    this.choice = new Choice(() => this.paint());
    this.asked = 0;
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
    refill(
      place,
      html(
        "div",
        { class: "analysis page" },
        html("h1", {}, t("web.nav.analysis")),
        html("p", { class: "lead" }, t("web.analysis.lead")),
        html(
          "form",
          {
            class: "ask",
            submit: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.before = [];
              this.go(readPosition(this.heaps.value));
            },
          },
          this.chooser.element,
          html(
            "label",
            { class: "field wide-field" },
            html("span", {}, t("web.start.heaps")),
            this.heaps,
          ),
          html(
            "div",
            { class: "acts" },
            html(
              "button",
              { type: "submit", class: "primary", "data-action": "analyse" },
              t("web.analyse"),
            ),
            button(
              "random",
              t("web.start.random"),
              () => this.game && this.go(randomStart(this.game)),
            ),
          ),
        ),
        html(
          "div",
          { class: "found" },
          html(
            "section",
            { "aria-label": t("web.board") },
            this.board.element,
            html("div", { class: "acts" }, this.takeButton, this.back),
            this.views,
          ),
          html(
            "section",
            { "aria-label": t("web.why") },
            this.verdict,
            this.moves,
            this.theories,
            this.picture,
            this.text,
          ),
        ),
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

  /** @param {bigint[]} take */
  play(take) {
    this.before.push(this.position);
    this.go(leave(this.position, take));
  }

  async analyse() {
    const { game, position } = this;
    if (!game) return;
    const number = ++this.asked;
    const theory = game.theories.some(({ name }) => name === this.theory) ? this.theory : null;
    history.replaceState(
      null,
      "",
      address("/analysis", { game: game.game, position: position.join(","), theory }),
    );
    this.drawing = null;
    try {
      const [analysis, { moves }] = await Promise.all([
        explain(this.text, game.game, position, theory),
        loadMoves(game.game, position),
      ]);
      if (number !== this.asked) return;
      this.analysis = analysis;
      this.choice.stand({ game: game.game, position, moves });
      const query = {
        game: game.game,
        position: position.join(","),
        theory: analysis.theory,
        lang: lang(),
      };
      this.drawing = await getJson("/api/drawing", query).catch(() => null);
      if (number !== this.asked) return;
      this.tell();
    } catch (problem) {
      if (number !== this.asked) return;
      this.analysis = null;
      say(this.verdict, /** @type {Error} */ (problem).message);
      for (const part of [this.text, this.moves, this.picture]) refill(part);
    }
    this.paint();
  }

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
      ...winning.map((/** @type {{take: any[], leave: any[]}} */ move) => {
        const take = exact(move.take);
        const text = t("web.analysis.move", {
          taken: taken(game, take),
          position: tuple(exact(move.leave)),
        });
        return html(
          "li",
          {},
          button("follow", text, () => this.play(take), {
            class: "follow",
            "data-take": take.join(","),
          }),
        );
      }),
      rest > 0 && html("li", {}, t("web.analysis.more", { number: rest })),
    );
    const choices = game.theories.map(
      ({ name, title }) => /** @type {[string, string]} */ ([name, title]),
    );
    const hadFocus = this.theories.contains(document.activeElement);
    refill(
      this.theories,
      select(
        t("web.theory"),
        choices,
        analysis.theory,
        (name) => {
          this.theory = name;
          void this.analyse();
        },
        { "data-action": "theory" },
      ),
    );
    if (hadFocus) this.theories.querySelector("select")?.focus();
    refill(this.picture, this.drawing && digitsPicture(this.drawing));
  }

  paint() {
    const { game, choice } = this;
    if (!game || !choice.ground) return;
    const { position } = choice.ground;
    const clickTake = (/** @type {bigint[]} */ take) => {
      if (String(choice.take) === String(take) && choice.isLegal) this.play(take);
      else choice.set(take);
    };
    const taste = this.board.update({
      game,
      start: this.before[0] ?? position,
      position,
      take: choice.take,
      isOpen: true,
      isLit: (heap, amount) => choice.wouldBeLegal(heap, amount),
      legal: choice.ground.moves ? choice.legal : null,
      choose: (heap, amount) => choice.choose(heap, amount),
      click: (heap, amount) => {
        if (choice.take[heap] === amount && choice.isLegal) this.play(choice.take);
        else if (choice.take[heap] !== amount) choice.choose(heap, amount);
      },
      clickSquare: clickTake,
      drawing: this.drawing,
    });
    paintViews(
      this.views,
      this.board,
      { game, start: position, taste },
      { changed: () => this.paint() },
    );
    say(
      this.takeButton,
      choice.isEmpty
        ? t(`web.action.choose.${game.nouns.object}`)
        : choice.isLegal
          ? t("web.take", { count: choice.sum })
          : (choice.reason ?? t("web.action.not_yet")),
    );
    set(this.takeButton, { "aria-disabled": choice.isLegal ? null : "true" });
    set(this.back, { "aria-disabled": this.before.length ? null : "true" });
  }

  close() {
    this.asked += 1;
  }
}
