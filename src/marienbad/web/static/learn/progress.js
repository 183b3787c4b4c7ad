// How far a pupil has come: kept in this browser, taken along as a file, needed by no server.

import { always } from "../common/storage.js";
import { t } from "../common/words.js";

/**
 * How many tasks of a lesson were done, how many of the last in a row alone, and whether it was
 * ended once.
 * @typedef {{tasks: number, row: number, done: boolean}} Step
 */
/** @typedef {Record<string, Step>} Progress by the names of lessons */

const KEY = "marienbad.lessons";
const FORMAT = "marienbad progress";
const VERSION = 1;
export const LONGEST_FILE = 100_000;
const MOST_LESSONS = 200;

/** @returns {Progress} */
export function progress() {
  try {
    return checked(JSON.parse(always.getItem(KEY) ?? "{}"));
  } catch {
    return {};
  }
}

/** @param {Progress} all */
export function keepProgress(all) {
  always.setItem(KEY, JSON.stringify(all));
}

/** @param {string} name @param {Step} step */
export function keepStep(name, step) {
  keepProgress({ ...progress(), [name]: step });
}

/** The progress as the text of a file. */
export function written() {
  return JSON.stringify({ format: FORMAT, version: VERSION, lessons: progress() }, null, 1);
}

/** The progress of a file; one that is not as it should be is refused whole. @param {string} text */
export function read(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error(t("learn.file.other"));
  }
  if (file?.format !== FORMAT) throw new Error(t("learn.file.other"));
  if (file.version !== VERSION)
    throw new Error(t("learn.file.version", { version: String(file.version).slice(0, 20) }));
  return checked(file.lessons);
}

/** Whatever was further stays: nobody loses what was learned elsewhere. @param {Progress} brought */
export function takeIn(brought) {
  const all = progress();
  for (const [name, step] of Object.entries(brought)) {
    const known = all[name];
    const further = known && known.tasks >= step.tasks ? known : step;
    all[name] = { ...further, done: step.done || Boolean(known?.done) };
  }
  keepProgress(all);
}

/** @param {any} lessons @returns {Progress} */
function checked(lessons) {
  const isRecord = typeof lessons === "object" && lessons !== null && !Array.isArray(lessons);
  const entries = isRecord ? Object.entries(lessons) : [];
  const isCount = (/** @type {any} */ value) => Number.isSafeInteger(value) && value >= 0;
  const wrong = entries.find(
    ([name, step]) =>
      !/^[a-z0-9_-]{1,64}$/u.test(name) ||
      !isCount(step?.tasks) ||
      !isCount(step?.row) ||
      typeof step?.done !== "boolean",
  );
  if (!isRecord || entries.length > MOST_LESSONS) throw new Error(t("learn.file.other"));
  if (wrong) throw new Error(t("learn.file.lesson", { name: wrong[0].slice(0, 64) }));
  return Object.fromEntries(entries.map(([name, { tasks, row, done }]) => [name, { tasks, row, done }]));
}
