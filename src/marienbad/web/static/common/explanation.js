// An explanation: the server's own HTML with MathML, every value of it escaped there.

import { draw, notesOn } from "../board/picture.js";
import { address } from "./address.js";
import { getJson } from "./api.js";
import { html, refill, button, named, select } from "./dom.js";
import { lost } from "./moves.js";
import { exact } from "./numbers.js";
import { always } from "./storage.js";
import { sayProblem } from "./trouble.js";
import { t, tuple } from "./words.js";

// Links to the book.

/** @typedef {{name: string, what: string, title: string}} EntryLink */

/** @param {EntryLink[]} entries */
export function entryList(entries) {
  const links = entries.map(({ name, what, title }) =>
    html("li", html("a", { href: address("/theory", { name }) }, title), " ", html("small", what)),
  );
  return html("ul.entries", ...links);
}

/** The statements of the book on which it rests. @param {EntryLink[]} theorems */
export function statements(theorems) {
  if (!theorems.length) return null;
  const heading = html("summary", t("web.theory.statements"));
  return html("details.statements", heading, entryList(theorems));
}

// The proof for one position: every answer of the other player and what to leave then, as a tree
// that unfolds level by level.

/** @typedef {{answers: (string | number)[][], leave: (string | number)[] | null}} Reply */

/** @param {string} game @param {readonly bigint[]} position @param {string} theory */
function proofOf(game, position, theory) {
  return unfolding(t("words.replies.heading"), game, position, theory);
}

/**
 * What is asked for when it is first unfolded.
 * @param {string} heading
 * @param {string} game
 * @param {readonly bigint[]} position
 * @param {string} theory
 */
function unfolding(heading, game, position, theory) {
  const inside = html("div");
  const load = async () => {
    refill(inside);
    try {
      const query = { game, position: position.join(","), theory };
      const { left, over, replies } = await getJson("/api/replies", query);
      const from = t("words.replies.from", { position: tuple(exact(left)) });
      refill(
        inside,
        html("p", over ? t("words.replies.over") : from),
        html("ul", ...replies.map((/** @type {Reply} */ reply) => item(reply, game, theory))),
      );
    } catch (problem) {
      const line = html("p.problem", { role: "status" });
      refill(inside, line);
      sayProblem(line, problem, () => void load());
    }
  };
  const toggle = (/** @type {Event} */ event) => {
    const { open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (open && !inside.hasChildNodes()) void load();
  };
  return html("details.replies", { toggle }, html("summary", heading), inside);
}

/** Some answers and what to leave then, with what follows. @param {Reply} reply @param {string} game @param {string} theory */
function item({ answers, leave }, game, theory) {
  const said = `${t("words.replies.answers")} ${answers.map((answer) => tuple(exact(answer))).join(", ")}`;
  if (leave === null) return html("li", said, " → ", t("words.replies.won"));
  const position = exact(leave);
  const reply = `${t("words.replies.left")} ${tuple(position)}`;
  const isOver = position.every((heap) => heap === 0n);
  return html(
    "li",
    said,
    " → ",
    html("strong", reply),
    !isOver && unfolding(t("words.replies.further"), game, position, theory),
  );
}

/** The sections that were asked for, so that a slow answer never overwrites a later one. */
const wanted = new WeakMap();

/** Where the length of explanations is remembered. */
const FORM = "marienbad.form";

/**
 * @param {HTMLElement} place
 * @param {import("./model.js").Game} game
 * @param {readonly bigint[]} position
 * @param {string | null} theory
 * @param {"long" | "short"} usual how long it is, unless the reader has chosen
 * @returns {Promise<any>} the analysis
 */
export async function explain(place, game, position, theory, usual = "long") {
  const question = {};
  wanted.set(place, question);
  const form = always.getItem(FORM) ?? usual;
  const query = { game: game.game, position: position.join(","), theory, format: "html", form };
  const analysis = await getJson("/api/analysis", query);
  if (wanted.get(place) !== question) return analysis;
  const other = form === "long" ? "short" : "long";
  const turn = async () => {
    always.setItem(FORM, other);
    const explained = explain(place, game, position, analysis.theory, usual);
    const turned = wanted.get(place);
    try {
      await explained;
      /** @type {HTMLElement | null} */ (place.querySelector("[data-action=form]"))?.focus();
    } catch (problem) {
      if (wanted.get(place) === turned) sayProblem(place, problem, () => void turn());
    }
  };
  refill(
    place,
    ...sections(analysis.explanation_html),
    button("form", t(`web.form.${other}`), () => void turn(), { class: "quiet" }),
    // of orders and calls there is no such proof: whoever answers may be the same
    !lost(game.memory) && !game.forbidding && proofOf(game.game, position, analysis.theory),
    statements(analysis.theorems),
  );
  return analysis;
}

/** The theory of Nim that can be seen on the board. */
const FIRST = "packets";

/**
 * What a newcomer is shown first, where it explains the game; none for the first that reaches.
 * @param {import("./model.js").Game} game
 */
export function firstTheory(game) {
  return game.theories.some(({ name }) => name === FIRST) ? FIRST : null;
}

/**
 * What of an explanation can be drawn; without a picture the words still say it all.
 * @param {string} game
 * @param {readonly bigint[]} position
 * @param {string | null} theory
 * @returns {Promise<import("./model.js").Drawing>}
 */
export async function loadDrawing(game, position, theory) {
  const query = { game, position: position.join(","), theory };
  const drawing = await getJson("/api/drawing", query).catch(() => ({ kind: "none" }));
  return { ...drawing, draw, notesOn };
}

/**
 * The choice among the theories of a game.
 * @param {import("./model.js").Game} game
 * @param {string} theory
 * @param {(name: string) => void} choose
 */
export function theorySelect(game, theory, choose) {
  return select(t("web.theory"), named(game.theories), theory, choose, { "data-action": "theory" });
}

/** @param {string} explanation */
export function sections(explanation) {
  const parsed = new DOMParser().parseFromString(explanation, "text/html");
  for (const head of parsed.querySelectorAll("th")) nameHead(head);
  for (const wide of parsed.querySelectorAll("table, math[display=block]")) wrap(wide);
  return [...parsed.body.childNodes];
}

/** The head of a column, of the server's own HTML. @param {string} text */
export function columnHead(text) {
  const head = html("th", { scope: "col" }, ...sections(text));
  nameHead(head);
  return head;
}

/**
 * A head is read aloud with every cell: plain text says more than mathematics, nothing is no head.
 * @param {HTMLElement} head
 */
function nameHead(head) {
  const text = (head.textContent ?? "").trim();
  if (!text) head.replaceWith(html("td"));
  else if (!head.querySelector("msub, msup, mfrac")) head.textContent = text;
  else {
    const signs = [...head.querySelectorAll("mi, mn, mo")].map((sign) => sign.textContent);
    for (const math of head.children) math.setAttribute("aria-hidden", "true");
    head.append(html("span.spoken", signs.join(" ")));
  }
}

/** What is wider than a phone scrolls by itself, also by keyboard. @param {Element} wide */
function wrap(wide) {
  const frame = html("div.wide", { tabindex: 0, role: "group" });
  const name = wide.querySelector("caption")?.textContent ?? wide.textContent ?? "";
  frame.setAttribute("aria-label", name.trim().slice(0, 120));
  wide.replaceWith(frame);
  frame.append(wide);
}
