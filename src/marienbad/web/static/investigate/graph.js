// The graph of all situations, unfolded as one likes, coloured only when wished; a path through it
// is a game.

import { getJson } from "../common/api.js";
import { button, html, refill, say, select, set } from "../common/dom.js";
import { deed, positionText, taken } from "../common/speech.js";
import { lang, t } from "../common/words.js";
import { Network, readLayout } from "./network.js";

/** @typedef {import("./network.js").Layout} Layout */
/** @typedef {import("./network.js").Node} Node */
/** @typedef {import("./page.js").Subject} Subject */

const [SMALLEST, LARGEST, STEP] = [0.2, 3, 1.25];
const SEATS = /** @type {const} */ (["first", "second"]);

export class Graph {
  constructor() {
    /** @type {Subject | null} */ this.subject = null;
    /** @type {Layout | null} */ this.layout = null;
    this.by = "total";
    /** How often something was asked: what comes late is dropped. */
    this.asked = 0;
    /** @type {import("./network.js").State} */
    this.state = { shown: new Set(), opened: new Set(), path: [], isMarked: false };
    const hands = {
      choose: (/** @type {Node} */ node) => this.choose(node),
      name: (/** @type {Node} */ node) => this.name(node),
    };
    this.network = new Network(hands, t("investigate.graph.picture"));
    this.frame = html("div.graph-frame", this.network.picture);
    this.status = html("p.graph-status", { role: "status" });
    this.count = html("p.graph-count");
    this.legend = html("p.graph-legend");
    this.moves = html("ol.graph-path");
    this.colours = button("colours", t("investigate.graph.colours"), () => void this.colour(), {
      "aria-pressed": "false",
    });
    this.backButton = button("back", t("investigate.graph.back"), () => this.back());
    this.element = html(
      "div.graph",
      html("p.graph-lead", t("investigate.graph.lead")),
      this.tools(),
      this.count,
      this.legend,
      this.frame,
      html("div.graph-told", this.status, this.backButton),
      this.moves,
    );
  }

  tools() {
    const layers = /** @type {[string, string][]} */ (
      ["total", "moves"].map((name) => [name, t(`investigate.graph.by.${name}`)])
    );
    return html(
      "div.acts.graph-tools",
      button("more", t("investigate.graph.more"), () => this.unfold(false)),
      button("all", t("investigate.graph.all"), () => this.unfold(true)),
      button("again", t("investigate.graph.again"), () => this.begin()),
      this.colours,
      select(t("investigate.graph.by"), layers, this.by, (by) => void this.layBy(by), { "data-input": "by" }),
      button("smaller", "−", () => this.enlarge(1 / STEP), { "aria-label": t("investigate.graph.smaller") }),
      button("larger", "+", () => this.enlarge(STEP), { "aria-label": t("investigate.graph.larger") }),
      button("whole", t("investigate.graph.whole"), () => this.fit()),
      button("print", t("investigate.graph.print"), () => print()),
      button("save", t("investigate.graph.save"), () => this.save()),
    );
  }

  /** @param {Subject} subject */
  async show(subject) {
    const isSame = this.subject?.game === subject.game && String(this.subject.start) === String(subject.start);
    if (isSame && this.layout) return;
    this.subject = subject;
    set(this.element, { hidden: true });
    const layout = await this.load(false);
    if (!layout) return;
    set(this.element, { hidden: null });
    this.draw(layout);
    this.begin();
    this.centre();
  }

  close() {}

  /** Lay the graph out; nothing where something else was asked meanwhile. @param {boolean} hasColours */
  async load(hasColours) {
    const { subject, by } = this;
    if (!subject) return null;
    this.asked += 1;
    const { asked } = this;
    const raw = await getJson("/api/graph", {
      game: subject.game.game,
      position: subject.start.join(","),
      by,
      colours: String(hasColours),
      lang: lang(),
    });
    return asked === this.asked ? readLayout(raw) : null;
  }

  /** @param {Layout} layout */
  draw(layout) {
    this.layout = layout;
    this.network.draw(layout);
  }

  begin() {
    const start = this.layout?.start.label ?? "";
    this.state = { ...this.state, shown: new Set([start]), opened: new Set(), path: [start] };
    this.paint();
  }

  /** Every situation that is shown lets its followers appear. @param {boolean} isWhole */
  unfold(isWhole) {
    const labels = isWhole ? (this.layout?.nodes ?? []).map((node) => node.label) : [...this.state.shown];
    this.open(...labels);
    this.paint();
  }

