// Positions and moves that say more than numbers: a state, a call, a parted heap, what is forbidden.
// Written as text they are what addresses and the server read: `20/3`, `=3`, `0,2/5,2,3`, `-1,2+3,5`.

import { exact, leave, wire } from "./numbers.js";
import { lang } from "./words.js";

/** @typedef {import("./numbers.js").Wire} Wire */
/** @typedef {{kind: string, most: number | null} | null} Memory */
/** @typedef {{call: Wire} | {forbid: Wire[][]} | {take: Wire[], leave: Wire[]} | Wire[]} WireMove */

/** Whether a number or a heap is called before anything is taken. @param {Memory} memory */
export function hasCalls(memory) {
  return memory?.kind === "number" || memory?.kind === "heap";
}

/**
 * How the sentences end that tell of a position from which whoever is to play loses. It is one to
 * leave, but in an order of play a party may leave it to itself, and of calls to the caller.
 * @param {Memory} memory
 */
export function lost(memory) {
  return memory?.kind === "order" ? ".order" : hasCalls(memory) ? ".call" : "";
}

/** @extends {Array<bigint>} */
export class Marked extends Array {
  static get [Symbol.species]() {
    return Array;
  }

  get mark() {
    return "";
  }

  /** @param {string} [separator] @returns {string} */
  join(separator = ",") {
    return `${[...this].join(separator)}${this.mark}`;
  }

  toString() {
    return this.join();
  }
}

/**
 * What a position says besides its heaps: what a move does, a sentence, what may not be left.
 * @typedef {{act: "take" | "call" | "choose" | "forbid", text: string, forbidden: bigint[][]}} Said
 */

/** @type {Said} */ const NOTHING = { act: "take", text: "", forbidden: [] };

/** A position that says more than its heaps. */
class Situation extends Marked {
  state = 0n;
  said = NOTHING;

  get mark() {
    return this.state ? `/${this.state}` : "";
  }
}

/** A number that is called; nothing is taken. */
export class Call extends Marked {
  number = 0n;

  get mark() {
    return `=${this.number}`;
  }
}

/** What is taken, where the rest of the heap is parted; `left` is the whole position then. */
export class Split extends Marked {
  /** @type {bigint[]} */ left = [];

  get mark() {
    return `/${this.left}`;
  }
}

/** The positions that the other may not leave by his next move; nothing is taken. */
export class Block extends Marked {
  /** @type {bigint[][]} */ forbidden = [];

  get mark() {
    return `-${this.forbidden.join("+")}`;
  }
}

/** @param {readonly bigint[]} heaps @param {bigint | Wire | null | undefined} state @param {Said} [said] @returns {bigint[]} */
export function situated(heaps, state, said = NOTHING) {
  const number = BigInt(state ?? 0);
  return number || said !== NOTHING ? Object.assign(Situation.from(heaps), { state: number, said }) : [...heaps];
}

/** @param {readonly bigint[]} position */
export function stateOf(position) {
  return position instanceof Situation ? position.state : 0n;
}

/** What the server says of a position. @param {readonly bigint[]} position */
export function saidOf(position) {
  return position instanceof Situation ? position.said : NOTHING;
}

/** A position that the server names, such as `start` or `leave`. @param {any} raw @param {string} [name] */
export function readPlace(raw, name = "position") {
  const prefix = name === "position" ? "" : `${name}_`;
  const told = raw[`${prefix}situation`];
  const said = told ? { ...told, text: told.text[lang()] ?? "", forbidden: told.forbidden.map(exact) } : undefined;
  return situated(exact(raw[name]), raw[`${prefix}state`], said);
}

/** What a move leaves, with the state that the server gives it. @param {readonly bigint[]} position @param {readonly bigint[]} move @param {Wire | bigint} [state] */
export function leftBy(position, move, state) {
  const said = move instanceof Block ? { ...NOTHING, forbidden: move.forbidden } : undefined;
  return situated(move instanceof Split ? move.left : leave([...position], move), state, said);
}

/** @param {bigint} number @returns {Call} */
export function call(number) {
  return Object.assign(new Call(), { number });
}

/** What forbids these positions, which stand in order. @param {bigint[][]} forbidden @returns {Block} */
export function block(forbidden) {
  return Object.assign(new Block(), { forbidden });
}

/** A move as the server sends it: in a list, or as fields of an object. @param {any} raw @returns {bigint[]} */
export function readMove(raw) {
  if (Array.isArray(raw)) return exact(raw);
  if (raw.forbid) return block(raw.forbid.map(exact));
  if (raw.call) return call(BigInt(raw.call));
  const take = exact(raw.take);
  return raw.leave ? Object.assign(Split.from(take), { left: exact(raw.leave) }) : take;
}

/** A winning move of an analysis, from a position: a split where it leaves more heaps. @param {any} raw @param {readonly bigint[]} position */
export function readStep(raw, position) {
  if (!raw.take) return readMove(raw);
  return readMove(raw.leave.length > position.length ? raw : raw.take);
}

/** The move of a machine's reply. @param {any} raw @param {readonly bigint[]} position */
export function readReply(raw, position) {
  return readMove(raw.take && raw.leave.length === position.length ? raw.take : raw);
}

/** A move as the server reads it in a list. @param {readonly bigint[]} move @returns {WireMove} */
export function wireMove(move) {
  if (move instanceof Call) return { call: wire([move.number])[0] ?? 0 };
  if (move instanceof Block) return { forbid: move.forbidden.map(wire) };
  if (move instanceof Split) return { take: wire([...move]), leave: wire(move.left) };
  return wire(move);
}

/** A move as the server reads it when it is played. @param {readonly bigint[]} move */
export function moveFields(move) {
  const written = wireMove(move);
  return Array.isArray(written) ? { take: written } : written;
}

/** A position as fields of what is sent. @param {readonly bigint[]} position */
export function positionFields(position) {
  const [state] = wire([stateOf(position)]);
  return { position: wire([...position]), ...(state ? { state } : {}) };
}
