// A lesson while it is written: what the fields of the editor say, as the text of a lesson and back.

import { always } from "../common/storage.js";
import { lang, t } from "../common/words.js";

/** @typedef {import("./lessons.js").Kind} Kind */
/** @typedef {{as: Kind, position: string, game: string}} DraftTask */

/**
 * @typedef {object} Draft
 * @property {string} game
 * @property {string} theory
 * @property {Record<string, Record<string, string>>} texts each in the languages in which it was written
 * @property {DraftTask[]} tasks
 * @property {{kind: string, difficulty: number, as: Kind} | null} more
 * @property {number} alone
 */

const KEY = "marienbad.lesson";
export const TEXTS = /** @type {const} */ (["title", "aim", "help", "learned"]);
export const KINDS = /** @type {const} */ (["play", "choose", "judge", "cut"]);
const LONGEST_NAME = 40;
const ALONE = 3;

/** What a new lesson begins with: one that is right already, to be changed. @returns {Draft} */
export function sample() {
  return {
    game: "nim",
    theory: "",
    texts: Object.fromEntries(TEXTS.map((part) => [part, { [lang()]: t(`learn.sample.${part}`) }])),
    tasks: [
      { as: "play", position: "2, 3", game: "" },
      { as: "choose", position: "4, 4", game: "" },
      { as: "judge", position: "5, 5", game: "" },
    ],
    more: { kind: "mirror", difficulty: 1, as: "play" },
    alone: ALONE,
  };
}

/** @param {Draft} draft */
export function write({ game, theory, texts, tasks, more, alone }) {
  const lesson = {
    lesson: 1,
    name: nameOf(Object.values(texts.title ?? {})[0] ?? ""),
    game,
    ...(theory ? { theory } : {}),
    ...texts,
    tasks: tasks.map(({ as, position, game: own }) => ({ [as]: position, ...(own ? { game: own } : {}) })),
    ...(more ? { more } : {}),
    alone,
  };
  return JSON.stringify(lesson, null, 1);
}

/** What the fields show of a lesson that the server has found right. @param {string} text @returns {Draft} */
export function read(text) {
  const lesson = JSON.parse(text);
  return {
    game: lesson.game,
    theory: lesson.theory ?? "",
    texts: Object.fromEntries(TEXTS.map((part) => [part, lesson[part]])),
    tasks: lesson.tasks.map((/** @type {any} */ task) => {
      const as = KINDS.find((kind) => kind in task) ?? "play";
      return { as, position: task[as], game: task.game ?? "" };
    }),
    more: lesson.more ? { as: "play", ...lesson.more } : null,
    alone: lesson.alone ?? ALONE,
  };
}

/** A title as a name: small letters, digits, hyphens. @param {string} title */
function nameOf(title) {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/gu, "-").replace(/^[^a-z]+/u, "");
  return name.slice(0, LONGEST_NAME).replace(/-+$/u, "") || "lesson";
}

/** What was being written here, or a new lesson. */
export function keptDraft() {
  try {
    return read(always.getItem(KEY) ?? "");
  } catch {
    return sample();
  }
}

/** @param {Draft} draft */
export function keepDraft(draft) {
  always.setItem(KEY, write(draft));
}
