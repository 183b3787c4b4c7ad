// What the page opens with: the match or the machines that its address names, or a board ready to play.

import { openOrMakeAgain } from "./again.js";
import { Refusal, getJson } from "../common/api.js";
import { address, here, shows } from "../common/address.js";
import { exact } from "../common/numbers.js";
import { loadWatch } from "./parts.js";
import { rememberedSetup } from "../common/remembered.js";
import { currentMatch, keep, keptOf } from "./seats.js";
import { Session } from "./state.js";

/** @typedef {import("./page.js").PlayPage} PlayPage */

/** @param {PlayPage} page */
export async function openAddress(page) {
  const query = new URLSearchParams(location.search);
  const players = query.get("watch")?.split(",");
  const id = /^\/m\/([^/]+)$/u.exec(here())?.[1];
  if (players) await openWatched(page, query, players);
  else if (id) await openMatch(page, id);
  else {
    const known = await resumed();
    if (known) await page.adopt(known);
    else await page.rounds.begin(rememberedSetup());
  }
}

/** Two machines that the address names. @param {PlayPage} page @param {URLSearchParams} query @param {string[]} players */
async function openWatched(page, query, players) {
  const { Watched } = await loadWatch();
  const [game, text] = [query.get("game") ?? "", query.get("position") ?? ""];
  // The server reads what the address says, and says what is wrong with it.
  const { position } = await getJson("/api/moves", { game, position: text });
  await page.adopt(await Watched.begin({ game, position: exact(position), players: players.slice(0, 2) }));
  if (!page.isClosed) shows();
}

/** A match by its id; one that the server no longer has is made again. @param {PlayPage} page @param {string} id */
async function openMatch(page, id) {
  const isGuest = takeSeat(id);
  const session = Object.assign(await openOrMakeAgain(id), { isGuest });
  await page.adopt(session);
  if (page.isClosed) return;
  if (session.match.id !== id) history.replaceState(null, "", address(`/m/${session.match.id}`));
  shows();
}

/** The match that was played here last, where there still is one. */
async function resumed() {
  const known = currentMatch();
  if (!known) return null;
  const isOpen = keptOf(known).over === false;
  const found = isOpen ? openOrMakeAgain(known) : Session.open(known);
  const session = await found.catch((problem) => {
    if (problem instanceof Refusal && !problem.isForNow) return null;
    throw problem;
  });
  return session?.isWatching ? null : session;
}

/**
 * A token in the fragment is this browser's seat from now on, and leaves the address bar. Says
 * whether somebody was invited by it.
 * @param {string} id
 */
function takeSeat(id) {
  const token = location.hash.slice(1);
  const seat = Number(token.split(".").at(-2));
  if (seat !== 0 && seat !== 1) return false;
  const { seats } = keptOf(id);
  seats[seat] = token;
  keep(id, { seats, played: Date.now() });
  history.replaceState(null, "", location.pathname + location.search);
  return true;
}
