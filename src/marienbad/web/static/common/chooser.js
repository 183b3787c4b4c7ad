// Choose a game by its name and parameters; the rule changes with them, in the server's words.

import { address } from "./address.js";
import { Gone } from "./api.js";
import { html, refill, say, set } from "./dom.js";
import { loadFamilies, loadGame } from "./model.js";
import { sayProblem } from "./trouble.js";
import { t } from "./words.js";

/** @typedef {import("./model.js").Game} Game */
/** @typedef {import("./model.js").Family} Family */

let groups = 0;

/**
 * Radio buttons side by side, looking like one switch.
 * @param {string} legend
 * @param {Iterable<readonly [string, string, string?]>} choices value, label, description
 * @param {string} value
 * @param {(value: string) => void} choose
 */
export function radios(legend, choices, value, choose) {
  const name = `group-${++groups}`;
  const group = html("fieldset.radios", html("legend", legend));
  for (const [key, label, description] of choices) {
    const input = html("input", { type: "radio", name, value: key, change: () => choose(key) });
    input.checked = key === value;
    group.append(html("label", input, html("span", label, description && html("small", description))));
  }
  return group;
}

export class GameChooser {
  /** @param {string} name @param {(game: Game) => void} chosen */
  constructor(name, chosen) {
    this.chosen = chosen;
    /** What is asked of the server; it answers with the name as it is written. */
    this.wanted = name;
    /** @type {Game | null} */ this.game = null;
    /** @type {Family | null} */ this.family = null;
    /** @type {Record<string, bigint | number | string>} */ this.values = {};
    this.isMisere = false;
    /** The rule of the game, as soon as it has come. @type {Promise<Game | null>} */
    this.announced = Promise.resolve(null);
    this.rule = html("p.rule", { "aria-live": "polite" });
    this.parameters = html("div.parameters");
    this.endings = radios(
      t("web.ending"),
      ["normal", "misere"].map((ending) => [ending, t(`web.ending.${ending}`)]),
      "",
      (ending) => this.change({ isMisere: ending === "misere" }),
    );
    this.choices = html("div.choices");
    this.element = html("div.chooser", this.choices, this.rule);
    this.title = html("strong");
    /** The choices in small, for a page whose answer matters more: the name, until it is opened. */
    this.folded = html("details.chooser", html("summary", this.title, " ", t("web.game.other")));
    void this.open();
  }

  get name() {
    return this.game?.game ?? this.wanted;
  }

  /** The choices behind the name of the game; the rule is put elsewhere. */
  fold() {
    this.folded.append(this.choices);
    return this.folded;
  }

  /** Paint what there is to choose, a game of it chosen. @param {string} [name] */
  async open(name = this.wanted) {
    this.wanted = name;
    const announced = this.announce();
    const families = await loadFamilies().catch(() => /** @type {Family[]} */ ([]));
    const game = await announced;
    if (name !== this.wanted) return;
    this.family = families.find(({ name }) => name === game?.family) ?? null;
    const offered = families.filter((family) => !family.from_text || family === this.family);
    this.values = { ...game?.parameters };
    this.isMisere = game?.misere ?? false;
    this.paint();
    const choices = offered.flatMap((family) => family.games.map((named) => ({ ...named, family })));
    const isChosen = (/** @type {typeof choices[number]} */ { family, misere }) =>
      family === this.family && (!family.has_named_endings || misere === this.isMisere);
    const isNamed = (/** @type {{name: string}} */ named) => named.name === game?.game.replace(/[:,]misere$/u, "");
    refill(
      this.choices,
      radios(
        t("web.game"),
        choices.map(({ name, title, word }) => [name, title, word]),
        (choices.find(isNamed) ?? choices.find(isChosen))?.name ?? "",
        (name) => {
          const found = choices.find((other) => other.name === name);
          this.family = found?.family ?? null;
          this.isMisere = found?.misere ?? false;
          this.wanted = name;
          void this.announce().then((game) => {
            if (this.wanted !== name) return;
            this.values = { ...game?.parameters };
            this.paint();
          });
        },
      ),
      this.parameters,
      this.endings,
    );
    this.folded.open ||= !game;
    if (!families.length) sayProblem(this.rule, new Gone(), () => void this.open());
  }

  paint() {
    const parameters = this.family?.parameters ?? [];
    set(this.parameters, { hidden: parameters.length === 0 });
    refill(this.parameters, ...parameters.map((one) => (one.text === null ? this.number(one) : this.code(one))));
    const hasEndings = this.family && !this.family.from_text && !this.family.has_named_endings;
    set(this.endings, { hidden: !hasEndings });
    for (const input of this.endings.querySelectorAll("input")) {
      input.checked = input.value === (this.isMisere ? "misere" : "normal");
    }
  }

  /** @param {Family["parameters"][number]} parameter */
  number({ name, least, most, usual, title }) {
    least ??= 0;
    const bounds = { min: least, max: most, step: 1, required: true };
    const input = html("input", { type: "number", ...bounds, "data-parameter": name });
    const problem = html("small.problem", { role: "alert" });
    input.value = String(this.values[name] ?? usual ?? least);
    const lowest = least;
    input.addEventListener("input", () => {
      const isRight = /^\d+$/u.test(input.value) && BigInt(input.value) >= lowest;
      const wrong = isRight ? "" : t("web.parameter.wrong", { name, least });
      say(problem, wrong);
      set(input, { "aria-invalid": wrong ? "true" : null });
      input.setCustomValidity(wrong);
      if (!isRight) return;
      this.values[name] = input.value;
      this.change({});
    });
    return html("label.parameter", html("span", html("i", name), " = ", input), html("small", title), problem);
  }

  /** A parameter that is a text; what is wrong with it the server says. @param {Family["parameters"][number]} parameter */
  code({ name, text, title }) {
    const input = html("input", { type: "text", spellcheck: "false", "data-parameter": name });
    input.value = String(this.values[name] ?? text);
    input.addEventListener("input", () => {
      if (!input.value.trim()) return;
      this.values[name] = input.value.trim();
      this.change({});
    });
    return html("label.parameter", html("span", html("i", name), " = ", input), html("small", title));
  }

  /** @param {{isMisere?: boolean}} what */
  change(what) {
    Object.assign(this, what);
    const { family, values, isMisere } = this;
    if (family === null || family.from_text) return;
    const parts = family.parameters.map(({ name, least, usual, text, bare }) => {
      const value = values[name] ?? text ?? usual ?? least;
      return bare ? String(value) : `${name}=${value}`;
    });
    if (isMisere) parts.push("misere");
    this.wanted = parts.length ? `${family.name}:${parts.join(",")}` : family.name;
    void this.announce();
  }

  /** Say the rule of the game that is chosen; `null` where there is no such game. */
  announce() {
    this.announced = this.tell();
    return this.announced;
  }

  async tell() {
    const { wanted } = this;
    this.game = null;
    try {
      const game = await loadGame(wanted);
      if (wanted !== this.wanted) return game;
      refill(
        this.rule,
        html("strong", game.title),
        ` ${game.rule} `,
        game.history && html("span.history", `${game.history} `),
        game.rules && html("a", { href: address("/lab", { game: wanted }) }, t("web.lab.change")),
      );
      say(this.title, game.title);
      this.game = game;
      this.chosen(game);
      return game;
    } catch (problem) {
      if (wanted === this.wanted) sayProblem(this.rule, problem, () => void this.open());
      return null;
    }
  }
}
