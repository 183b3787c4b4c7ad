// Heaps are exact integers: numbers or decimal strings on the wire, BigInt here.

/** @typedef {number | string} Wire */

/** @param {readonly Wire[]} list */
export function exact(list) {
  return list.map(BigInt);
}

/** @param {readonly bigint[]} list */
export function wire(list) {
  return list.map((number) => (number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : String(number)));
}

/** @param {readonly bigint[]} position @param {readonly bigint[]} take */
export function leave(position, take) {
  return position.map((heap, index) => heap - (take[index] ?? 0n));
}

/** What stands in an input: digits, with the group marks that people paste. @param {string} text */
export function readInteger(text) {
  const digits = text.replace(/[\s\u202f\u00a0,_.']/gu, "");
  return /^\d+$/u.test(digits) ? BigInt(digits) : null;
}

/** What may stand between two heaps; a thin or unbroken space marks groups of digits instead. */
const SEPARATOR = /\s*[,;·–-]\s*|\s+/u;
const GROUPS = /(?<=\d)[\u202f\u00a0](?=\d{3}(?!\d))/gu;

/**
 * Heaps such as `1,3,5,7`, `1-3-5-7`, `26 66`, with a state after a slash; nothing is guessed.
 * @param {string} text
 * @returns {{heaps: bigint[], state: bigint} | {wrong: string}} the part that is no heap, empty where
 *   there is none
 */
export function readPosition(text) {
  const [written = "", ...states] = text
    .replace(GROUPS, "")
    .trim()
    .split(/\s*\/\s*/u);
  const [state = "0", ...more] = states;
  if (more.length || !/^\d+$/u.test(state)) return { wrong: text.trim().slice(text.trim().indexOf("/")) };
  const plain = written.trim();
  const isSpaced = !/[,;·]/u.test(plain);
  const heap = isSpaced ? /^\d+(?:[\s–-]+\d+)*$/u : /^\d+$/u;
  const wrong = plain.split(/\s*[,;·]\s*/u).find((part) => !heap.test(part));
  if (wrong !== undefined) return { wrong };
  return { heaps: plain.split(SEPARATOR).map(BigInt), state: BigInt(state) };
}
