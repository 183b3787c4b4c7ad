// The checker in a thread of its own: it is sent a certificate, tells how far it is, and answers once.

import { check } from "./checker.js";
import { Budget, LONGEST } from "./verdict.js";

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
  const text = typeof data === "string" ? data : await textOf(data);
  const result = text === null ? { verdict: "unreadable", key: "encoding", values: {} } : check(text, budget);
  thread.postMessage({ result });
});

/** How a file begins that gzip has compressed. */
const GZIP = [0x1f, 0x8b];

/**
 * A file as a text, perhaps compressed, of which no sign is left out; null where it is none in UTF-8.
 * @param {Blob} file
 */
async function textOf(file) {
  const head = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  try {
    const octets = GZIP.every((octet, place) => head[place] === octet) ? await inflated(file) : file;
    // no certificate has signs of more than one octet
    if (octets.size > LONGEST) return " ".repeat(LONGEST + 1);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await octets.arrayBuffer());
  } catch {
    return null;
  }
}

/** What a compressed file holds, no more of it than shows that it is too long. @param {Blob} file */
async function inflated(file) {
  const parts = [];
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let size = 0; size <= LONGEST; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    size += value.length;
  }
  void reader.cancel();
  return new Blob(parts);
}
