// The service worker: the page opens without a network. Documents come from the network first, so
// that an update is there at once; what stands under a version never changes, and comes from here.
// Answers to calls, which may hold the token of a seat, are never kept.

/**
 * @type {{root: string, version: string, languages: string[], files: string[], offline: string,
 *   local: string[]}}
 */
// @ts-ignore the server writes these facts before the script
const { root, version, languages, files, offline, local } = facts;

/** @type {any} */
const worker = self;
const NAME = `marienbad${root} ${version}`;
/** Under this address the language of the last page is kept: a worker reads no cookies. */
const SPOKEN = `${offline}?spoken`;

/** @param {string} path @param {string} lang */
function written(path, lang) {
  return `${path}?lang=${lang}`;
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  const pages = [offline, ...local].flatMap((path) => languages.map((lang) => written(path, lang)));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([...files, ...pages])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) =>
    name.startsWith(`marienbad${root} `) && name !== NAME;
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  };
  event.waitUntil(clear());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(shown(request, pathname));
  else if (files.includes(pathname)) event.respondWith(kept(request));
});

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request)) ?? fetch(request);
}

/** The page from the server; without it what can be shown here. @param {Request} request @param {string} path */
async function shown(request, path) {
  const cache = await caches.open(NAME);
  try {
    const page = await fetch(request);
    const lang = page.headers.get("content-language");
    if (lang) void cache.put(SPOKEN, new Response(lang));
    return page;
  } catch {
    const spoken = await (await cache.match(SPOKEN))?.text();
    const lang = spoken && languages.includes(spoken) ? spoken : languages[0];
    const page = await cache.match(written(local.includes(path) ? path : offline, lang ?? ""));
    return page ?? Response.error();
  }
}
