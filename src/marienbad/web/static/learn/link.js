// A lesson in a link: all of it stands after the #, which no browser sends to a server.

import { address } from "../common/address.js";

/** As long as the server reads lessons. */
export const LONGEST_LESSON = 65_536;
const MARK = "#lesson=";
const PRESSED = "deflate-raw";

/** The link to a teacher's lesson. @param {string} text */
export async function lessonLink(text) {
  const octets = new TextEncoder().encode(text);
  const pressed = "CompressionStream" in globalThis ? await through(octets, new CompressionStream(PRESSED)) : null;
  return `${location.origin}${address("/learn")}${MARK}${written(pressed ?? octets)}`;
}

/** Whether the address has a lesson in it. */
export function hasLesson() {
  return location.hash.startsWith(MARK);
}

/** The text of the lesson in the address; nothing where it is broken. */
export async function linkedLesson() {
  const octets = read(location.hash.slice(MARK.length));
  if (!octets) return null;
  // What is not pressed begins as JSON does, and cannot be unpressed.
  const canUnpress = "DecompressionStream" in globalThis;
  const unpressed = canUnpress ? await through(octets, new DecompressionStream(PRESSED)) : null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(unpressed ?? octets);
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

/**
 * Octets pressed or unpressed; nothing where they cannot be, or grow beyond what a lesson may take.
 * @param {Uint8Array<ArrayBuffer>} octets
 * @param {CompressionStream | DecompressionStream} press
 */
async function through(octets, press) {
  const parts = [];
  let size = 0;
  try {
    const reader = new Blob([octets]).stream().pipeThrough(press).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > LONGEST_LESSON) {
        await reader.cancel();
        return null;
      }
      parts.push(value);
    }
  } catch {
    return null;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** In the signs that a link may have. @param {Uint8Array} octets */
function written(octets) {
  const text = btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
}

/** @param {string} text */
function read(text) {
  if (!text || text.length > 2 * LONGEST_LESSON) return null;
  try {
    const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}
