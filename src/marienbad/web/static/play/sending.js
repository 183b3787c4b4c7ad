// What is sent is sent until the server answers: a move sent twice is played once, and one that
// could not be sent before the page was left is sent when the match is opened again.

import { Gone, Refusal, isForNow, QUICK, getJson, postJson } from "../common/api.js";
import { pause } from "../common/dom.js";
import { loadMoves } from "../common/model.js";
import { FIRST_WAIT, longer, networkOr } from "../common/trouble.js";
import { t } from "../common/words.js";
import { keep, keptOf } from "./seats.js";
import { sound } from "./sound.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("../common/model.js").Drawing} Drawing */
/** @typedef {import("../common/numbers.js").Wire} Wire */

// Asking a server that may be gone for a while: until it answers, and the page says why it waits.

/** However long the server wants to be left alone, in milliseconds. */
const LONGEST_REST = 60_000;

/**
 * The answer to a question, however often it must be asked; a refusal that will not change is thrown.
 * @template Answer
 * @param {Session} session
 * @param {() => Promise<Answer>} ask
 * @param {() => void} [failed] told each time that there was no answer
 */
async function patiently(session, ask, failed = () => {}) {
  for (let wait = FIRST_WAIT; ; wait = longer(wait)) {
    try {
      return await ask();
    } catch (problem) {
      if (!isForNow(problem)) throw problem;
      failed();
      tellDelay(session, problem);
      const rest = problem instanceof Refusal ? Math.min(1000 * problem.after, LONGEST_REST) : 0;
      await networkOr(Math.max(wait, rest));
    }
  }
}

/** @param {Session} session @param {unknown} problem */
function tellDelay(session, problem) {
  session.isConnected = !(problem instanceof Gone);
  if (problem instanceof Refusal)
    session.problem = [problem.message, ...(session.isSending ? [t("web.sending.kept")] : [])].join(" ");
  session.change();
}

// The board follows the match one move at a time, then says what may be chosen.

const THINKING = 550;
const SHOWING = 650;
const PAIRED = 900;

/** Let the board catch up with the match; each step is painted once. @param {Session} session */
export async function follow(session) {
  if (session.isFollowing) return;
  session.isFollowing = true;
  session.choice.begin(null);
  while (session.shown < session.match.ply) {
    const move = session.match.moves[session.shown];
    if (!session.holds(session.seat(session.shown)) && move) await showMove(session, move);
    session.shown = Math.min(session.shown + 1, session.match.ply);
    sound.take();
    if (session.isOver) sound.end(session.holds(session.match.winner));
    session.raised = null;
    session.drawing = null;
    if (session.redraw) await showPaired(session, session.redraw);
  }
  session.isFollowing = false;
  await prepare(session);
}

/** Someone else's move is shown, not merely done. @param {Session} session @param {bigint[]} move */
async function showMove(session, move) {
  session.isThinking = true;
  session.change();
  await pause(THINKING);
  session.isThinking = false;
  session.raised = move;
  session.change();
  await pause(SHOWING);
}

/**
 * After a move that was explained: the same picture once more, now with every packet paired.
 * @param {Session} session
 * @param {() => Promise<Drawing>} redraw
 */
async function showPaired(session, redraw) {
  session.redraw = null;
  session.change();
  session.drawing = await redraw();
  session.change();
  await pause(PAIRED);
}

/** What may be chosen came with the match, unless it was too long to list. @param {Session} session */
async function prepare(session) {
  session.drawing = null;
  const { match } = session;
  const { game, position, legal } = match;
  try {
    const isAsked = session.isMyTurn && !legal;
    const ask = () => loadMoves(game, position);
    const moves = isAsked ? (await patiently(session, ask)).moves : legal;
    if (match !== session.match) return;
    if (isAsked) session.isConnected = true;
    session.choice.begin(session.isMyTurn ? { game: session.game, position, moves } : null);
  } catch (problem) {
    session.problem = String(/** @type {Error} */ (problem).message);
  }
  session.change();
}

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
