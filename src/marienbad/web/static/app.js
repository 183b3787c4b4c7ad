// The composition root: words, theme, the frame of the page, and the page that the address names.

import { address, keepCookie, here, isPathShown, isShown, shows } from "./common/address.js";
import { fetched, getJson, isForNow } from "./common/api.js";
import { html, refill, select } from "./common/dom.js";
import { later } from "./common/rest.js";
import { visit } from "./common/storage.js";
import { sayProblem } from "./common/trouble.js";
import { lang, made, t, languages, loadWords } from "./common/words.js";
import { keptOf } from "./play/seats.js";

// A page that one comes back to is found where it was left, and opens without a network.

const KEY = "marienbad.scroll";

/** @returns {string} */
function placeLeaving() {
  return `${KEY} ${location.pathname}${location.search}`;
}

/** Remember from now on how far the page is scrolled when it is left. */
function rememberScroll() {
  addEventListener("pagehide", () => visit.setItem(placeLeaving(), String(scrollY)));
}

/** Whoever came back to a page, or loaded it again, is where he was as soon as it is that long. */
function restoreScroll() {
  const [entry] = performance.getEntriesByType("navigation");
  const type = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type;
  const top = Number(visit.getItem(placeLeaving()) ?? 0);
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
function keepPage() {
  if (!made("") || !("serviceWorker" in navigator)) return;
  // A browser that may keep nothing shows the page all the same.
  navigator.serviceWorker.register(address("/sw.js")).catch(() => {});
  tellLanguage();
}

/** What is shown without a network is to be in the language of the page. */
function tellLanguage() {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ lang: lang() }));
}

// Paper by day, a salon by night; without a choice the system decides.
// The choice is a cookie: the server writes it into the page, which so has its colours at once.

const CHOICE = /(?:^|; )theme=(\w+)/;

/** @typedef {"auto" | "light" | "dark"} Theme */
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @returns {Theme} */
export function theme() {
  const kept = CHOICE.exec(document.cookie)?.[1];
  return THEMES.find((name) => name === kept) ?? "auto";
}

/** @param {Theme} chosen */
function setTheme(chosen) {
  keepCookie("theme", chosen);
  applyTheme();
}

function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

// The title of the page: one for each page and language, the same that the server writes.

/** What the page is called in the language that is shown. */
function ownTitle() {
  if (document.querySelector("main.written")) return document.title;
  const path = here();
  const name = path === "/" ? "play" : path.startsWith("/m/") ? "match" : path.slice(1);
  const title = t(`server.page.${name}`);
  return title.includes("Marienbad") ? title : `${title} · Marienbad`;
}

function showTitle() {
  const title = ownTitle();
  if (document.title !== title) document.title = title;
}

/**
 * A page; one that can show another address of its path by itself has `revisit`.
 * @typedef {{open: () => Promise<void>, close: () => void, revisit?: () => Promise<void>}} Page
 */

const LINKS = /** @type {const} */ ([
  ["/", "web.nav.play"],
  ["/learn", "web.nav.learn"],
  ["/investigate", "web.nav.investigate"],
  ["/class", "web.nav.class"],
  ["/analysis", "web.nav.analysis"],
  ["/lab", "web.nav.lab"],
  ["/theory", "web.nav.theory"],
  ["/games", "web.nav.games"],
]);

/** What stands at the foot of every page: what is looked up, and what is to be known. */
const FOOT = /** @type {const} */ ([
  ["/tables", "web.nav.tables"],
  ["/numbers", "web.nav.numbers"],
  ["/worksheet", "web.nav.worksheet"],
  ["/check", "web.nav.check"],
  ["/history", "web.past"],
  ["/privacy", "web.privacy"],
]);

/** The page that others may frame: it has no frame of ours, and leaves nothing in the browser. */
const EMBED = "/embed";

/** @type {Page | null} */ let page = null;
/** How often a page was shown: what comes late for an earlier one is not painted over the latest. */
let shownPages = 0;

/** @param {string} path @returns {Promise<new (place: HTMLElement) => Page>} */
async function pageOf(path) {
  if (isWritten(path)) return (await later(import("./written.js"))).WrittenPage;
  if (path === "/analysis") return (await later(import("./analysis.js"))).AnalysisPage;
  if (path === "/tables") return (await later(import("./tables.js"))).TablesPage;
  if (path === "/numbers") return (await later(import("./numbers.js"))).NumbersPage;
  if (path === "/theory") return (await later(import("./theory.js"))).TheoryPage;
  if (path === "/learn") return (await later(import("./learn/page.js"), "school")).LearnPage;
  if (path === "/drill") return (await later(import("./drill/page.js"), "school")).DrillPage;
  if (path === "/investigate") return (await later(import("./investigate/page.js"), "school")).InvestigatePage;
  if (path === "/class") return (await later(import("./classroom/page.js"), "school")).ClassPage;
  if (path === "/worksheet") return (await later(import("./worksheet/page.js"), "school")).WorksheetPage;
  if (path === "/lab") return (await later(import("./lab/page.js"), "lab")).LabPage;
  if (path === EMBED) return (await later(import("./embed.js"))).EmbedPage;
  if (path === "/check") return (await later(import("./check/page.js"), "check")).CheckPage;
  if (path === "/games") return (await later(import("./games/page.js"), "games")).GamesPage;
  return (await fetched(import("./play/page.js"))).PlayPage;
}

