// Where the pages and the calls are: the server may stand under a prefix, such as /marienbad.

/** What stands before every path; this module's own address tells it. */
const PREFIX = new URL("../..", import.meta.url).pathname.slice(0, -1);

/** @typedef {Record<string, string | number | boolean | null | undefined>} Query */

/** The address of one of the server's paths. @param {string} path @param {Query} [query] */
export function address(path, query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") parameters.set(name, String(value));
  }
  // These three mean nothing in a query, and a link is read by people too.
  const text = parameters.toString().replace(/%(?:2C|3A|3D)/gu, decodeURIComponent);
  return PREFIX + (text ? `${path}?${text}` : path);
}

/** The path of the page that is shown. */
export function here() {
  return location.pathname.slice(PREFIX.length) || "/";
}

/** What the page shows; the address bar may be elsewhere already. */
let shown = "";

/** The page shows what the address bar says. */
export function shows() {
  shown = location.pathname + location.search;
}

export function isShown() {
  return shown === location.pathname + location.search;
}

/** Whether only the query of the address has changed. */
export function isPathShown() {
  return shown.split("?")[0] === location.pathname;
}

/**
 * The page that is shown has another address from now on: a step in the browser's history or none.
 * @param {string} url
 * @param {"push" | "replace"} how
 */
export function moveTo(url, how) {
  const isHere = location.pathname + location.search === url;
  if (how === "push" && !isHere) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  shows();
}

/** What the server is to know too, for a year. @param {string} name @param {string} value */
export function keepCookie(name, value) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${value}; path=${PREFIX || "/"}; max-age=31536000; samesite=lax${secure}`;
}
