// The service worker: the page opens without a network. Documents come from the network first, so
// that an update is there at once; what stands under a version never changes, and comes from here.
// Answers to calls, which may hold the token of a seat, are never kept.

/** @type {{root: string, version: string, languages: string[], files: string[], offline: string, local: string[]}} */
// @ts-expect-error the server writes these facts before the script
const { root, version, languages, files, offline, local } = facts;

/** @type {any} */ const worker = self;
const NAME = `marienbad${root} ${version}`;
/** After how many milliseconds without an answer what is kept here is shown. */
const SILENCE = 4000;
/** For how many milliseconds an answer that came later is kept for who looks again. */
const LATER = 60_000;
/** @type {Map<string, Response>} Pages that came too late, by their addresses. */
const late = new Map();
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
  const isOld = (/** @type {string} */ name) => name.startsWith(`marienbad${root} `) && name !== NAME;
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
  if (request.mode === "navigate") event.respondWith(shown(event, pathname));
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

/**
 * The page from the server; where it does not come, or not soon, what can be shown here. That page
 * looks again by itself, and finds the one that came late.
 * @param {any} event
 * @param {string} path
 */
async function shown(event, path) {
  const { url } = event.request;
  const known = late.get(url);
  late.delete(url);
  if (known) return known;
  const answer = fetch(event.request);
  const inTime = await Promise.race([answer.catch(() => null), pause(SILENCE)]);
  if (inTime) return inTime;
  const page = await withoutServer(path);
  if (!page) return answer;
  event.waitUntil(
    answer.then(
      (found) => keepLate(url, found),
      () => {},
    ),
  );
  return page;
}

/** What can be shown without the server, in the reader's language. @param {string} path */
async function withoutServer(path) {
  const cache = await caches.open(NAME);
  const spoken = await (await cache.match(SPOKEN))?.text();
  const wanted = [spoken, ...navigator.languages.map((tag) => tag.split("-")[0])];
  const lang = wanted.find((code) => code && languages.includes(code)) ?? languages[0] ?? "";
  return cache.match(written(local.includes(path) ? path : offline, lang));
}

/** @param {string} url @param {Response} page */
function keepLate(url, page) {
  late.set(url, page);
  setTimeout(() => late.delete(url), LATER);
}

/** @param {number} milliseconds @returns {Promise<null>} */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null));
}