/**
 * Whether the server has written the page; of a match that it has forgotten this browser may know
 * enough to make it again.
 * @param {string} path
 */
function isWritten(path) {
  if (!place.classList.contains("written")) return false;
  if (!keptOf(path.replace("/m/", "")).moves) return true;
  place.classList.remove("written", "missing");
  return false;
}

const frame = document.querySelector("#app") ?? document.body.appendChild(html("div", { id: "app" }));
const place = document.querySelector("main") ?? html("main", { id: "main", tabindex: -1 });

function paintFrame() {
  if (here() === EMBED) {
    refill(frame, place);
    return;
  }
  refill(
    frame,
    html("a.skip", { href: "#main" }, t("web.skip")),
    html(
      "header.top",
      html("a.brand", { href: address("/") }, "Marienbad"),
      html("button.menu-button", { type: "button", popovertarget: "menu" }, t("web.menu")),
      html(
        "div.menu",
        { id: "menu", popover: "auto" },
        html("nav", { "aria-label": t("web.nav") }, ...links(LINKS)),
        settings(),
      ),
    ),
    place,
    html("footer.foot", ...links(FOOT)),
  );
}

/** @param {readonly (readonly [string, string])[]} places */
function links(places) {
  const current = here().startsWith("/m/") ? "/" : here();
  return places.map(([path, key]) =>
    html("a", { href: address(path), "aria-current": path === current ? "page" : null }, t(key)),
  );
}

/**
 * A choice at the edge of the page.
 * @param {string} action
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(name: string) => void} choose
 */
function setting(action, label, choices, chosen, choose) {
  const control = select(label, choices, chosen, choose, { "data-action": action });
  control.classList.add("quiet");
  return control;
}

function settings() {
  return html(
    "div.settings",
    setting("language", t("web.language"), languages(), lang(), (code) => void speak(code)),
    setting(
      "theme",
      t("web.theme"),
      THEMES.map((name) => [name, t(`web.theme.${name}`)]),
      theme(),
      (name) => {
        const found = THEMES.find((known) => known === name);
        if (found) setTheme(found);
      },
    ),
  );
}

/** Another language: remembered, and the page is said again in it. @param {string} code */
async function speak(code) {
  keepCookie("lang", code);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  history.replaceState(null, "", url);
  // Where the words do not come, the page stays as it was; the next one will be in that language.
  await loadWords(code).catch(() => {});
  tellLanguage();
  const isMenuOpen = frame.querySelector(".menu:popover-open") !== null;
  await show();
  if (isMenuOpen) /** @type {HTMLElement | null} */ (frame.querySelector(".menu"))?.showPopover();
  /** @type {HTMLElement | null} */ (frame.querySelector('[data-action="language"]'))?.focus();
}

async function show() {
  const number = ++shownPages;
  page?.close();
  page = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  shows();
  showTitle();
  paintFrame();
  // A browser need not fetch again what it could not fetch: it begins anew when the server is back.
  const reload = () =>
    void getJson("/api/health").then(
      () => location.reload(),
      (problem) => paintProblem(problem, reload),
    );
  let again = reload;
  try {
    const Page = await pageOf(here());
    if (number !== shownPages) return;
    again = () => void show();
    page = new Page(place);
    await page.open();
  } catch (problem) {
    if (number === shownPages) paintProblem(problem, again);
  }
}

/** What cannot be shown, why, and where to go instead. @param {unknown} problem @param {() => void} again */
function paintProblem(problem, again) {
  const line = html("p.status.problem", { role: "status" });
  const isLater = isForNow(problem);
  refill(
    place,
    html(
      "div.missing",
      html("h1", t(isLater ? "web.not_now" : "web.missing")),
      line,
      html("p", html("a.button", { href: address("/") }, t("web.missing.play"))),
    ),
  );
  sayProblem(line, problem, again);
}

applyTheme();
addEventListener("popstate", () => {
  // A fragment of the page itself, such as that of the skip link, is no other page.
  const isSeat = location.hash.includes(".");
  if (isShown() && !isSeat) return;
  if (page?.revisit && isPathShown()) void page.revisit();
  else void turn();
});

/** Another page in the same document: whoever hears it, hears its heading first. */
async function turn() {
  await show();
  const heading = place.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

async function start() {
  await Promise.all([loadWords(document.documentElement.lang || "en"), pageOf(here()).catch(() => null)]);
  if (here() === EMBED) return show();
  rememberScroll();
  await show();
  restoreScroll();
  keepPage();
}

start().catch(() => {
  // Without words the page cannot speak: the server said beforehand what there is to say.
  const gone = /** @type {HTMLElement} */ (document.querySelector("#gone"));
  gone.hidden = false;
  gone.append(" ", html("a", { href: location.href }, gone.dataset.again));
});
