// The fields of the editor: texts, tasks, and where further tasks come from.

import { button, html, named, refill, select } from "../common/dom.js";
import { Field } from "../common/fields.js";
import { always } from "../common/storage.js";
import { lang, t } from "../common/words.js";

/** @typedef {import("./lessons.js").Kind} Kind */

// A lesson while it is written: what the fields of the editor say, as the text of a lesson and back.

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
const KINDS = /** @type {const} */ (["play", "choose", "judge", "cut"]);
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

const MOST_TASKS = 40;
const DIFFICULTIES = ["1", "2", "3", "4", "5"];

/** @param {readonly string[]} kinds @param {string} chosen @param {(kind: Kind) => void} choose @param {string} label */
function kindSelect(kinds, chosen, choose, label) {
  const choices = kinds.map((kind) => /** @type {[string, string]} */ ([kind, t(`learn.kind.${kind}`)]));
  return select(label, choices, chosen, (kind) => choose(/** @type {Kind} */ (kind)), { "data-input": "kind" });
}

/** A text of the lesson. @param {string} part @param {string} text @param {(text: string) => void} wrote */
export function textField(part, text, wrote) {
  const field = new Field(t(`learn.text.${part}`), { "data-input": part });
  field.input.value = text;
  field.input.addEventListener("input", () => wrote(field.text.trim()));
  return field;
}

export class TaskFields {
  /** @param {(tasks: DraftTask[]) => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {DraftTask[]} */ this.tasks = [];
    /** @type {Field[]} */ this.fields = [];
    this.list = html("ol.task-fields");
    this.add = button("add-task", t("learn.edit.add"), () => this.insert());
    this.element = html("div.edit-tasks", this.list, this.add);
  }

  /** @param {DraftTask[]} tasks */
  show(tasks) {
    this.tasks = tasks;
    this.fields = tasks.map((task) => this.positionField(task));
    refill(this.list, ...tasks.map((task, index) => this.item(task, index)));
    this.add.hidden = tasks.length >= MOST_TASKS;
  }

  /** @param {DraftTask} task */
  positionField(task) {
    const field = new Field(t("web.start.heaps"), { "data-input": "position" });
    field.input.value = task.position;
    field.input.addEventListener("input", () => {
      task.position = field.text.trim();
      this.changed(this.tasks);
    });
    return field;
  }

  /** @param {DraftTask} task @param {number} index */
  item(task, index) {
    const own = new Field(t("learn.edit.own_game"), { "data-input": "own-game", placeholder: t("learn.edit.same") });
    own.input.value = task.game;
    own.input.addEventListener("input", () => {
      task.game = own.text.trim();
      this.changed(this.tasks);
    });
    const number = { number: index + 1 };
    const choose = (/** @type {Kind} */ kind) => {
      task.as = kind;
      this.changed(this.tasks);
    };
    const parts = html(
      "div.task-field",
      { role: "group", "aria-label": t("learn.task", number) },
      kindSelect(KINDS, task.as, choose, t("learn.task", number)),
      this.fields[index]?.element,
      own.element,
      html(
        "div.acts",
        button("up", "↑", () => this.move(index), {
          "aria-label": t("learn.edit.up", number),
          "aria-disabled": index ? null : "true",
        }),
        button("remove", "×", () => this.remove(index), {
          "aria-label": t("learn.edit.remove", number),
          "aria-disabled": this.tasks.length > 1 ? null : "true",
        }),
      ),
    );
    return html("li", parts);
  }

  insert() {
    const last = this.tasks.at(-1);
    this.replace([...this.tasks, { as: last?.as ?? "play", position: "", game: last?.game ?? "" }]);
    this.fields.at(-1)?.input.focus();
  }

  /** @param {number} index */
  remove(index) {
    this.replace(this.tasks.filter((_, other) => other !== index));
    this.fields[Math.min(index, this.fields.length - 1)]?.input.focus();
  }

  /** @param {number} index */
  move(index) {
    const [one, other] = [this.tasks[index - 1], this.tasks[index]];
    if (!one || !other) return;
    this.replace(this.tasks.with(index - 1, other).with(index, one));
    this.fields[index - 1]?.input.focus();
  }

  /** @param {DraftTask[]} tasks */
  replace(tasks) {
    this.show(tasks);
    this.changed(tasks);
  }
}

/**
 * Where further tasks come from.
 * @param {readonly {name: string, title: string}[]} kinds of positions
 * @param {Draft["more"]} more
 * @param {(more: Draft["more"]) => void} changed
 */
export function moreFields(kinds, more, changed) {
  const usual = /** @type {const} */ ({ difficulty: 1, as: "play" });
  const grades = DIFFICULTIES.map((grade) => /** @type {[string, string]} */ ([grade, grade]));
  const rest =
    more &&
    html(
      "span.more-rest",
      select(t("learn.edit.difficulty"), grades, String(more.difficulty), (grade) =>
        changed({ ...more, difficulty: Number(grade) }),
      ),
      kindSelect(KINDS, more.as, (as) => changed({ ...more, as }), t("learn.edit.as")),
    );
  const choices = /** @type {[string, string][]} */ ([["", t("learn.edit.no_more")], ...named(kinds)]);
  return [
    select(
      t("learn.edit.more"),
      choices,
      more?.kind ?? "",
      (kind) => changed(kind ? { ...usual, ...more, kind } : null),
      { "data-input": "more" },
    ),
    rest,
  ];
}
