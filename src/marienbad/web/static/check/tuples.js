// Whole numbers of four octets, kept close together: lists that grow, and tuples that have a number.

/**
 * Numbers in a row; whoever reads a place knows that it is there.
 * @typedef {Int32Array & {[place: number]: any}} Ints
 */

/** @typedef {import("./verdict.js").Budget} Budget */

/** A list that grows. */
export class Numbers {
  /** @param {Budget} budget */
  constructor(budget) {
    this.budget = budget;
    /** @type {Ints} */
    this.items = new Int32Array(64);
    this.length = 0;
  }

  /** @param {number} number */
  push(number) {
    if (this.length === this.items.length) this.items = grown(this.items, this.budget);
    this.items[this.length++] = number;
  }

  /** What is in the list. @returns {Ints} */
  whole() {
    return this.items.slice(0, this.length);
  }
}

/** Twice the room. @param {Ints} items @param {Budget} budget @returns {Ints} */
function grown(items, budget) {
  budget.keep(items.length);
  const larger = new Int32Array(2 * items.length);
  larger.set(items);
  return larger;
}

/** Tuples of one length, numbered from 0 as they are met. Two are the same if all their numbers are. */
export class Tuples {
  /** @param {number} width @param {Budget} budget */
  constructor(width, budget) {
    this.width = width;
    this.budget = budget;
    this.count = 0;
    /** @type {Ints} */
    this.items = new Int32Array(64 * width);
    /** @type {Ints} For each place of the hash table the number of a tuple and 1, or 0. */
    this.slots = new Int32Array(128);
    /** @type {Ints} What is looked for. */
    this.sought = new Int32Array(width);
    budget.keep(this.items.length + this.slots.length);
  }

  /** The number of the tuple that is sought, which is added where it is new. */
  add() {
    const slot = this.slot();
    const known = this.slots[slot];
    if (known) return known - 1;
    const { width } = this;
    if ((this.count + 1) * width > this.items.length) this.items = grown(this.items, this.budget);
    this.items.set(this.sought, this.count * width);
    this.slots[slot] = ++this.count;
    if (2 * this.count > this.slots.length) this.spread();
    return this.count - 1;
  }

  /** The number of the tuple that is sought, or -1. */
  find() {
    return this.slots[this.slot()] - 1;
  }

  /** Where the tuple that is sought stands in the hash table, or is to stand. */
  slot() {
    const { sought, slots, items, width } = this;
    const mask = slots.length - 1;
    let slot = hash(sought, 0, width) & mask;
    for (let known = slots[slot]; known; known = slots[slot]) {
      const base = (known - 1) * width;
      let place = 0;
      while (place < width && items[base + place] === sought[place]) place += 1;
      if (place === width) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** A hash table twice as large. */
  spread() {
    const { items, width } = this;
    const size = 2 * this.slots.length;
    this.budget.keep(size / 2);
    /** @type {Ints} */
    const slots = new Int32Array(size);
    for (let number = 0; number < this.count; number += 1) {
      let slot = hash(items, number * width, width) & (size - 1);
      while (slots[slot]) slot = (slot + 1) & (size - 1);
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

/** @param {Ints} items @param {number} from @param {number} width */
function hash(items, from, width) {
  let found = 0x811c9dc5;
  for (let place = from; place < from + width; place += 1) {
    found = Math.imul(found ^ items[place], 0x9e3779b1);
    found ^= found >>> 15;
  }
  return Math.imul(found, 0x85ebca6b) ^ (found >>> 13);
}
