// The ways to move that takes allow: which heaps change, and conditions on the heaps before and after.

import { HEAPS } from "./format.js";
import { unreadable } from "./verdict.js";

/** @typedef {import("./format.js").Take} Take */
/** @typedef {{form: number[], low: number | null, high: number | null, modulus: number, residue: number}} Condition */
/** @typedef {{chosen: number[], conditions: Condition[]}} Way */

/** The factors of a form add up to at most so much. */
const FACTORS = 100;

/** All ways of all takes, each once. @param {Take[]} takes @param {number} heaps @returns {Way[]} */
export function waysOf(takes, heaps) {
  /** @type {Map<string, Way>} */ const found = new Map();
  for (const take of takes) {
    for (const choice of choices(take, heaps)) {
      const conditions = conditionsOf(take, choice, heaps);
      if (!conditions) continue;
      if (conditions.some(({ form }) => size(form) > FACTORS)) throw unreadable("factors", { most: FACTORS });
      const written = distinct(conditions, conditionText);
      const chosen = choice.toSorted((one, other) => one - other);
      const key = [chosen.join(), ...written.keys()].join("\n");
      if (!found.has(key)) found.set(key, { chosen, conditions: [...written.values()] });
    }
  }
  return [...found.values()];
}

/** @param {number[]} form */
function size(form) {
  return form.reduce((sum, factor) => sum + Math.abs(factor), 0);
}

/**
 * Things by their texts, in the order of these; of equal ones one.
 * @template Thing
 * @param {Thing[]} things
 * @param {(thing: Thing) => string} write
 */
function distinct(things, write) {
  const found = new Map(things.map((thing) => [write(thing), thing]));
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The heaps that a take may be from, in its order. @param {Take} take @param {number} heaps @returns {number[][]} */
function choices({ amounts, places }, heaps) {
  if (places) return [places];
  const isSet = amounts.every((amount) => amount === amounts[0]);
  /** @type {number[][]} */ let found = [[]];
  for (let taken = 0; taken < amounts.length; taken += 1) {
    found = found.flatMap((choice) =>
      [...Array(heaps).keys()]
        .filter((heap) => !choice.includes(heap) && !(isSet && heap < (choice.at(-1) ?? 0)))
        .map((heap) => [...choice, heap]),
    );
  }
  return found;
}

/**
 * The conditions of a choice; none where one of them is never true.
 * @param {Take} take
 * @param {number[]} choice
 * @param {number} heaps
 */
function conditionsOf({ amounts, where }, choice, heaps) {
  /** @type {Map<string, number[]>} What a name stands for, as a form in the heaps before and after. */
  const meaning = new Map(HEAPS.slice(0, heaps).map((name, heap) => [name, unit(heaps, heap, 0)]));
  /** @type {Condition[]} */ const found = [];
  amounts.forEach((amount, place) => {
    const taken = unit(heaps, Number(choice[place]), -1);
    const before = typeof amount === "string" ? meaning.get(amount) : undefined;
    if (typeof amount === "number") found.push(bounded(taken, amount, amount));
    else if (before) found.push(bounded(plus(taken, before, -1), 0, 0));
    else {
      meaning.set(amount, taken);
      found.push(bounded(taken, 1, null));
    }
  });
  for (const { form, low, high, modulus, residue } of where) {
    if (!modulus && low === null && high === null) continue;
    const zero = Array(2 * heaps).fill(0);
    const sum = form.reduce((made, [name, factor]) => plus(made, meaning.get(name) ?? zero, factor), zero);
    found.push({ form: sum, low, high, modulus, residue });
  }
  const open = found.filter(({ form }) => form.some((factor) => factor !== 0));
  const decided = found.filter(({ form }) => form.every((factor) => factor === 0));
  return decided.every((condition) => holds(condition, 0)) ? open.map(upright) : null;
}

/** A heap before the move, less so many times the one after. @param {number} heaps @param {number} heap @param {number} after */
function unit(heaps, heap, after) {
  const form = Array(2 * heaps).fill(0);
  form[heap] = 1;
  form[heaps + heap] = after;
  return form;
}

/** @param {number[]} form @param {number[]} other @param {number} times */
function plus(form, other, times) {
  return form.map((factor, place) => factor + times * Number(other[place]));
}

/** @param {number[]} form @param {number | null} low @param {number | null} high @returns {Condition} */
function bounded(form, low, high) {
  return { form, low, high, modulus: 0, residue: 0 };
}

/** Whether a value satisfies a condition. @param {Condition} condition @param {number} value */
function holds({ low, high, modulus, residue }, value) {
  if (modulus) return (value - residue) % modulus === 0;
  return (low === null || low <= value) && (high === null || value <= high);
}

/** The same condition with a first factor above 0. @param {Condition} condition @returns {Condition} */
function upright(condition) {
  const { form, low, high, modulus, residue } = condition;
  if (Number(form.find((factor) => factor !== 0)) > 0) return condition;
  const turned = (/** @type {number | null} */ bound) => (bound === null ? null : 0 - bound);
  return {
    form: form.map((factor) => 0 - factor),
    low: turned(high),
    high: turned(low),
    modulus,
    residue: 0 - residue,
  };
}

/** The text by which conditions are put in order. @param {Condition} condition */
function conditionText({ form, low, high, modulus, residue }) {
  const [least, most] = [low, high].map((bound) => bound ?? "None");
  return `Condition(form=(${form.join(", ")}), low=${least}, high=${most}, modulus=${modulus}, residue=${residue})`;
}

/** The ways as the claim writes them. @param {Way[]} ways */
export function movesText(ways) {
  const written = ways.map(({ chosen, conditions }) => `[[${chosen}],${listed(conditions.map(claimed))}]`);
  return listed(written);
}

/** Texts in order, each once. @param {string[]} texts */
function listed(texts) {
  return `[${[...new Set(texts)].toSorted((one, other) => (one < other ? -1 : 1)).join()}]`;
}

/** @param {Condition} condition */
function claimed({ form, low, high, modulus, residue }) {
  const reduced = modulus ? ((residue % modulus) + modulus) % modulus : 0;
  return JSON.stringify([form, low, high, modulus, reduced]);
}
