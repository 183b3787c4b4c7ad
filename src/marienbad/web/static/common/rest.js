// What the first move does not need comes after it: parts of the page, with their words and styles.

import { fetched } from "./api.js";
import { html } from "./dom.js";
import { loadPart, made } from "./words.js";

/**
 * A part of the page that is fetched when it is wanted, and shown with its words and its style.
 * @template Part
 * @param {Promise<Part>} part
 * @param {...import("./words.js").Part} more what it needs besides the words and styles of every page
 */
export async function later(part, ...more) {
  const needed = /** @type {const} */ (["rest", ...more]).flatMap((name) => [loadPart(name), loadStyle(name)]);
  const [found] = await fetched(Promise.all([part, ...needed]));
  return found;
}

/** @type {Map<string, Promise<void>>} */ const styles = new Map();

/** @param {string} name */
function loadStyle(name) {
  const href = made(`${name}.css`);
  if (!href || document.querySelector(`link#${name}`)) return styles.get(name);
  const link = html("link", { rel: "stylesheet", id: name, href });
  const style = new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(href));
    });
  });
  styles.set(name, style);
  document.head.append(link);
  return style;
}

/** Do something when the browser has nothing else to do. @param {() => void} act */
export function whenIdle(act) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act);
  else setTimeout(act, 200);
}
