// The proof for one position: every answer of the other player and what to leave then, as a tree
// that unfolds level by level.

import { getJson } from "./api.js";
import { html, refill } from "./dom.js";
import { exact } from "./numbers.js";
import { sayProblem } from "./trouble.js";
import { t, tuple } from "./words.js";

/** @typedef {{answers: (string | number)[][], leave: (string | number)[] | null}} Reply */

/**
 * @param {string} game
 * @param {readonly bigint[]} position
 * @param {string} theory
 */
export function proofOf(game, position, theory) {
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
