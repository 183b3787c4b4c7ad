// What the server says of games and matches, with heaps made exact.

import { getJson } from "./api.js";
import { leftBy, readMove, readPlace } from "./moves.js";
import { exact } from "./numbers.js";
import { later } from "./rest.js";
import { nameOf } from "./storage.js";
import { broughtGame, lang } from "./words.js";

/**
 * @typedef {object} Match
 * @property {string} id
 * @property {number} revision how often it has changed
 * @property {string} game
 * @property {bigint[]} start
 * @property {bigint[]} position
 * @property {number} ply
 * @property {number | null} turn
 * @property {boolean} over
 * @property {number | null} winner
 * @property {bigint[][]} moves
 * @property {string[]} players
 * @property {string} date
 * @property {number | null} undo_request the seat that asks to take back a move
 * @property {"open" | "declared" | "locked"} help what was agreed on helps
 * @property {[number, number]} helps how many each seat has declared
 * @property {boolean} drawn whether lots were drawn for who begins
 * @property {number | null} rematch_request the seat that asks for the same match again
 * @property {string | null} next the match that both play after this one
 * @property {number[]} order the seats in order of play, again and again
 * @property {(import("./numbers.js").Wire | bigint)[]} [states] the state at each ply, where positions have one
 * @property {[string, string]} [parties] of the seats, in an order of play
 * @property {bigint[][] | null} legal what may be played, null where it is too long to list
 */

/** Who is at a match between people. @typedef {{present: boolean[], came: boolean[], watching: number}} Company */

/** @typedef {{name: string, title: string, description: string}} Level */

/**
 * @typedef {object} Game
 * @property {string} game
 * @property {string} title
 * @property {string} rule
 * @property {string} history
 * @property {string} piece
 * @property {string} piece_symbol
 * @property {number | null} heaps
 * @property {bigint[]} start
 * @property {{name: string, title: string}[]} theories
 * @property {boolean} misere
 * @property {string | null} other_ending
 * @property {{heap: string, object: string}} nouns
 * @property {Level[]} levels
 * @property {import("./moves.js").Memory} memory what a position says besides its heaps
 * @property {import("../board/forbidding.js").Forbidding} [forbidding] what is particular to a game in
 *   which options may be forbidden
 * @property {boolean} parts whether a heap may be parted
 * @property {string} family
 * @property {string | null} rules its rules as a text, where they can be written
 * @property {Record<string, number | string>} parameters
 * @property {TableKind[]} tables
 */

/**
 * @typedef {object} TableKind
 * @property {string} name
 * @property {string} title
 * @property {number} usual_rows
 * @property {number} most_rows
 * @property {number[]} bases
 * @property {boolean} takes_numbers
 * @property {boolean} takes_slice
 */

/**
 * @typedef {object} Family
 * @property {string} name
 * @property {string} title
 * @property {boolean} usually_misere
 * @property {boolean} from_text
 * @property {boolean} has_named_endings whether its misère game has a name of its own
 * @property {{name: string, title: string, word: string, misere: boolean}[]} games by their names
 * @property {string} usual_table
 * @property {FamilyParameter[]} parameters
 */

/**
 * A number between bounds, or a text; bare: written without its name.
 * @typedef {{name: string, title: string, least: number | null, most: number | null, usual: number | null, text: string | null, bare: boolean}} FamilyParameter
 */

/** @typedef {{heap: number, left: number | string}} Change */

/**
 * @typedef {object} Drawing
 * @property {"packets" | "binary" | "digits" | "path" | "map" | "none"} kind
 * @property {any[]} [rows]
 * @property {number[]} [unpaired]
 * @property {(string | number)[]} [columns]
 * @property {number[][]} [digits]
 * @property {number[]} [odd]
 * @property {number[]} [states]
 * @property {boolean} [accepts]
 * @property {[number, number][]} [pairs]
 * @property {Change | null} [change]
 * @property {typeof import("../board/picture.js").draw} [draw] how it is drawn over rows
 * @property {typeof import("../board/picture.js").notesOn} [notesOn]
 */

/** @typedef {{wins: boolean, length?: number}} MoveValue */
/** @typedef {Map<string, MoveValue>} Values by the move, written with commas */

/** @param {any} raw @returns {Match} */
export function readMatch(raw) {
  return {
    ...raw,
    start: readPlace(raw, "start"),
    position: readPlace(raw),
    moves: raw.moves.map(readMove),
    legal: raw.legal?.map(readMove) ?? null,
  };
}

/** @type {Map<string, Promise<any>>} */ const answers = new Map();

/**
 * What the server says of games does not change: it is asked once.
 * @param {string} path
 * @param {Record<string, string>} [query]
 */
function ask(path, query = {}) {
  const key = JSON.stringify([lang(), path, query]);
  const known = answers.get(key);
  if (known) return known;
  const answer = getJson(path, query);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/** @returns {Promise<Family[]>} */
export function loadFamilies() {
  return ask("/api/families");
}

/** @param {string} name @returns {Promise<Game>} */
export async function loadGame(name) {
  const raw = broughtGame(name) ?? (await ask("/api/game", { game: name }));
  const game = { ...raw, title: nameOf(raw.game) ?? raw.title, start: exact(raw.start) };
  if (raw.memory?.kind !== "block") return game;
  const { Forbidding } = await later(import("../board/forbidding.js"), "forbidding");
  return { ...game, forbidding: new Forbidding(game) };
}

/**
 * What may be played in a position, and what follows: as the server says.
 * @typedef {object} Moves
 * @property {bigint[]} position with what it says besides its heaps
 * @property {bigint[]} start the position as a match begins with it
 * @property {number[]} order the seats in order of play from here, again and again
 * @property {boolean} over
 * @property {boolean | null} lost whether whoever should play has lost, where it is over
 * @property {bigint[][] | null} moves null where they are too many to list
 * @property {bigint[][]} lefts what each move leaves
 * @property {MoveValue[]} values what each is worth, where that was asked for
 */

/** @param {string} game @param {readonly bigint[]} position @param {{values?: boolean}} [query] @returns {Promise<Moves>} */
export async function loadMoves(game, position, query = {}) {
  const raw = await getJson("/api/moves", { game, position: position.join(","), ...query });
  /** @type {bigint[][] | null} */ const moves = raw.moves?.map(readMove) ?? null;
  const lefts = moves?.map((move, index) => leftBy(position, move, raw.states?.[index])) ?? [];
  return { ...raw, position: readPlace(raw), start: readPlace(raw, "start"), moves, lefts, values: raw.values ?? [] };
}

/** What every move is worth; null where the moves are too many to list. @param {string} game @param {readonly bigint[]} position @returns {Promise<Values | null>} */
export async function loadValues(game, position) {
  const { moves, values } = await loadMoves(game, position, { values: true });
  return moves && new Map(values.map((value, index) => [String(moves[index]), value]));
}

/** The position of a match where so many moves stood played. @param {Match} match @param {number} ply */
export function positionAt({ start, position, moves, states, ply: last }, ply) {
  if (ply === last) return position;
  return moves.slice(0, ply).reduce((before, move, index) => leftBy(before, move, states?.[index + 1]), start);
}

/** Who plays at a ply of a match. @param {Match} match @param {number} ply */
export function seatAt({ order }, ply) {
  return order[ply % order.length] ?? 0;
}
