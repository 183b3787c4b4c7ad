// The words of the page: they come from the server's catalogue, in the language that is shown.

import { address } from "./address.js";

/** @typedef {Record<string, string | number | bigint>} Values */

/** @type {{lang: string, languages: Record<string, string>, plurals: number[], words: Record<string, string | string[]>}} */
let spoken = { lang: "en", languages: {}, plurals: [], words: {} };

export function lang() {
  return spoken.lang;
}

/** Every language that the server speaks: its code and its own name. @returns {[string, string][]} */
export function languages() {
  return Object.entries(spoken.languages);
}

/** @type {{lang: string, game: any}} What came with the words: the facts of the first game. */
let brought = { lang: "", game: null };

/** The facts of a game that came with the words, if it is that one. @param {string} name */
export function broughtGame(name) {
  return brought.lang === spoken.lang && brought.game?.game === name ? brought.game : null;
}

/**
 * The address of a file that stands beside the words; none where the modules are served one by one.
 * @param {string} name
 */
export function made(name) {
  const link = document.querySelector("link#words");
  return link instanceof HTMLLinkElement ? new URL(name, link.href).href : null;
}

/** @typedef {"rest" | "school" | "lab" | "strategy" | "check" | "games" | "forbidding"} Part of the words and styles: of all pages but the first, or of some */

/** @type {Set<Part>} The parts whose words are here, besides those of the first page. */
const parts = new Set();

/** The words that are on their way. */
let loading = Promise.resolve();

/** The words of a part, which the first page does not need. @param {Part} part */
export async function loadPart(part) {
  await loading;
  const wanted = lang();
  const file = made(`${part}.${wanted}.js`);
  if (!file || parts.has(part)) return;
  const { words } = await import(file);
  if (wanted !== lang()) return;
  spoken = { ...spoken, words: { ...spoken.words, ...words } };
  parts.add(part);
}

/** @param {string} wanted */
export function loadWords(wanted) {
  const reading = read(wanted);
  // Where they do not come, the words that are here stay, and what needs the rest of them is not held up.
  loading = reading.catch(() => {});
  return reading;
}

/** @param {string} wanted */
async function read(wanted) {
  const first = made(`words.${wanted}.js`);
  if (first) {
    // Whatever is shown already is said in the other language too.
    const [{ spoken: said, game }, ...more] = await Promise.all(
      [first, ...[...parts].map((part) => made(`${part}.${wanted}.js`))].map((file) => import(file ?? "")),
    );
    spoken = { ...said, words: Object.assign({ ...said.words }, ...more.map(({ words }) => words)) };
    brought = { lang: wanted, game };
  } else {
    // The modules are served one by one.
    spoken = await (await fetch(address("/api/words", { lang: wanted }))).json();
  }
  document.documentElement.lang = spoken.lang;
  document.documentElement.dir = t("language.direction");
}

/** @param {string} key @param {Values} [values] @returns {string} */
export function t(key, values = {}) {
  return fill(String(spoken.words[key] ?? key), values);
}

/** @param {string} template @param {Values} values */
function fill(template, values) {
  return template.replace(/\{(\w+)\}/gu, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "string" ? value : integer(value);
  });
}

/**
 * A sentence that has plural forms: the language says which of them goes with a number.
 * @param {string} key
 * @param {bigint | number} number
 * @param {Values} [values]
 */
export function plural(key, number, values = {}) {
  const exact = BigInt(number);
  const like = exact < 200n ? exact : exact % 1_000_000n === 0n ? 200n : 100n + (exact % 100n);
  const form = spoken.words[key]?.[spoken.plurals[Number(like)] ?? 0];
  return fill(form ?? `{number} ${key}`, { ...values, number });
}

/**
 * A number of things, by `words.match`, `words.row` and the like.
 * @param {string} noun
 * @param {bigint | number} number
 */
export function count(noun, number) {
  return plural(`words.${noun}`, number);
}

/** The items one after another, the last joined by the language's *and*. @param {readonly string[]} items */
export function listing(items) {
  const before = items.slice(0, -1).join(t("language.comma"));
  const last = items.at(-1) ?? "";
  return before ? t("language.and", { before, last }) : last;
}

const LONGEST = 44;
/** A position of so many signs stays on one line. */
const SHORT = 24;

/**
 * In groups of three from five digits on; what is too long to read is shortened in the middle.
 * @param {bigint | number} number
 */
export function integer(number) {
  return String(number).length < 5 ? String(number) : grouped(number, t("language.group"));
}

/** Every digit of a number, in groups. @param {bigint | number} number */
export function wholeInteger(number) {
  return inGroups(String(number), t("language.group"));
}

/** @param {bigint | number} number @param {string} mark */
function grouped(number, mark) {
  const digits = String(number);
  if (digits.length > LONGEST) {
    return t("web.long_number", { first: digits.slice(0, 10), last: digits.slice(-10), digits: digits.length });
  }
  return inGroups(digits, mark);
}

/** @param {string} digits @param {string} mark */
function inGroups(digits, mark) {
  return digits.replace(/\B(?=(?:\d{3})+$)/gu, mark);
}

/**
 * Without group marks: in English they would look like the commas between the numbers.
 * @param {readonly (bigint | number)[]} numbers
 */
export function tuple(numbers) {
  const parts = [...numbers].map((number) => grouped(number, ""));
  const { state = 0n } = /** @type {{state?: bigint}} */ (numbers);
  const text = `(${parts.join(", ")})${state ? `/${grouped(state, "")}` : ""}`;
  return text.length > SHORT ? text : text.replaceAll(" ", "\u00a0");
}
