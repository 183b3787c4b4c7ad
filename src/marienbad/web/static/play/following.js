// The board follows the match one move at a time, then says what may be chosen.

import { pause } from "../common/dom.js";
import { loadMoves } from "../common/model.js";
import { patiently } from "./patience.js";
import { sound } from "./sound.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("../common/model.js").Drawing} Drawing */

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

/**
 * Someone else's move is shown, not merely done.
 * @param {Session} session
 * @param {bigint[]} move
 */
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

/**
 * What may be chosen came with the match, unless it was too long to list.
 * @param {Session} session
 */
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
