// Positions and moves that say more than numbers: a state, a call, a parted heap, what is forbidden.
// Written as text they are what addresses and the server read: `20/3`, `=3`, `0,2/5,2,3`, `-1,2+3,5`.

import { exact, leave, wire } from "./numbers.js";

/** @typedef {import("./numbers.js").Wire} Wire */
/** @typedef {{kind: "last" | "order" | "number" | "heap" | "block", order: string | null, most: number | null} | null} Memory */
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

/** A position with what was taken before, whose turn it is in an order, or what is called. */
class Situation extends Marked {
  state = 0n;

  get mark() {
    return `/${this.state}`;
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
  /** @type {bigint[]} */
  left = [];

  get mark() {
    return `/${this.left}`;
  }
}

/** The positions that the other may not leave by his next move; nothing is taken. */
export class Block extends Marked {
  /** @type {bigint[][]} */
  forbidden = [];

  get mark() {
    return `-${this.forbidden.join("+")}`;
  }
}

/** @param {readonly bigint[]} heaps @param {bigint | Wire | null | undefined} state @returns {bigint[]} */
export function situated(heaps, state) {
  const number = BigInt(state ?? 0);
  return number ? Object.assign(Situation.from(heaps), { state: number }) : [...heaps];
}

/** @param {readonly bigint[]} position */
export function stateOf(position) {
  return position instanceof Situation ? position.state : 0n;
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

/**
 * What a move leaves.
 * @param {{memory: Memory, forbidding?: import("./model.js").Game["forbidding"]}} game
 * @param {readonly bigint[]} position
 * @param {readonly bigint[]} move
 */
export function after({ memory, forbidding }, position, move) {
  if (forbidding) return forbidding.after(position, move);
  const heaps = move instanceof Call ? [...position] : move instanceof Split ? move.left : leave(position, move);
  return situated(heaps, nextState(memory, position, move));
}

/** @param {Memory} memory @param {readonly bigint[]} position @param {readonly bigint[]} move */
function nextState(memory, position, move) {
  if (memory?.kind === "last") return move.reduce((sum, amount) => sum + amount, 0n);
  if (memory?.kind === "order") return (stateOf(position) + 1n) % BigInt(memory.order?.length ?? 1);
  return move instanceof Call ? move.number : 0n;
}

/**
 * Who plays after so many moves from a position: 0 for whoever began, 1 for the other.
 * @param {Memory} memory
 * @param {readonly bigint[]} start
 * @param {number} ply
 */
export function seatAt(memory, start, ply) {
  const state = Number(stateOf(start));
  if (memory?.kind === "order") return party(memory, start, ply) === party(memory, start, 0) ? 0 : 1;
  if (hasCalls(memory)) return ((state ? ply : ply + 1) >> 1) % 2;
  if (memory?.kind === "block") return ((state > 1 ? ply : ply + 3) >> 1) % 2;
  return ply % 2;
}

/** Which party plays after so many moves from a position. @param {Memory} memory @param {readonly bigint[]} start @param {number} ply */
export function party(memory, start, ply) {
  const order = memory?.order ?? "AB";
  return order[(Number(stateOf(start)) + ply) % order.length] ?? "A";
}
