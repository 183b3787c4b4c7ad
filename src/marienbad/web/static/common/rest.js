// What the first move does not need comes after it: parts of the page, with their words and styles.

import { fetched } from "./api.js";
import { html } from "./dom.js";
import { loadRest, made } from "./words.js";

/**
 * A part of the page that is fetched when it is wanted, and shown with its words and its style.
 * @template Part
 * @param {Promise<Part>} part
 */
export async function later(part) {
  const [found] = await fetched(Promise.all([part, loadRest(), loadStyle()]));
  return found;
}

/** @type {Promise<void> | null} */
let style = null;

function loadStyle() {
  const href = made("rest.css");
  if (!href || document.querySelector("link#rest")) return style;
  const link = html("link", { rel: "stylesheet", id: "rest", href });
  style = new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(href));
    });
  });
  document.head.append(link);
  return style;
}

/** Do something when the browser has nothing else to do. @param {() => void} act */
export function whenIdle(act) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act);
  else setTimeout(act, 200);
}
