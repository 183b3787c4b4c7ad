// A match that the server no longer has is made again from what this browser keeps of it.

import { Refusal, postText } from "../common/api.js";
import { forget, keptOf } from "./seats.js";
import { Session } from "./state.js";

/** @typedef {import("./seats.js").Kept} Kept */

/** The match as the server has it, or made again. @param {string} id */
export async function openOrMakeAgain(id) {
  try {
    return await Session.open(id);
  } catch (problem) {
    const isUnknown = problem instanceof Refusal && problem.status === 404;
    const record = isUnknown && recordOf(keptOf(id));
    if (!record) throw problem;
    return makeAgain(id, record);
  }
}

/** @param {string} id @param {string} record */
async function makeAgain(id, record) {
  const { seats, invitation, ...facts } = keptOf(id);
  const raw = await postText("/api/records", record);
  const session = await Session.adopt(raw, undefined, facts);
  session.shown = session.match.ply;
  forget(id);
  return session;
}

/** The record that the server reads; nothing where too little is kept. @param {Kept} kept */
function recordOf({ game, start, state, players, moves, over, winner, played }) {
  if (!game || !start || !players || !moves) return null;
  const result = over ? (winner === 0 ? "first" : "second") : "*";
  const [first, second] = players;
  const date = played ? new Date(played).toISOString().slice(0, 10) : "";
  const from = state ? `${start}/${state}` : start;
  const headers = { Game: game, Start: from, First: first, Second: second, Date: date, Result: result };
  const lines = Object.entries(headers).map(([key, value]) => `[${key} "${value}"]`);
  const turns = [...moves.keys()]
    .filter((ply) => ply % 2 === 0)
    .map((ply) => [`${ply / 2 + 1}.`, ...moves.slice(ply, ply + 2)].join(" "));
  return `${[...lines, ...(turns.length ? [""] : []), ...turns].join("\n")}\n`;
}
