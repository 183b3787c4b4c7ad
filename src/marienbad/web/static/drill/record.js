// What this browser keeps of drills, and the file in which it can be taken along: the same that
// `marienbad drill --keep` reads and writes. What comes from a file is looked at closely.

import { always } from "../common/storage.js";
import { t } from "../common/words.js";

/** @typedef {{date: string, kind: string, form: string, difficulty: number | null, asked: number, right: number, milliseconds: number | null}} Session */
/** @typedef {{number: number, returning: Return[], sessions: Session[]}} Kept */
/** @typedef {{kinds: {name: string, title: string, games: string[], forms: string[]}[], forms: {name: string, title: string}[], returns: Returns, file: {format: string, version: number, sessions: number}}} Facts */

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

// When what went wrong comes back, and how difficult the next question is. The distances, and how
// many answers make it harder or easier, are the server's, which the terminal follows too.

/** @typedef {{kind: string, form: string, difficulty: number, position: number[]}} Asked */
/** @typedef {Asked & {due: number, step: number}} Return */
/** @typedef {{gaps: number[], in_a_row: number, most: number, recent: number, harder_after: number, easier_after: number}} Returns */

const EASIEST = 1;
const HARDEST = 5;

export class Schedule {
  /**
   * @param {Returns} rules
   * @param {{number: number, returning: Return[]}} kept
   * @param {{kind: string, form: string, difficulty: number | null}} wish
   * @param {(asked: {kind: string, difficulty: number}) => string} gameOf
   */
  constructor(rules, kept, { kind, form, difficulty }, gameOf) {
    this.rules = rules;
    this.gameOf = gameOf;
    this.kind = kind;
    this.form = form;
    this.isAdaptive = difficulty === null;
    this.difficulty = difficulty ?? EASIEST;
    this.number = kept.number;
    this.returning = [...kept.returning];
    /** @type {Asked[]} */ this.recent = [];
    this.run = 0;
    this.returned = 0;
  }

  /** What is the same for the same question, whatever the order of the heaps. @param {Asked} asked */
  sameness(asked) {
    const heaps = [...asked.position].sort((one, other) => one - other);
    return [this.gameOf(asked), asked.form, ...heaps].join();
  }

  get own() {
    return this.returning.filter(({ kind, form }) => kind === this.kind && form === this.form);
  }

  /** What is to be asked again now, nothing where something new is. */
  get due() {
    if (this.returned >= this.rules.in_a_row) return null;
    const due = this.own.filter((one) => one.due <= this.number);
    return due.sort((one, other) => one.due - other.due)[0] ?? null;
  }

  /** What is not to be drawn now, the latest last, as the server reads it. */
  get without() {
    return [...this.own, ...this.recent]
      .filter((one) => this.gameOf(one) === this.gameOf(this))
      .map(({ position }) => position.join())
      .join(";");
  }

  /** @param {Asked} question */
  drop(question) {
    const same = this.sameness(question);
    this.returning = this.returning.filter((one) => this.sameness(one) !== same);
  }

  /** Count an answer, and put the question where it returns. @param {Asked} question @param {boolean} isRight */
  take(question, isRight) {
    const { gaps, most, recent } = this.rules;
    const known = this.returning.find((one) => this.sameness(one) === this.sameness(question));
    this.drop(question);
    this.returned = known ? this.returned + 1 : 0;
    const step = known && isRight ? known.step + 1 : 0;
    const gap = gaps[step];
    if ((known || !isRight) && gap !== undefined) {
      const { kind, form, difficulty, position } = question;
      this.returning.push({ kind, form, difficulty, position, due: this.number + 1 + gap, step });
      this.returning.sort((one, other) => one.due - other.due);
      this.returning.length = Math.min(this.returning.length, most);
    }
    this.number += 1;
    this.recent = [...this.recent, question].slice(-recent);
    if (this.isAdaptive) this.adapt(isRight);
  }

  /** @param {boolean} isRight */
  adapt(isRight) {
    this.run = isRight ? Math.max(this.run, 0) + 1 : Math.min(this.run, 0) - 1;
    const change = { [this.rules.harder_after]: 1, [-this.rules.easier_after]: -1 }[this.run] ?? 0;
    if (change) this.run = 0;
    this.difficulty = Math.min(Math.max(this.difficulty + change, EASIEST), HARDEST);
  }
}
