// All games as one file, and back: what comes from a file is looked at closely before it is kept.

import { all, isEmpty, keepAll } from "../play/seats.js";
import { t } from "../common/words.js";

/** @typedef {import("../play/seats.js").Kept} Kept */
/** @typedef {[string, Kept]} Entry */

const FORMAT = "marienbad games";
const VERSION = 1;
/** More than two hundred games of the greatest length take. */
export const LONGEST_FILE = 4_000_000;
const LONGEST_TEXT = 4000;

const isCount = (/** @type {any} */ value) => Number.isSafeInteger(value) && value >= 0;
const isText = (/** @type {any} */ value) =>
  typeof value === "string" && value.length > 0 && value.length <= LONGEST_TEXT;
const isHeap = (/** @type {any} */ value) => isCount(value) || (isText(value) && /^\d{1,1000}$/u.test(value));
const isHeaps = (/** @type {any} */ value) => Array.isArray(value) && value.length <= 64 && value.every(isHeap);
const isPair = (/** @type {any} */ value, /** @type {(one: any) => boolean} */ is) =>
  Array.isArray(value) && value.length === 2 && value.every(is);
const isPlayers = (/** @type {any} */ value) => isPair(value, isText);

/** What each field of a game must be; all but the first two may be missing. */
const FIELDS = /** @type {Record<string, (value: any) => boolean>} */ ({
  id: (value) => isText(value) && /^[\w-]{1,64}$/u.test(value),
  seats: (value) => isPair(value, (token) => token === null || isText(token)),
  helps: isCount,
  invitation: isText,
  played: isCount,
  game: isText,
  players: isPlayers,
  start: isHeaps,
  position: isHeaps,
  moves: (value) => Array.isArray(value) && value.every(isHeaps),
  ply: isCount,
  over: (value) => typeof value === "boolean",
  winner: (value) => [0, 1, null].includes(value),
  undos: isCount,
  elsewhere: (value) => typeof value === "boolean",
  branch: (value) => isText(value?.of) && isCount(value?.ply),
});
const NEEDED = ["id", "seats"];

/** The games in which something was played, which are those that are shown. */
function played() {
  return all().filter(([, kept]) => !isEmpty(kept));
}

/** Every game of this browser, as the text of a file. */
export function written() {
  const games = played().map(([id, { pending, sent, ...kept }]) => ({ id, ...kept }));
  return JSON.stringify({ format: FORMAT, version: VERSION, games }, null, 1);
}

/** The games of a file; one that is not as it should be is refused whole. @param {string} text */
export function read(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error(t("web.games.file.not_json"));
  }
  if (file?.format !== FORMAT || !Array.isArray(file.games)) throw new Error(t("web.games.file.other"));
  if (file.version !== VERSION)
    throw new Error(t("web.games.file.version", { version: String(file.version).slice(0, 20) }));
  return /** @type {Entry[]} */ (file.games.map(entry));
}

/** @param {any} game @param {number} index @returns {Entry} */
function entry(game, index) {
  /** @type {Record<string, any>} */ const kept = { helps: 0 };
  for (const [name, isRight] of Object.entries(FIELDS)) {
    const value = game?.[name];
    if (value === undefined && !NEEDED.includes(name)) continue;
    if (!isRight(value)) throw new Error(t("web.games.file.field", { number: index + 1, name }));
    kept[name] = value;
  }
  const { id, ...facts } = kept;
  return [id, /** @type {Kept} */ (facts)];
}

/**
 * Take games in: of a game that is here too the later state counts, and every seat is kept.
 * @param {Entry[]} entries
 */
export function takeIn(entries) {
  const games = new Map(all());
  const before = new Set(played().map(([id]) => id));
  for (const [id, kept] of entries) {
    const known = games.get(id);
    const isLater = !known || (kept.played ?? 0) > (known.played ?? 0);
    const seats = kept.seats.map((token, seat) => token ?? known?.seats[seat] ?? null);
    games.set(id, { ...(isLater ? kept : known), seats });
  }
  const time = (/** @type {Entry} */ [, kept]) => kept.played ?? 0;
  keepAll([...games].sort((one, other) => time(one) - time(other)));
  const after = new Set(played().map(([id]) => id));
  const found = [...new Set(entries.map(([id]) => id))].filter((id) => after.has(id));
  const known = found.filter((id) => before.has(id)).length;
  return { added: found.length - known, known };
}
