// Lessons as the server tells them: ours by their names, a teacher's by its text.

import { getJson, postText } from "../common/api.js";
import { situated } from "../common/moves.js";
import { exact } from "../common/numbers.js";

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
