// QR codes (ISO/IEC 18004): bytes, correction level M, versions 1 to 10. Drawn here, so that a link
// with a seat in it goes to nobody's server.

import { svg } from "./dom.js";

/** Of each version: all codewords, and how many correct errors in each of how many blocks. */
const VERSIONS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
].map(([all = 0, check = 0, blocks = 0], index) => {
  const version = index + 1;
  return { version, all, check, blocks, data: all - check * blocks, side: 17 + 4 * version };
});
const LONG_COUNT = 10;
/** From this version on the code says which it is. */
const NAMED = 7;
const FORMAT_MASK = 0x5412;
const QUIET = 4;

/** @typedef {(typeof VERSIONS)[number]} Version */
/** @typedef {(0 | 1)[][]} Modules rows of modules, 1 for a dark one */

/** @param {string} text @returns {Modules | null} null where the text is too long */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find((known) => known.data >= bytes.length + headerBytes(known));
  if (!version) return null;
  const words = interleaved(version, dataWords(version, bytes));
  const drawn = MASKS.map((mask, number) => draw(version, words, mask, number));
  const penalties = drawn.map(penalty);
  return drawn[penalties.indexOf(Math.min(...penalties))] ?? null;
}

/** @param {string} text @param {string} label @returns {SVGElement | null} */
export function qrPicture(text, label) {
  const modules = qrModules(text);
  if (!modules) return null;
  const dark = modules.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = modules.length + 2 * QUIET;
  return svg(
    "svg.qr",
    {
      viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`,
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    svg("rect", { x: -QUIET, y: -QUIET, width: side, height: side, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000" }),
  );
}

// The words

/** @param {Version} version */
function headerBytes({ version }) {
  return version < LONG_COUNT ? 2 : 3;
}

/** What is written, filled up to what the version holds. @param {Version} version @param {Uint8Array} bytes */
function dataWords(version, bytes) {
  const bits = [0b0100, ...split(bytes.length, version.version < LONG_COUNT ? 2 : 4)];
  for (const byte of bytes) bits.push(byte >> 4, byte & 15);
  // Four bits each: the mode, the length and the bytes leave the end of half a byte.
  bits.push(0);
  const words = [];
  for (let at = 0; at + 1 < bits.length; at += 2) words.push(((bits[at] ?? 0) << 4) | (bits[at + 1] ?? 0));
  for (let pad = 0xec; words.length < version.data; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** A number as so many digits of four bits. @param {number} number @param {number} digits */
function split(number, digits) {
  return Array.from({ length: digits }, (_, at) => (number >> (4 * (digits - 1 - at))) & 15);
}

/** The blocks, each with its correction, read crosswise. @param {Version} version @param {number[]} data */
function interleaved({ blocks, check, data: length }, data) {
  const short = Math.floor(length / blocks);
  const isLong = (/** @type {number} */ block) => block >= blocks - (length % blocks);
  /** @type {number[][]} */ const parts = [];
  let at = 0;
  for (let block = 0; block < blocks; block += 1) {
    const end = at + short + (isLong(block) ? 1 : 0);
    parts.push(data.slice(at, end));
    at = end;
  }
  return [...crosswise(parts), ...crosswise(parts.map((part) => correction(part, check)))];
}

/** @param {number[][]} parts */
function crosswise(parts) {
  const longest = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: longest }, (_, at) =>
    parts.flatMap((part) => (at < part.length ? [part[at] ?? 0] : [])),
  ).flat();
}

/** A product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The remainder by Reed and Solomon. @param {number[]} data @param {number} length */
function correction(data, length) {
  let divisor = [...Array(length - 1).fill(0), 1];
  for (let root = 1, power = 0; power < length; power += 1, root = times(root, 2))
    divisor = divisor.map((c, at) => times(c, root) ^ (divisor[at + 1] ?? 0));
  let rest = Array(length).fill(0);
  for (const word of data) {
    const factor = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((c, at) => c ^ times(divisor[at] ?? 0, factor));
  }
  return rest;
}

// The picture

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * @param {Version} version
 * @param {number[]} words
 * @param {(x: number, y: number) => boolean} mask
 * @param {number} number of the mask
 * @returns {Modules}
 */
function draw(version, words, mask, number) {
  const { side } = version;
  /** @type {(0 | 1 | null)[][]} */
  const modules = Array.from({ length: side }, () => Array(side).fill(null));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {unknown} */ isDark) => {
    const row = modules[y];
    if (row && x >= 0 && x < side) row[x] = isDark ? 1 : 0;
  };
  drawPatterns(version, put);
  drawFormat(side, remainder(number, 10, 0x537) ^ FORMAT_MASK, put);
  if (version.version >= NAMED) drawVersion(side, remainder(version.version, 12, 0x1f25), put);
  let at = 0;
  for (const [x, y] of path(side)) {
    if (modules[y]?.[x] !== null) continue;
    const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    put(x, y, (bit === 1) !== mask(x, y));
    at += 1;
  }
  return /** @type {Modules} */ (modules);
}

/** A number followed by its check bits. @param {number} number @param {number} bits @param {number} divisor */
function remainder(number, bits, divisor) {
  let rest = number;
  for (let step = 0; step < bits; step += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return (number << bits) | rest;
}

/** @typedef {(x: number, y: number, isDark: unknown) => void} Put */

/** What a reader looks for. @param {Version} version @param {Put} put */
function drawPatterns({ version, side }, put) {
  /** @param {number} cx @param {number} cy @param {number} reach @param {number[]} light rings */
  const rings = (cx, cy, reach, light) => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        put(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < side; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (const [x = 0, y = 0] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ])
    rings(x, y, 4, [2, 4]);
  const marks = version === 1 ? [] : version < NAMED ? [6, side - 7] : [6, (side - 1) / 2, side - 7];
  for (const y of marks) {
    for (const x of marks) {
      const isCorner = (x === 6 && y !== marks[1]) || (y === 6 && x !== marks[1]);
      if (version < NAMED ? x !== 6 && y !== 6 : !isCorner) rings(x, y, 2, [1]);
    }
  }
}

/** @param {number} side @param {number} format @param {Put} put */
function drawFormat(side, format, put) {
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = (format >> bit) & 1;
    // Once around the first corner, past the dotted lines, and once in two parts at the others.
    const down = bit < 6 ? bit : bit < 8 ? bit + 1 : side - 15 + bit;
    const back = bit < 8 ? side - 1 - bit : bit === 8 ? 7 : 14 - bit;
    put(8, down, isDark);
    put(back, 8, isDark);
  }
  put(8, side - 8, true);
}

/** @param {number} side @param {number} name @param {Put} put */
function drawVersion(side, name, put) {
  for (let bit = 0; bit < 18; bit += 1) {
    const [far, near] = [side - 11 + (bit % 3), Math.floor(bit / 3)];
    put(far, near, (name >> bit) & 1);
    put(near, far, (name >> bit) & 1);
  }
}

/** The way of the data: up and down in pairs of columns from the right. @param {number} side */
function* path(side) {
  for (let right = side - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5; // the column of the dotted line
    for (let step = 0; step < side; step += 1) {
      const y = isUp ? side - 1 - step : step;
      yield/** @type {const} */ ([right, y]);
      yield/** @type {const} */ ([right - 1, y]);
    }
  }
}

/** How hard a picture is to read: runs, blocks, false corners, too much of one colour. @param {Modules} rows */
function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x] ?? 0));
  const lines = [...rows, ...columns].map((line) => line.join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/gu)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/gu)].length;
  }
  for (let y = 1; y < rows.length; y += 1)
    for (let x = 1; x < rows.length; x += 1) {
      const square = [rows[y]?.[x], rows[y]?.[x - 1], rows[y - 1]?.[x], rows[y - 1]?.[x - 1]];
      if (new Set(square).size === 1) sum += 3;
    }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return sum + 10 * Math.floor(Math.abs(20 * dark - 10));
}
