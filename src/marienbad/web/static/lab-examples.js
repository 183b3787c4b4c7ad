// Rules to begin with: each a text that can be changed.

const TWO = "heaps 2\n";
const ONE = "take n from one\n";
const BOTH = "take n, n from two\n";

/** The key of the name, and the rules. */
export const EXAMPLES = /** @type {const} */ ([
  ["wythoff", TWO + ONE + BOTH],
  ["bounded-one", `${TWO}let k = 3\ntake n from one where n <= k\n${BOTH}`],
  ["lopsided", `${TWO}${ONE}take c, d from two where c - d in {0, 1}\n`],
  ["without", `${TWO}${ONE}take n, n from two where n != 2\n`],
  ["double", `${TWO}${ONE}${BOTH}take t, s from two where s == 2 * t\n`],
  ["lucas", `${TWO}${ONE}take c, d from two where c == 2 * d or d == 2 * c or c == d\n`],
  [
    "fraenkel",
    `${TWO}let a = 2, b = 3\ntake n from one where n % b == 0\n` +
      "take c, d from two where abs(c - d) < a * b and c % b == d % b\n",
  ],
  [
    "euclid",
    `${TWO}take n from x where x >= y and n % y == 0\n` +
      "take n from y where y >= x and n % x == 0\n",
  ],
  ["subtraction", "heaps 1\ntake n from one where n in {1, 3, 4}\n"],
  ["bounded", "heaps 3\nlet k = 5\ntake n from one where n <= k\n"],
  ["nimoff", `heaps 3\n${ONE}${BOTH}take n, n, n from all\n`],
]);
