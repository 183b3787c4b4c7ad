// Heaps are exact integers: numbers or decimal strings on the wire, BigInt here.

/** @typedef {number | string} Wire */

/** @param {readonly Wire[]} list */
export function exact(list) {
  return list.map(BigInt);
}

/** @param {readonly bigint[]} list */
export function wire(list) {
  return list.map((number) =>
    number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : String(number),
  );
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

/**
 * Heaps written with any separator that is not a digit: `1,3,5,7`, `1-3-5-7`, `26 66`.
 * @param {string} text
 */
export function readPosition(text) {
  return (text.match(/\d+/gu) ?? []).map(BigInt);
}
