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
    /** @type {Asked[]} */
    this.recent = [];
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
