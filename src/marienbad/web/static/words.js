// The words of the page: they come from the server's catalogue, in the language that is shown.

import { getJson } from "./api.js";

/** @typedef {Record<string, string | number | bigint>} Values */

/** @type {Record<string, string | string[]>} */
let words = {};
let language = "en";

export function lang() {
  return language;
}

/**
 * @param {string} wanted
 * @returns {Promise<void>}
 */
export async function loadWords(wanted) {
  const answer = await getJson("/api/words", { lang: wanted });
  words = answer.words;
  language = answer.lang;
  document.documentElement.lang = language;
}

/**
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const found = words[key];
  const template = Array.isArray(found) ? (found.at(-1) ?? key) : (found ?? key);
  return template.replace(/\{(\w+)\}/gu, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "string" ? value : integer(value);
  });
}

/**
 * So many of something: `words.match`, `words.row` and the like have two forms.
 * @param {string} noun
 * @param {bigint | number} number
 * @returns {string}
 */
export function count(noun, number) {
  const forms = words[`words.${noun}`];
  const rules = new Intl.PluralRules(language);
  const isOne = number < 1000 && rules.select(Number(number)) === "one";
  const template = Array.isArray(forms) ? (isOne ? forms[0] : forms[1]) : undefined;
  return (template ?? `{number} ${noun}`).replace("{number}", integer(number));
}

const LONGEST = 44;

/**
 * In groups of three from five digits on; what is too long to read is shortened in the middle.
 * @param {bigint | number} number
 * @returns {string}
 */
export function integer(number) {
  const digits = String(number);
  if (digits.length > LONGEST) {
    return t("web.long_number", {
      first: digits.slice(0, 10),
      last: digits.slice(-10),
      digits: digits.length,
    });
  }
  const useGrouping = /** @type {any} */ (digits.length > 4);
  return new Intl.NumberFormat(language, { useGrouping }).format(number);
}

/**
 * @param {readonly (bigint | number)[]} numbers
 * @returns {string}
 */
export function tuple(numbers) {
  return `(${numbers.map(integer).join(", ")})`;
}
