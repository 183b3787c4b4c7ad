// Choose a game by its name and parameters; the rule changes with them, in the server's words.

import { address } from "./api.js";
import { html, refill, say, set } from "./dom.js";
import { loadGame } from "./model.js";
import { t } from "./words.js";

/** @typedef {import("./model.js").Game} Game */

const FAMILIES = /** @type {const} */ (["nim", "wythoff"]);
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
  const group = html("fieldset", { class: "radios" }, html("legend", {}, legend));
  for (const [key, label, description] of choices) {
    const input = html("input", { type: "radio", name, value: key, change: () => choose(key) });
    input.checked = key === value;
    group.append(
      html(
        "label",
        {},
        input,
        html("span", {}, label, description && html("small", {}, description)),
      ),
    );
  }
  return group;
}

export class GameChooser {
  /**
   * @param {string} name
   * @param {(game: Game) => void} chosen
   */
  constructor(name, chosen) {
    this.chosen = chosen;
    const [family = "", parameters = ""] = name.split(":");
    const isKnown = ["nim", "marienbad", "wythoff"].includes(family);
    /** @type {string | null} A game of one's own, which the choices cannot express. */
    this.own = isKnown ? null : name;
    this.family = family === "wythoff" ? family : isKnown ? "nim" : "own";
    this.isMisere = family === "marienbad" || parameters.split(",").includes("misere");
    this.valueA = BigInt(/a=(\d+)/u.exec(parameters)?.[1] ?? 1);
    this.valueB = BigInt(/b=(\d+)/u.exec(parameters)?.[1] ?? 1);
    this.rule = html("p", { class: "rule", "aria-live": "polite" });
    this.a = this.number("a");
    this.b = this.number("b");
    this.parameters = html(
      "div",
      { class: "parameters" },
      html("label", { class: "field" }, html("span", {}, html("i", {}, "a")), this.a),
      html("label", { class: "field" }, html("span", {}, html("i", {}, "b")), this.b),
    );
    const endings = /** @type {const} */ (["normal", "misere"]);
    this.endings = radios(
      t("web.ending"),
      endings.map((ending) => [ending, t(`web.ending.${ending}`)]),
      this.isMisere ? "misere" : "normal",
      (ending) => this.change({ isMisere: ending === "misere" }),
    );
    this.element = html(
      "div",
      { class: "chooser" },
      radios(
        t("web.game"),
        [...FAMILIES, ...(family === "rules" ? /** @type {const} */ (["own"]) : [])].map((family) => [
          family,
          t(`web.family.${family}`),
        ]),
        this.family,
        (family) => this.changeFamily(family),
      ),
      this.parameters,
      this.endings,
      this.rule,
    );
    void this.announce();
  }

  /** @param {"a" | "b"} name */
  number(name) {
    const input = html("input", {
      type: "number",
      min: 1,
      max: 999,
      step: 1,
      "data-parameter": name,
    });
    input.value = String(name === "a" ? this.valueA : this.valueB);
    input.addEventListener("input", () => {
      const value = /^\d+$/u.test(input.value) ? BigInt(input.value) : 0n;
      if (value >= 1n) this.change(name === "a" ? { valueA: value } : { valueB: value });
    });
    return input;
  }

  get name() {
    if (this.own !== null && this.family === "own") return this.own;
    if (this.family !== "wythoff") return this.isMisere ? "marienbad" : "nim";
    const parameters = [
      ...(this.valueA > 1n ? [`a=${this.valueA}`] : []),
      ...(this.valueB > 1n ? [`b=${this.valueB}`] : []),
      ...(this.isMisere ? ["misere"] : []),
    ];
    return parameters.length ? `wythoff:${parameters.join(",")}` : "wythoff";
  }

  /**
   * Each family begins with its usual ending: Marienbad, and Wythoff's game in normal play.
   * @param {string} family
   */
  changeFamily(family) {
    const isMisere = family !== "wythoff";
    for (const input of this.endings.querySelectorAll("input")) {
      input.checked = input.value === (isMisere ? "misere" : "normal");
    }
    this.change({ family, isMisere });
  }

  /** @param {object} what */
  change(what) {
    Object.assign(this, what);
    void this.announce();
  }

  async announce() {
    const { name } = this;
    set(this.parameters, { hidden: this.family !== "wythoff" });
    set(this.endings, { hidden: this.family === "own" });
    try {
      const game = await loadGame(name);
      if (name !== this.name) return;
      const rules = /^rules:(.*)$/su.exec(name)?.[1];
      const text = rules?.split(/;\s*/u).join("\n");
      refill(
        this.rule,
        html("strong", {}, game.title),
        ` ${game.rule} `,
        text && html("a", { href: address("/lab", { rules: text }) }, t("web.lab.change")),
      );
      this.chosen(game);
    } catch (problem) {
      say(this.rule, /** @type {Error} */ (problem).message);
    }
  }
}
