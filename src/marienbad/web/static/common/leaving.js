// A page that one comes back to is found where it was left, and opens without a network.

import { address } from "./address.js";
import { visit } from "./storage.js";
import { lang, made } from "./words.js";

const KEY = "marienbad.scroll";

/** @returns {string} */
function place() {
  return `${KEY} ${location.pathname}${location.search}`;
}

/** Remember from now on how far the page is scrolled when it is left. */
export function rememberScroll() {
  addEventListener("pagehide", () => visit.setItem(place(), String(scrollY)));
}

/** Whoever came back to a page, or loaded it again, is where he was as soon as it is that long. */
export function restoreScroll() {
  const [entry] = performance.getEntriesByType("navigation");
  const type = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type;
  const top = Number(visit.getItem(place()) ?? 0);
  if (type === "navigate" || !top || scrollY > 0) return;
  const end = new AbortController();
  const growing = new ResizeObserver(() => {
    scrollTo({ top, behavior: "instant" });
    if (scrollY >= top - 1) end.abort();
  });
  end.signal.addEventListener("abort", () => growing.disconnect());
  // Whoever moves by himself is not moved any more.
  for (const own of ["wheel", "keydown", "pointerdown"]) {
    addEventListener(own, () => end.abort(), { signal: end.signal, passive: true });
  }
  growing.observe(document.body);
}

/** Let the browser keep the page; where the modules are served one by one, nothing is kept. */
export function keepPage() {
  if (!made("") || !("serviceWorker" in navigator)) return;
  // A browser that may keep nothing shows the page all the same.
  navigator.serviceWorker.register(address("/sw.js")).catch(() => {});
  tellLanguage();
}

/** What is shown without a network is to be in the language of the page. */
export function tellLanguage() {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ lang: lang() }));
}
