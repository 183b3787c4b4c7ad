// What may come of a check besides acceptance, and the bounds of its work. Nothing is worded here: a
// verdict is a key with values, and whoever shows it has the sentences.

/** @typedef {Record<string, string | number | string[]>} Values */

/** Why a file is not accepted: it is `unreadable`, `rejected`, or the check was `given-up`. */
export class Refused extends Error {
  /** @param {"unreadable" | "rejected" | "given-up"} verdict @param {string} key @param {Values} values */
  constructor(verdict, key, values) {
    super(`${verdict}: ${key}`);
    this.verdict = verdict;
    this.key = key;
    this.values = values;
  }

  get result() {
    const { verdict, key, values } = this;
    return { verdict, key, values };
  }
}

/** @param {string} key @param {Values} [values] */
export function unreadable(key, values = {}) {
  return new Refused("unreadable", key, values);
}

/** @param {string} key @param {Values} [values] */
export function rejected(key, values = {}) {
  return new Refused("rejected", key, values);
}

/** The most characters of a file. */
export const LONGEST = 3 * 2 ** 24;
/** The most steps of a check, some seconds to a minute. */
const MOST_STEPS = 200_000_000;
/** The most numbers of four octets that are kept at a time. */
const MOST_KEPT = 2 ** 27;
/** After how many steps it is looked whether there is something to tell. */
const OFTEN = 100_000;

/** Counts what a check does, ends it where it does too much, and tells how far it is. */
export class Budget {
  /**
   * @param {(stage: string, part: number) => void} [tell] how far a stage is, from 0 to 1
   * @param {number} [most] steps
   */
  constructor(tell = () => {}, most = MOST_STEPS) {
    this.tell = tell;
    this.most = most;
    this.steps = 0;
    this.kept = 0;
    this.next = OFTEN;
    this.stage = "";
    this.part = 0;
  }

  /** @param {string} stage @param {number} [part] */
  at(stage, part = 0) {
    this.stage = stage;
    this.part = part;
    if (part === 0) this.tell(stage, part);
  }

  /** @param {number} steps */
  spend(steps) {
    this.steps += steps;
    if (this.steps < this.next) return;
    if (this.steps > this.most) throw new Refused("given-up", "work", { most: this.most });
    this.next = this.steps + OFTEN;
    this.tell(this.stage, this.part);
  }

  /** So many more numbers are kept. @param {number} numbers */
  keep(numbers) {
    this.kept += numbers;
    if (this.kept > MOST_KEPT) throw new Refused("given-up", "memory", {});
  }
}
