// What is sent is sent until the server answers: a move sent twice is played once.

import { Refusal, getJson, postJson } from "../common/api.js";
import { pause } from "../common/dom.js";
import { follow } from "./following.js";

/** @typedef {import("./state.js").Session} Session */

const FIRST_RETRY = 500;
const LAST_RETRY = 8000;

/**
 * Send a move or an undo, and take in the match that comes back.
 * @param {Session} session
 * @param {string} call
 * @param {unknown} body
 * @param {string | null} token
 */
export async function send(session, call, body, token) {
  const path = `/api/matches/${session.match.id}`;
  session.isSending = true;
  session.change();
  for (let wait = FIRST_RETRY; ; wait = Math.min(2 * wait, LAST_RETRY)) {
    try {
      settle(session, await postJson(`${path}/${call}`, body, token));
      return;
    } catch (problem) {
      if (problem instanceof Refusal && problem.status < 500) {
        // What was sent again may have been taken back the first time.
        const isDone = call === "undo" && problem.status === 409 && wait > FIRST_RETRY;
        // Where that fails too, the live connection or the next move says how things stand.
        const news = await getJson(path).catch(() => null);
        settle(session, news, isDone ? null : problem.message);
        return;
      }
      session.isConnected = false;
      session.change();
      await pause(wait);
    }
  }
}

/**
 * The server has answered: its match counts, and what the live connection brought meanwhile.
 * @param {Session} session
 * @param {any} raw
 * @param {string | null} problem
 */
function settle(session, raw, problem = null) {
  const { postponed } = session;
  session.isSending = false;
  session.isConnected = true;
  session.postponed = null;
  for (const news of [raw, postponed]) if (news) session.takeIn(news);
  session.problem = problem;
  void follow(session);
}
