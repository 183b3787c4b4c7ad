// What came of a check, in words: the claim of an accepted certificate, or why another is not accepted.

import { html } from "../common/dom.js";
import { count, integer, t } from "../common/words.js";

/** @typedef {import("./checker.js").Result} Result */
/** @typedef {import("./checker.js").Claim} Claim */
/** @typedef {import("./format.js").Take} Take */
/** @typedef {import("./format.js").Where} Where */

const COUNTS = ["one", "two", "three", "all"];
const HEAPS = ["x", "y", "z", "w"];

/** The verdict in one sentence. @param {Result} result */
export function sentence(result) {
  if (result.verdict === "accepted") {
    const { value } = result.claim;
    return value === null ? t("checking.accepted") : t("checking.accepted.value", { value });
  }
  /** @type {Record<string, string | number>} */
  const values = {};
  for (const [name, value] of Object.entries(result.values)) values[name] = Array.isArray(value) ? place(value) : value;
  const reason = t(`checking.why.${result.key}`, values);
  // of what could not be read nobody knows whether it is a certificate
  return result.key === "file" ? reason : t(`checking.${result.verdict}`, { reason });
}

/** A position, of which every digit is shown. @param {string[]} heaps */
function place(heaps) {
  return `(${heaps.join(", ")})`;
}

/** What was checked, point by point. @param {Claim} claim */
export function claimSheet(claim) {
  const { heaps, isMisere, value, block, takes, states, weights, digest } = claim;
  const code = (/** @type {string} */ text) => html("code", text);
  return html(
    "dl.claim",
    ...point("game", t(`checking.game.${claim.naming}`, { game: claim.name })),
    ...point("heaps", t("checking.heaps.number", { heaps: count("heap", heaps) })),
    ...point("ending", t(`checking.ending.${isMisere ? "misere" : "normal"}`)),
    ...(block === null ? [] : point("block", t("checking.block.most", { most: block - 1 }))),
    ...(value === null ? [] : point("value", integer(value))),
    ...point("moves", html("ul", ...takes.map((take) => html("li", code(takeText(take)))))),
    html("dt", value === null ? t("checking.positions") : t("checking.positions.value", { value })),
    html("dd", { "data-claim": "positions" }, positionsText(claim)),
    ...point("numbers", t("checking.numbers.weights", { weights: weights.join(", ") })),
    ...point("states", integer(states)),
    ...point("digest", code(digest)),
  );
}

/** @param {string} name @param {import("../common/dom.js").Child} told */
function point(name, told) {
  return [html("dt", t(`checking.${name}`)), html("dd", { "data-claim": name }, told)];
}

/** @param {Claim} claim */
function positionsText({ positions, isComplete }) {
  if (!positions.length) return t("checking.positions.none");
  const listed = positions.map((heaps) => place(heaps).replaceAll(" ", "\u00a0")).join(", ");
  return t(`checking.positions.${isComplete ? "all" : "more"}`, { positions: listed });
}

/** A take as a rule, in full. @param {Take} take */
function takeText({ amounts, places, where }) {
  const heaps = places
    ? places.map((heap) => HEAPS[heap]).join(", ")
    : t(`checking.take.${COUNTS[amounts.length - 1]}`);
  const conditions = where.map(conditionText).filter(Boolean).join(t("checking.take.and"));
  return t(conditions ? "checking.take.where" : "checking.take", { amounts: amounts.join(", "), heaps, conditions });
}

/** @param {Where} condition */
function conditionText({ form, low, high, modulus, residue }) {
  const terms = form.filter(([, factor]) => factor !== 0);
  const text = formText(terms);
  if (modulus) {
    const [name] = terms[0] ?? [];
    const left = text === name || text === "0" ? text : `(${text})`;
    return `${left} % ${modulus} == ${((residue % modulus) + modulus) % modulus}`;
  }
  if (low === null && high === null) return "";
  return `${low === null ? "" : `${low} <= `}`.concat(text, high === null ? "" : ` <= ${high}`);
}

/** @param {[string, number][]} terms */
function formText(terms) {
  const written = terms.map(([name, factor], at) => {
    const size = Math.abs(factor) === 1 ? name : `${Math.abs(factor)} * ${name}`;
    if (at === 0) return factor < 0 ? `-${size}` : size;
    return factor < 0 ? `- ${size}` : `+ ${size}`;
  });
  return written.join(" ") || "0";
}
