// SHA-256 (FIPS 180-4) of an ASCII text. Browsers have their own for pages that came by https only.

const PRIMES = firstPrimes(64);

/** @param {number} count */
function firstPrimes(count) {
  /** @type {bigint[]} */
  const found = [];
  for (let number = 2n; found.length < count; number += 1n) {
    if (found.every((prime) => number % prime !== 0n)) found.push(number);
  }
  return found;
}

/** The first 32 bits after the point of a root, exactly. @param {bigint} prime @param {bigint} degree */
function fraction(prime, degree) {
  const scaled = prime << (32n * degree);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= scaled) low = middle;
    else high = middle;
  }
  return Number(BigInt.asIntN(32, low));
}

const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2n));
/** @type {import("./tuples.js").Ints} */
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(prime, 3n));

/** @param {string} text in ASCII */
export function sha256(text) {
  const length = text.length;
  const blocks = Math.floor((length + 8) / 64) + 1;
  const octets = new Uint8Array(64 * blocks);
  for (let place = 0; place < length; place += 1) octets[place] = text.charCodeAt(place);
  octets[length] = 0x80;
  const view = new DataView(octets.buffer);
  view.setBigUint64(octets.length - 8, BigInt(8 * length));
  const hash = START.slice();
  /** @type {import("./tuples.js").Ints} */
  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let place = 0; place < 16; place += 1) words[place] = view.getInt32(64 * block + 4 * place);
    mix(hash, words);
  }
  return [...hash].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

/** One block, whose sixteen words are given. @param {import("./tuples.js").Ints} hash @param {import("./tuples.js").Ints} words */
function mix(hash, words) {
  for (let place = 16; place < 64; place += 1) {
    const early = words[place - 15];
    const late = words[place - 2];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = words[place - 16] + first + words[place - 7] + second;
  }
  let [a, b, c, d, e, f, g, h] = /** @type {any} */ (hash);
  for (let round = 0; round < 64; round += 1) {
    const upper = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + upper + ((e & f) ^ (~e & g)) + ROUNDS[round] + words[round]) | 0;
    const lower = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [place, part] of [a, b, c, d, e, f, g, h].entries()) hash[place] += part;
}

/** @param {number} word @param {number} bits */
function turned(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}
