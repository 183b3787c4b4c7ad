// The name of a certificate: one like ours must be that of the moves.

import { movesText, waysOf } from "./ways.js";
import { rejected } from "./verdict.js";

/** @typedef {import("./format.js").Take} Take */
/** @typedef {import("./format.js").Certificate} Certificate */
/** @typedef {{heaps: number | null, isMisere: boolean, takes: Take[]}} Known heaps are null where any number is right */

const OURS = [
  ...["nim", "marienbad", "wythoff", "euclid", "lucas", "order", "spite", "takeaway", "fibonacci"],
  ...["nimhoff", "moore", "octal", "kayles", "dawson", "subtraction", "rules"],
];
const WYTHOFF = /^wythoff:?(?:a=([1-9][0-9]?))?,?(?:b=([1-9][0-9]?))?,?(misere)?$/u;
const ONE = take(["n"]);
const SAME = take(["n", "n"]);

/**
 * What is said of the name: it is `known`, the `author`'s word, or a text of `rules`, which is not read here (13).
 * @param {Certificate} certificate
 * @param {import("./ways.js").Way[]} ways
 * @returns {"known" | "author" | "rules"}
 */
export function nameOf({ game, heaps, isMisere, block }, ways) {
  if (game.startsWith("rules:")) return "rules";
  const letters = game.replace(/[^A-Za-z]/gu, "").toLowerCase();
  if (!OURS.some((name) => letters.startsWith(name))) return "author";
  const known = knownGame(game);
  const isIt =
    known !== null &&
    block === null &&
    (known.heaps ?? heaps) === heaps &&
    known.isMisere === isMisere &&
    movesText(waysOf(known.takes, heaps)) === movesText(ways);
  if (!isIt) throw rejected("name", { game });
  return "known";
}

/** @param {string} name @returns {Known | null} */
function knownGame(name) {
  if (name === "nim" || name === "marienbad") return { heaps: null, isMisere: name === "marienbad", takes: [ONE] };
  if (name === "lucas" || name === "lucas:misere") return { heaps: 2, isMisere: name !== "lucas", takes: lucas() };
  const nimhoff = /^nimhoff:h=([2-9]|10)$/u.exec(name);
  if (nimhoff) return { heaps: 2, isMisere: false, takes: [ONE, ...smallTotals(Number(nimhoff[1]))] };
  const moore = /^moore:k=([1-7])(,misere)?$/u.exec(name);
  if (moore) {
    const takes = moore[1] === "1" ? [ONE] : [ONE, take(["c", "d"])];
    return { heaps: 2, isMisere: moore[2] !== undefined, takes };
  }
  return wythoff(name);
}

/** @param {string} name @returns {Known | null} */
function wythoff(name) {
  const [isLike, first = "1", second = "1", ending] = WYTHOFF.exec(name) ?? [];
  const a = Number(first);
  const b = Number(second);
  const parts = [a > 1 && `a=${a}`, b > 1 && `b=${b}`, ending].filter(Boolean);
  if (!isLike || name !== (parts.length ? `wythoff:${parts}` : "wythoff")) return null;
  const multiple = (/** @type {[string, number][]} */ ...form) => (b > 1 ? [{ ...open(form), modulus: b }] : []);
  const reach = (a - 1) * b;
  const difference = /** @type {[string, number][]} */ ([
    ["c", 1],
    ["d", -1],
  ]);
  const both =
    a > 1
      ? take(["c", "d"], null, [{ ...open(difference), low: -reach, high: reach }, ...multiple(...difference)])
      : SAME;
  return { heaps: 2, isMisere: ending !== undefined, takes: [take(["n"], null, multiple(["n", 1])), both] };
}

/** Amounts from both heaps that add up to less than h. @param {number} h */
function smallTotals(h) {
  const found = [];
  for (let c = 1; 2 * c < h; c += 1) for (let d = c; c + d < h; d += 1) found.push(take([c, d]));
  return found;
}

function lucas() {
  const places = [0, 1];
  const over = (/** @type {string} */ more, /** @type {string} */ less, /** @type {number | null} */ high) => ({
    ...open([
      [more, 1],
      [less, -1],
    ]),
    low: 1,
    high,
  });
  const all = [
    open([
      ["c", 1],
      ["x", -1],
    ]),
    open([
      ["d", 1],
      ["y", -1],
    ]),
  ].map((form) => ({ ...form, low: 0, high: 0 }));
  const least = (/** @type {string} */ heap) => ({ ...open([[heap, 1]]), low: 2 });
  return [
    ONE,
    SAME,
    take([1, 2], places, [over("y", "x", null)]),
    take([2, 1], places, [over("x", "y", null)]),
    take(["c", "d"], places, [...all, over("y", "x", 1), least("x")]),
    take(["c", "d"], places, [...all, over("x", "y", 1), least("y")]),
  ];
}

/** @param {(number | string)[]} amounts @param {number[] | null} [places] @param {import("./format.js").Where[]} [where] @returns {Take} */
function take(amounts, places = null, where = []) {
  return { amounts, places, where };
}

/** @param {[string, number][]} form @returns {import("./format.js").Where} */
function open(form) {
  return { form, low: null, high: null, modulus: 0, residue: 0 };
}