  /** @param {...string} labels */
  open(...labels) {
    const { shown, opened } = this.state;
    for (const label of labels) opened.add(label);
    for (const { source, target } of this.layout?.edges ?? []) {
      if (opened.has(source.label)) shown.add(target.label);
    }
  }

  /** What follows appears; along a line from where the path ends it goes on, on the path it goes back. @param {Node} node */
  choose(node) {
    const { path } = this.state;
    const at = path.indexOf(node.label);
    if (at >= 0) path.length = at + 1;
    else if (this.edge(path.at(-1), node.label)) path.push(node.label);
    this.open(node.label);
    this.paint();
  }

  back() {
    if (this.state.path.length > 1) this.state.path.pop();
    this.paint();
  }

  /** @param {string | undefined} from @param {string} to */
  edge(from, to) {
    return this.layout?.edges.find(({ source, target }) => source.label === from && target.label === to);
  }

  async colour() {
    const isMarked = !this.state.isMarked;
    if (isMarked && !this.layout?.legend) {
      const layout = await this.load(true);
      if (!layout || !this.layout) return;
      // what was dragged stays where it is
      for (const [index, { leave }] of layout.nodes.entries()) Object.assign(this.layout.nodes[index] ?? {}, { leave });
      this.layout.legend = layout.legend;
    }
    this.state.isMarked = isMarked;
    this.paint();
  }

  /** @param {string} by */
  async layBy(by) {
    this.by = by;
    const layout = await this.load(this.state.isMarked);
    if (!layout) return;
    this.draw(layout);
    this.paint();
    this.centre();
  }

  paint() {
    const { layout, state } = this;
    if (!layout) return;
    this.network.update(state);
    say(this.count, t("investigate.graph.count", { shown: state.shown.size, number: layout.nodes.length }));
    set(this.colours, { "aria-pressed": String(state.isMarked) });
    say(this.legend, state.isMarked ? (layout.legend ?? "") : "");
    set(this.backButton, { "aria-disabled": state.path.length < 2 ? "true" : null });
    const told = this.told(layout);
    say(this.status, told.slice(-2).join(" ") || t("investigate.graph.begin"));
    refill(this.moves, ...told.map((sentence) => html("li", sentence)));
  }

  /** The path as sentences: who took what, and at the end who has won. @param {Layout} layout */
  told(layout) {
    const { subject } = this;
    const { path } = this.state;
    if (!subject) return [];
    const { game } = subject;
    const seat = (/** @type {number} */ ply) => SEATS[layout.order[ply % layout.order.length] ?? 0] ?? "first";
    const sentences = path.slice(1).map((label, ply) => {
      const edge = this.edge(path[ply], label);
      return edge ? t(`match.${deed(game, edge.move)}.${seat(ply)}`, { taken: taken(game, edge.move) }) : "";
    });
    const end = layout.nodes.find((node) => node.label === path.at(-1));
    if (!end || end.lost === null || path.length < 2) return sentences;
    const ply = path.length - 1;
    const [mine, other] = seat(ply) === "first" ? SEATS : [...SEATS].reverse();
    return [...sentences, t(`match.won.${end.lost ? other : mine}`)];
  }

  /** What a screen reader says of a situation. @param {Node} node */
  name(node) {
    const next = (this.layout?.edges ?? []).filter(({ source }) => source === node).length;
    const position = positionText(node.position, " · ") || "0";
    const name = t(node.lost === null ? "investigate.graph.node" : "investigate.graph.end", { position, next });
    const isMarked = this.state.isMarked && node.leave === true;
    return isMarked ? t("investigate.graph.marked", { name }) : name;
  }

  /** @param {number} factor */
  enlarge(factor) {
    const { frame, network } = this;
    const zoom = Math.min(Math.max(network.zoom * factor, SMALLEST), LARGEST);
    const grown = zoom / network.zoom;
    const [x, y] = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
    network.enlarge(zoom);
    frame.scrollTo(x * grown - frame.clientWidth / 2, y * grown - frame.clientHeight / 2);
  }

  fit() {
    if (this.layout) this.enlarge(this.frame.clientWidth / this.layout.width / this.network.zoom);
  }

  /** Bring the start into the middle. */
  centre() {
    const { x } = this.layout?.start ?? { x: 0 };
    this.frame.scrollTo(x * this.network.zoom - this.frame.clientWidth / 2, 0);
  }

  save() {
    const url = URL.createObjectURL(new Blob([this.network.written()], { type: "image/svg+xml" }));
    html("a", { href: url, download: "marienbad-graph.svg" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}
