// A certificate that one page has, given to the checker in a window of its own. It passes from page
// to page in this browser: nothing is kept, and nothing goes to the server.

import { address, here } from "../common/address.js";

/** What the checker asks the page that opened it. */
const ASKED = "marienbad: which certificate?";
/** Says in the checker's address that the page before has a certificate for it. */
const HANDED = "#handed";
/** For how many milliseconds the checker waits for it. */
const PATIENCE = 20_000;

/**
 * Open the checker with a certificate; to be called when something is clicked, or browsers refuse.
 * The certificate is there as long as the page that gives it: also after the checker is loaded again.
 * @param {string} text the certificate, as it is written in its file
 */
export function open(text) {
  const opened = window.open(address("/check") + HANDED);
  addEventListener("message", answer);

  /** @param {MessageEvent} event */
  function answer({ origin, source, data }) {
    if (!opened || opened.closed) removeEventListener("message", answer);
    else if (origin === location.origin && source === opened && data === ASKED) {
      opened.postMessage({ certificate: text }, origin);
    }
  }
}

/**
 * What the page that opened this one has for it; nothing where there is none, or none any more.
 * @returns {Promise<string | null>}
 */
export async function handed() {
  const { opener } = window;
  if (here() !== "/check" || location.hash !== HANDED || !opener) return null;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), PATIENCE);
    addEventListener("message", read);
    opener.postMessage(ASKED, location.origin);

    /** @param {MessageEvent} event */
    function read({ origin, source, data }) {
      if (origin !== location.origin || source !== opener) return;
      if (typeof data?.certificate === "string") finish(data.certificate);
    }

    /** @param {string | null} text */
    function finish(text) {
      clearTimeout(timer);
      removeEventListener("message", read);
      resolve(text);
    }
  });
}
