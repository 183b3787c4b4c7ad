// What the page opens with: the match or the machines that its address names, or a board ready to play.

import { openOrMakeAgain, rememberedSetup } from "./rounds.js";
import { QUICK, Refusal, getJson } from "../common/api.js";
import { address, here, shows } from "../common/address.js";
import { situated } from "../common/moves.js";
import { exact } from "../common/numbers.js";
import { loadShare, loadWatch } from "./parts.js";
import { currentMatch, keep, keptOf } from "./seats.js";
import { Session } from "./state.js";
import { t } from "../common/words.js";

/** @typedef {import("./page.js").PlayPage} PlayPage */
/** @typedef {import("./seats.js").Seats} Seats */

/** How a token is written: its match, its seat, its signature. */
const TOKEN = /^[\w-]+\.([01])\.[\w-]+$/u;

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
  const { position: heaps, state } = await getJson("/api/moves", { game, position: text });
  const position = situated(exact(heaps), state);
  await page.adopt(await Watched.begin({ game, position, players: players.slice(0, 2) }));
  if (!page.isClosed) shows();
}

/** A match by its id; one that the server no longer has is made again. @param {PlayPage} page @param {string} id */
async function openMatch(page, id) {
  const { both, ...seated } = await takeSeat(id);
  const session = Object.assign(await openOrMakeAgain(id), seated);
  await page.adopt(session);
  if (page.isClosed) return;
  if (session.match.id !== id) history.replaceState(null, "", address(`/m/${session.match.id}`));
  shows();
  if (both && session.match.id === id) await askBoth(page, id, both);
}

/** Somebody has opened his own invitation: he plays both sides only if he says so. @param {PlayPage} page @param {string} id @param {Seats} seats */
async function askBoth(page, id, seats) {
  const sit = async () => {
    keep(id, { seats });
    await page.adopt(await Session.open(id));
  };
  await page.opened(async () => {
    const { openOwn } = await loadShare();
    if (!page.isClosed) openOwn(() => void page.rounds.moveOn(sit));
  });
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
 * A token in the fragment is this browser's seat from now on, if the server says that it is one, and
 * leaves the address bar. Whoever has the other seat already is asked first.
 * @param {string} id
 * @returns {Promise<{isGuest?: boolean, problem?: string, both?: Seats}>}
 */
async function takeSeat(id) {
  const token = location.hash.slice(1);
  if (!token.includes(".")) return {};
  const seat = Number(TOKEN.exec(token)?.[1] ?? NaN);
  const { seats } = keptOf(id);
  const isKnown = seats[seat] === token;
  const isRight = isKnown || (seat >= 0 && (await heldBy(id, token)) === seat);
  history.replaceState(null, "", location.pathname + location.search);
  if (!isRight) return seats.some(Boolean) ? {} : { problem: t("web.link.seat") };
  const both = seats.map((held, index) => (index === seat ? token : held));
  if (!isKnown && seats[1 - seat]) return { both };
  keep(id, { seats: both, played: Date.now() });
  return { isGuest: true };
}

/** The seat that a token holds, as the server says. @param {string} id @param {string} token */
async function heldBy(id, token) {
  return (await getJson(`/api/matches/${encodeURIComponent(id)}/seat`, {}, QUICK, token)).seat;
}
