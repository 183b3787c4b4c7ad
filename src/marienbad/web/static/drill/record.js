// What this browser keeps of drills, and the file in which it can be taken along: the same that
// `marienbad drill --keep` reads and writes. What comes from a file is looked at closely.

import { always } from "../common/storage.js";
import { t } from "../common/words.js";

/** @typedef {import("./schedule.js").Return} Return */
/** @typedef {{date: string, kind: string, form: string, difficulty: number | null, asked: number, right: number, milliseconds: number | null}} Session */
/** @typedef {{number: number, returning: Return[], sessions: Session[]}} Kept */
/** @typedef {{kinds: {name: string, title: string, games: string[], forms: string[]}[], forms: {name: string, title: string}[], returns: import("./schedule.js").Returns, file: {format: string, version: number, sessions: number}}} Facts */

const KEY = "marienbad.drills";
const LARGEST = 1_000_000_000;
const MOST_HEAPS = 8;
export const LONGEST_FILE = 200_000;

/** @param {any} value @param {number} least @param {number} most */
const isWhole = (value, least, most) => Number.isSafeInteger(value) && value >= least && value <= most;

/** @returns {Kept} */
function empty() {
  return { number: 0, returning: [], sessions: [] };
}

/** What is kept here; what another version left, or somebody else, counts for nothing. @param {Facts} facts @returns {Kept} */
export function kept(facts) {
  try {
    return read(always.getItem(KEY) || "", facts);
  } catch {
    return empty();
  }
}

/** @param {Kept} all @param {Facts} facts */
export function keep(all, facts) {
  always.setItem(KEY, written(all, facts));
}

export function forget() {
  always.setItem(KEY, "");
}

/** The text of the file. @param {Kept} all @param {Facts} facts */
export function written({ number, returning, sessions }, { file }) {
  const { format, version } = file;
  const latest = sessions.slice(-file.sessions);
  return JSON.stringify({ format, version, number, returning, sessions: latest }, null, 1);
}

/** What a file holds; one that is not as it should be is refused whole. @param {string} text @param {Facts} facts @returns {Kept} */
export function read(text, facts) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(t("drill.file.json"));
  }
  const { format, version, sessions: most } = facts.file;
  if (data?.format !== format || data.version !== version) throw new Error(t("drill.file.other"));
  check(isWhole(data.number, 0, LARGEST), "number");
  /** @param {string} name @param {number} count @returns {any[]} */
  const list = (name, count) => {
    check(Array.isArray(data[name]) && data[name].length <= count, name);
    return data[name];
  };
  return {
    number: data.number,
    returning: list("returning", facts.returns.most).map((one, index) => returnOf(one, facts, `returning[${index}].`)),
    sessions: list("sessions", most).map((one, index) => sessionOf(one, facts, `sessions[${index}].`)),
  };
}

/** @param {boolean} isRight @param {string} place */
function check(isRight, place) {
  if (!isRight) throw new Error(t("drill.file.field", { place }));
}

/** @param {any} one @param {Facts} facts @param {string} place */
function checkKind(one, { kinds }, place) {
  const kind = kinds.find(({ name }) => name === one?.kind);
  check(Boolean(kind), `${place}kind`);
  check(kind?.forms.includes(one.form) ?? false, `${place}form`);
}

/** @param {any} one @param {Facts} facts @param {string} place @returns {Return} */
function returnOf(one, facts, place) {
  checkKind(one, facts, place);
  const { kind, form, difficulty, position, due, step } = one;
  check(isWhole(difficulty, 1, 5), `${place}difficulty`);
  const areHeaps = Array.isArray(position) && position.length > 0 && position.length <= MOST_HEAPS;
  check(areHeaps && position.every((heap) => isWhole(heap, 0, 99)), `${place}position`);
  check(isWhole(due, 0, 2 * LARGEST), `${place}due`);
  check(isWhole(step, 0, facts.returns.gaps.length - 1), `${place}step`);
  return { kind, form, difficulty, position, due, step };
}

/** @param {any} one @param {Facts} facts @param {string} place @returns {Session} */
function sessionOf(one, facts, place) {
  checkKind(one, facts, place);
  const { date, kind, form, difficulty, asked, right, milliseconds } = one;
  check(typeof date === "string" && /^\d{4}-\d\d-\d\d$/u.test(date), `${place}date`);
  check(difficulty === null || isWhole(difficulty, 1, 5), `${place}difficulty`);
  check(isWhole(asked, 1, LARGEST), `${place}asked`);
  check(isWhole(right, 0, asked), `${place}right`);
  check(milliseconds === null || isWhole(milliseconds, 0, LARGEST), `${place}milliseconds`);
  return { date, kind, form, difficulty, asked, right, milliseconds };
}

/** The median of the times that are known. @param {(number | null)[]} times @returns {number | null} */
export function median(times) {
  const known = times.filter((time) => time !== null).sort((one, other) => one - other);
  const [low, high] = [known[(known.length - 1) >> 1], known[known.length >> 1]];
  return low === undefined || high === undefined ? null : Math.floor((low + high) / 2);
}
