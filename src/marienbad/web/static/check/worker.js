// The checker in a thread of its own: it is sent a certificate, tells how far it is, and answers once.

import { check } from "./checker.js";
import { Budget, LONGEST, Refused, unreadable } from "./verdict.js";

/** @type {any} A thread is no window. */
const thread = self;
/** After how many milliseconds it tells again how far it is. */
const PAUSE = 80;

thread.addEventListener("message", async (/** @type {MessageEvent<string | Blob>} */ { data }) => {
  let told = { stage: "", time: 0 };
  const budget = new Budget((stage, part) => {
    const time = performance.now();
    if (stage === told.stage && time - told.time < PAUSE) return;
    told = { stage, time };
    thread.postMessage({ stage, part });
  });
  thread.postMessage({ result: await resultOf(data, budget) });
});

/**
 * What came of a certificate: whatever goes wrong, there is an answer.
 * @param {string | Blob} certificate
 * @param {Budget} budget
 * @returns {Promise<import("./checker.js").Result>}
 */
async function resultOf(certificate, budget) {
  try {
    return check(typeof certificate === "string" ? certificate : await textOf(certificate), budget);
  } catch (problem) {
    return problem instanceof Refused ? problem.result : { verdict: "given-up", key: "failed", values: {} };
  }
}

/** How a file begins that gzip has compressed. */
const GZIP = [0x1f, 0x8b];

/** A file as a text, perhaps compressed, of which no sign is left out. @param {Blob} file */
async function textOf(file) {
  const head = new Uint8Array(await octetsOf(file.slice(0, GZIP.length)));
  const octets = GZIP.every((octet, place) => head[place] === octet) ? await inflated(file) : file;
  // no certificate has signs of more than one octet
  if (octets.size > LONGEST) throw unreadable("large", { most: LONGEST });
  const content = await octetsOf(octets);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch (problem) {
    throw problem instanceof TypeError ? unreadable("encoding") : problem;
  }
}

/** @param {Blob} file */
async function octetsOf(file) {
  try {
    return await file.arrayBuffer();
  } catch (problem) {
    throw unread(problem);
  }
}

/** What it means that a file could not be read: it is gone, changed or a folder. @param {unknown} problem */
function unread(problem) {
  return problem instanceof DOMException ? unreadable("file") : problem;
}

/** What a compressed file holds, no more of it than shows that it is too long. @param {Blob} file */
async function inflated(file) {
  const parts = [];
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let size = 0; size <= LONGEST; ) {
    const { done, value } = await reader.read().catch((problem) => {
      throw problem instanceof TypeError ? unreadable("gzip") : unread(problem);
    });
    if (done) return new Blob(parts);
    parts.push(value);
    size += value.length;
  }
  void reader.cancel();
  return new Blob(parts);
}
