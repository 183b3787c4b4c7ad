// Lessons as the server tells them: ours by their names, a teacher's by its text.

import { address } from "../common/address.js";
import { getJson, postText } from "../common/api.js";
import { situated } from "../common/moves.js";
import { exact } from "../common/numbers.js";
import { always } from "../common/storage.js";
import { t } from "../common/words.js";

/** @typedef {"play" | "choose" | "judge" | "cut"} Kind */

/**
 * @typedef {object} Task
 * @property {Kind} as
 * @property {string} game
 * @property {bigint[]} position
 * @property {"pupil" | "machine"} begins whoever begins so can win: the pupil, if he lets the machine begin where it loses
 * @property {number[][] | null} answer the packets of each row, where they are asked for
 */

/** @typedef {{name: string, title: string, aim: string, game: string, tasks: number}} Entry */

/**
 * @typedef {object} Lesson
 * @property {string} name
 * @property {string} title
 * @property {string} aim
 * @property {string} help
 * @property {string} learned
 * @property {string | null} theory
 * @property {number} alone
 * @property {Task[]} tasks
 * @property {boolean} more whether there are further tasks
 * @property {string | null} text what a teacher wrote; none for ours
 */

/** In the order of the path. @returns {Promise<Entry[]>} */
export async function loadPath() {
  return (await getJson("/api/lessons")).lessons;
}

/** @param {string} name @returns {Promise<Lesson>} */
export async function loadLesson(name) {
  return readLesson(await getJson(`/api/lessons/${encodeURIComponent(name)}`), null);
}

/** A teacher's lesson, or a refusal that says what is wrong with it. @param {string} text @returns {Promise<Lesson>} */
export async function checkLesson(text) {
  return readLesson(await postText("/api/lessons/check", text), text);
}

/** @param {Lesson} lesson @param {number} seed @param {number} number @returns {Promise<Task>} */
export async function loadFurther({ name, text }, seed, number) {
  const query = `seed=${seed}&number=${number}`;
  if (text !== null) return readTask(await postText(`/api/lessons/task?${query}`, text));
  return readTask(await getJson(`/api/lessons/${encodeURIComponent(name)}/task`, { seed, number }));
}

/** @param {any} raw @param {string | null} text @returns {Lesson} */
function readLesson(raw, text) {
  return { ...raw, tasks: raw.tasks.map(readTask), text };
}

/** @param {any} raw @returns {Task} */
function readTask(raw) {
  return { ...raw, position: situated(exact(raw.position), raw.state) };
}

// A lesson in a link: all of it stands after the #, which no browser sends to a server.

/** As long as the server reads lessons. */
export const LONGEST_LESSON = 65_536;
const MARK = "#lesson=";
const PRESSED = "deflate-raw";

/** The link to a teacher's lesson. @param {string} text */
export async function lessonLink(text) {
  const octets = new TextEncoder().encode(text);
  const pressed = "CompressionStream" in globalThis ? await through(octets, new CompressionStream(PRESSED)) : null;
  return `${location.origin}${address("/learn")}${MARK}${written(pressed ?? octets)}`;
}

/** Whether the address has a lesson in it. */
export function hasLesson() {
  return location.hash.startsWith(MARK);
}

/** The text of the lesson in the address; nothing where it is broken. */
export async function linkedLesson() {
  const octets = read(location.hash.slice(MARK.length));
  if (!octets) return null;
  // What is not pressed begins as JSON does, and cannot be unpressed.
  const canUnpress = "DecompressionStream" in globalThis;
  const unpressed = canUnpress ? await through(octets, new DecompressionStream(PRESSED)) : null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(unpressed ?? octets);
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

/**
 * Octets pressed or unpressed; nothing where they cannot be, or grow beyond what a lesson may take.
 * @param {Uint8Array<ArrayBuffer>} octets
 * @param {CompressionStream | DecompressionStream} press
 */
async function through(octets, press) {
  const parts = [];
  let size = 0;
  try {
    const reader = new Blob([octets]).stream().pipeThrough(press).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > LONGEST_LESSON) {
        await reader.cancel();
        return null;
      }
      parts.push(value);
    }
  } catch {
    return null;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** In the signs that a link may have. @param {Uint8Array} octets */
function written(octets) {
  const text = btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
}

/** @param {string} text */
function read(text) {
  if (!text || text.length > 2 * LONGEST_LESSON) return null;
  try {
    const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

// How far a pupil has come: kept in this browser, taken along as a file, needed by no server.

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
export function writtenSteps() {
  return JSON.stringify({ format: FORMAT, version: VERSION, lessons: progress() }, null, 1);
}

/** The progress of a file; one that is not as it should be is refused whole. @param {string} text */
export function readSteps(text) {
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
