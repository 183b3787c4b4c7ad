// The only door to the server: JSON in, JSON out, errors as sentences, none of them without an end.

import { address } from "./address.js";
import { html, say } from "./dom.js";
import { t, count } from "./words.js";

/** @typedef {import("./address.js").Query} Query */

// Whoever waits for the server is told so, after a moment: one line for all that is under way.

/** After how many milliseconds one begins to wonder. */
const MOMENT = 1500;

const line = html("p.waiting", { "aria-live": "polite" });
let late = 0;

/** What somebody waits for. @template Answer @param {Promise<Answer>} answer */
export async function awaited(answer) {
  let isLate = false;
  place();
  const timer = setTimeout(() => {
    isLate = true;
    countWaiting(1);
  }, MOMENT);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isLate) countWaiting(-1);
  }
}

/** The line is there before it says anything, so that it is heard; behind a dialog it would not be. */
function place() {
  const front = document.querySelector("dialog[open]") ?? document.body;
  if (line.parentElement !== front) front.append(line);
}

/** @param {1 | -1} more */
function countWaiting(more) {
  late += more;
  place();
  say(line, late ? t("web.waiting") : "");
}

/** @typedef {{line: number, column: number, task?: number, field?: string}} Place */

/** How long an answer may take, in milliseconds: those of a match, and those to think about. */
const USUAL = 20_000;
export const QUICK = 8000;
export const LONG = 150_000;
/** For how long nothing may be heard of an answer that comes line by line. */
const SILENT = 30_000;
/** A wait shorter than this, in seconds, is not worth its number. */
const SOON = 5;

/** The server is gone, or does not answer in time; whatever was asked may be asked again. */
export class Gone extends Error {
  constructor() {
    super(t("web.gone"));
  }
}

/** The server's refusal, in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} key
   * @param {string} message
   * @param {Place | null} [place] of a mistake in a text of rules or in a lesson
   * @param {number} [after] in how many seconds it may be asked again
   */
  constructor(status, key, message, place = null, after = 0) {
    super(after > SOON ? `${message} ${t("web.later", { time: timeOf(after) })}` : message);
    this.status = status;
    this.key = key;
    this.place = place;
    this.after = after;
  }

  /** Whether the same question may be answered later on. */
  get isForNow() {
    return this.status === 429 || this.status >= 500;
  }
}

/** @param {number} seconds */
function timeOf(seconds) {
  if (seconds < 100) return count("second", seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? count("minute", minutes) : count("hour", Math.ceil(minutes / 60));
}

/** Whether the same may be asked again: the server was not there, or had no time. @param {unknown} problem */
export function isForNow(problem) {
  return problem instanceof Gone || (problem instanceof Refusal && problem.isForNow);
}

/**
 * Whatever the browser's language is, the server answers in that of the page.
 * @param {string} url
 * @param {Omit<RequestInit, "headers">} options
 * @param {Record<string, string>} headers
 * @param {number} limit
 * @returns {Promise<any>}
 */
async function request(url, options, headers, limit) {
  const spoken = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), limit);
  try {
    const response = await fetch(url, { ...options, headers: { ...spoken, ...headers }, signal: giveUp.signal });
    const body = await response.json().catch(() => null);
    if (response.ok && body !== null) return body;
    throw refusal(response, body);
  } catch (problem) {
    throw problem instanceof Refusal ? problem : new Gone();
  } finally {
    clearTimeout(timer);
  }
}

/** What an answer that is no answer means. @param {Response} response @param {any} body */
function refusal(response, body) {
  const error = body?.error;
  // A proxy whose server is away answers in its own words, or an answer broke off.
  if (!error) return new Gone();
  const after = Number(response.headers.get("Retry-After")) || 0;
  return new Refusal(
    response.status,
    error.key,
    error.message,
    error.line || error.task || error.field ? error : null,
    after,
  );
}

/** A part of the page that is fetched when it is wanted. @template Part @param {Promise<Part>} part */
export function fetched(part) {
  return part.catch(() => {
    throw new Gone();
  });
}

/** @param {string} path @param {Query} [query] @param {number} [limit] @param {string | null} [token] */
export function getJson(path, query = {}, limit = USUAL, token = null) {
  return awaited(request(address(path, query), {}, bearing(token), limit));
}

/** @param {string | null} token @returns {Record<string, string>} */
function bearing(token) {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Whether the server itself answers, not a proxy that stands before it; nobody waits for that. */
export async function isThere() {
  try {
    await request(address("/api/health"), {}, {}, QUICK);
    return true;
  } catch (problem) {
    return !(problem instanceof Gone);
  }
}

/**
 * What is no JSON; whoever does not want it any more says so by the signal.
 * @param {string} path
 * @param {Query} query
 * @param {AbortSignal} signal
 */
export async function getOctets(path, query, signal) {
  const headers = { "Accept-Language": document.documentElement.lang };
  const either = AbortSignal.any([signal, AbortSignal.timeout(LONG)]);
  const response = await fetch(address(path, query), { headers, signal: either });
  if (response.ok) return response.arrayBuffer();
  throw refusal(response, await response.json().catch(() => null));
}

/** @param {string} path @param {unknown} body @param {string | null} [token] @param {number} [limit] */
export function postJson(path, body, token = null, limit = USUAL) {
  const headers = bearing(token);
  if (body !== null) headers["Content-Type"] = "application/json";
  const text = body === null ? null : JSON.stringify(body);
  const answer = request(address(path), { method: "POST", body: text }, headers, limit);
  // Whoever asks for what takes long says so himself.
  return limit === LONG ? answer : awaited(answer);
}

/**
 * An answer that comes line by line, to be told of each; whoever does not want the rest says so by
 * the signal. It has an end where nothing was heard for long, however long it takes in all.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {(line: any) => void} heard
 */
export async function postLines(path, body, signal, heard) {
  const giveUp = new AbortController();
  let timer = setTimeout(() => giveUp.abort(), SILENT);
  const headers = { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang };
  const either = AbortSignal.any([signal, giveUp.signal]);
  try {
    const response = await fetch(address(path), {
      method: "POST",
      body: JSON.stringify(body),
      headers,
      signal: either,
    });
    if (!response.ok || !response.body) throw refusal(response, await response.json().catch(() => null));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp.abort(), SILENT);
      const lines = (rest + part.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) heard(JSON.parse(line));
    }
  } catch (problem) {
    throw problem instanceof Refusal ? problem : new Gone();
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} path @param {string} text */
export function postText(path, text) {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return awaited(request(address(path), { method: "POST", body: text }, headers, LONG));
}
