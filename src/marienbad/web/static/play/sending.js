// What is sent is sent until the server answers: a move sent twice is played once, and one that
// could not be sent before the page was left is sent when the match is opened again.

import { QUICK, Refusal, getJson, postJson } from "../common/api.js";
import { follow } from "./following.js";
import { patiently } from "./patience.js";
import { keep, keptOf } from "./seats.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("../common/numbers.js").Wire} Wire */
/** @typedef {{ply?: number, take?: Wire[], call?: Wire, forbid?: Wire[][], leave?: Wire[], position?: Wire[], state?: Wire, request?: boolean, answer?: boolean}} Wish */
/** @typedef {{call: "moves" | "undo" | "rematch", body: Wish, seat: number}} Pending */

/**
 * Send a move, or what is asked of the other player, and take in the match that comes back.
 * @param {Session} session
 * @param {Pending} pending
 */
export async function send(session, pending) {
  const { call, body, seat } = pending;
  const path = `/api/matches/${session.match.id}`;
  const token = session.seats[seat] ?? null;
  let wasSent = false;
  const failed = () => {
    if (!wasSent) keep(session.match.id, { pending });
    wasSent = true;
  };
  if (call === "moves") keep(session.match.id, { sent: body.ply });
  session.isSending = true;
  session.change();
  try {
    const post = () => postJson(`${path}/${call}`, body, token, QUICK);
    settle(session, await patiently(session, post, failed));
  } catch (problem) {
    // What was sent again may have been taken back the first time.
    const isConflict = problem instanceof Refusal && problem.status === 409;
    const isDone = call === "undo" && wasSent && isConflict;
    // A move that is refused was not made here.
    keep(session.match.id, { sent: undefined });
    // Where that fails too, the live connection or the next move says how things stand.
    const news = await getJson(path, {}, QUICK).catch(() => null);
    settle(session, news, isDone ? null : /** @type {Error} */ (problem).message);
  }
}

/** Send what could not be sent before the page was left. @param {Session} session */
export function sendPending(session) {
  const { pending } = keptOf(session.match.id);
  if (!pending || session.isSending) return;
  const isCurrent = pending.body.ply === session.match.ply && !session.match.over;
  if (isCurrent) void send(session, pending);
  else keep(session.match.id, { pending: undefined });
}

/**
 * The server has answered: its match counts, and what the live connection brought meanwhile.
 * @param {Session} session
 * @param {any} raw
 * @param {string | null} problem
 */
function settle(session, raw, problem = null) {
  const { postponed } = session;
  if (keptOf(session.match.id).pending) keep(session.match.id, { pending: undefined });
  session.isSending = false;
  session.isConnected = true;
  session.postponed = null;
  const isPlayed = [raw, postponed].map((news) => news && session.takeIn(news)).some(Boolean);
  session.problem = problem;
  // Where one only asked the other, what is chosen stays.
  if (isPlayed || !session.choice.situation) void follow(session);
  else session.change();
}
