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

worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(remember(event.data.lang));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(shown(request, pathname));
  else if (files.includes(pathname)) event.respondWith(kept(request));
});

/** Whoever is without a network reads on in the language of the page before. @param {string} lang */
async function remember(lang) {
  await (await caches.open(NAME)).put(SPOKEN, new Response(lang));
}

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request)) ?? fetch(request);
}

/** The page from the server; without it what can be shown here. @param {Request} request @param {string} path */
async function shown(request, path) {
  const cache = await caches.open(NAME);
  try {
    return await fetch(request);
  } catch {
    const spoken = await (await cache.match(SPOKEN))?.text();
    const wanted = [spoken, ...navigator.languages.map((tag) => tag.split("-")[0])];
    const lang = wanted.find((code) => code && languages.includes(code)) ?? languages[0] ?? "";
    const page = await cache.match(written(local.includes(path) ? path : offline, lang));
    return page ?? Response.error();
  }
}
