// What is said against a wrong label: a move, or all of them, by what the pupil has labelled himself.

import { readMove, readPlace } from "../common/moves.js";
import { by } from "../common/speech.js";
import { listing, t } from "../common/words.js";
import { keyOf } from "./labelling.js";
import { nameOf } from "./naming.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("./labelling.js").Labelling} Labelling */

/**
 * What refutes a label: in words, the move to show, and where to look before it can be judged.
 * @typedef {{text: string, move: bigint[] | null, first: number | null}} Refuted
 */

/**
 * @param {Game} game
 * @param {Labelling} labelling
 * @param {any} raw the server's answer
 * @returns {Refuted}
 */
export function refutation(game, labelling, raw) {
  if (raw.over) return { text: t(`investigate.wrong.${raw.label}.over`), move: null, first: null };
  const moves = raw.moves.map((/** @type {any} */ one) => ({
    move: readMove(one.leave ? one : one.take),
    left: readPlace(one, "left"),
    place: labelling.places.get(keyOf(readPlace(one, "left"))) ?? -1,
  }));
  return raw.label === "leave" ? byMove(game, labelling, moves) : byAll(labelling, moves);
}

/** @typedef {{move: bigint[], left: bigint[], place: number}} Reply */

/** One move wins: best one to what the pupil has labelled already. @param {Game} game @param {Labelling} labelling @param {Reply[]} moves @returns {Refuted} */
function byMove(game, labelling, moves) {
  const known = moves.find((one) => labelling.given.has(one.place));
  const shown = known ?? moves[0];
  if (!shown) return { text: "", move: null, first: null };
  const values = { move: by(game, shown.move), left: nameOf(shown.left) };
  return {
    text: t(known ? "investigate.wrong.leave" : "investigate.wrong.leave.first", values),
    move: shown.move,
    first: known ? null : shown.place,
  };
}

/** No move wins: all that can be left is named, or what of it has no label yet. @param {Labelling} labelling @param {Reply[]} moves @returns {Refuted} */
function byAll(labelling, moves) {
  const places = [...new Set(moves.map(({ place }) => place))].sort((a, b) => a - b);
  const open = places.filter((place) => !labelling.given.has(place));
  const named = (open.length ? open : places).map((place) => nameOf(labelling.list[place]?.position ?? []));
  return {
    text: t(open.length ? "investigate.wrong.not.first" : "investigate.wrong.not", { situations: listing(named) }),
    move: null,
    first: open[0] ?? null,
  };
}
