// The composition root: words, theme, the frame of the page, and the page that the address names.

import { address, here, keepCookie } from "./common/address.js";
import { html, refill, say, select } from "./common/dom.js";
import { THEMES, applyTheme, setTheme, theme } from "./common/theme.js";
import { lang, languages, loadWords, t } from "./common/words.js";

/** @typedef {{open: () => Promise<void>, close: () => void}} Page */

const LINKS = /** @type {const} */ ([
  ["/", "web.nav.play"],
  ["/analysis", "web.nav.analysis"],
  ["/tables", "web.nav.tables"],
  ["/lab", "web.nav.lab"],
]);

/** @type {Page | null} */
let page = null;
let shown = "";

/** @param {string} path @returns {Promise<new (place: HTMLElement) => Page>} */
async function pageOf(path) {
  if (path === "/analysis") return (await import("./analysis.js")).AnalysisPage;
  if (path === "/tables") return (await import("./tables.js")).TablesPage;
  if (path === "/lab") return (await import("./lab/page.js")).LabPage;
  if (path === "/privacy") return (await import("./written.js")).WrittenPage;
  return (await import("./play/page.js")).PlayPage;
}

const frame =
  document.querySelector("#app") ?? document.body.appendChild(html("div", { id: "app" }));
const place = document.querySelector("main") ?? html("main", { id: "main", tabindex: -1 });

function paintFrame() {
  const current = here().startsWith("/m/") ? "/" : here();
  refill(
    frame,
    html("a", { class: "skip", href: "#main" }, t("web.skip")),
    html(
      "header",
      { class: "top" },
      html("a", { class: "brand", href: address("/") }, "Marienbad"),
      html("button", { type: "button", class: "menu-button", popovertarget: "menu" }, t("web.menu")),
      html(
        "div",
        { class: "menu", id: "menu", popover: "auto" },
        html(
          "nav",
          { "aria-label": t("web.nav") },
          ...LINKS.map(([path, key]) =>
            html("a", { href: address(path), "aria-current": path === current ? "page" : null }, t(key)),
          ),
        ),
        settings(),
      ),
    ),
    place,
    html("footer", { class: "foot" }, html("a", { href: address("/privacy") }, t("web.privacy"))),
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
    "div",
    { class: "settings" },
    setting("language", t("web.language"), languages(), lang(), (code) => void speak(code)),
    setting("theme", t("web.theme"), THEMES.map((name) => [name, t(`web.theme.${name}`)]), theme(), (name) => {
      const found = THEMES.find((known) => known === name);
      if (found) setTheme(found);
    }),
  );
}

/** Another language: remembered, and the page is said again in it. @param {string} code */
async function speak(code) {
  keepCookie("lang", code);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  history.replaceState(null, "", url);
  await loadWords(code);
  const isMenuOpen = frame.querySelector(".menu:popover-open") !== null;
  await show();
  if (isMenuOpen) /** @type {HTMLElement | null} */ (frame.querySelector(".menu"))?.showPopover();
  const key = LINKS.find(([path]) => path === here())?.[1] ?? "web.nav.play";
  document.title = `${t(key)} · Marienbad`;
  /** @type {HTMLElement | null} */ (frame.querySelector('[data-action="language"]'))?.focus();
}

async function show() {
  page?.close();
  page = null;
  shown = location.pathname + location.search;
  paintFrame();
  try {
    page = new (await pageOf(here()))(place);
    await page.open();
  } catch (problem) {
    const line = html("p", { class: "status problem", role: "status" });
    refill(
      place,
      html(
        "div",
        { class: "missing" },
        html("h1", {}, t("web.missing")),
        line,
        html("p", {}, html("a", { class: "button", href: address("/") }, t("web.missing.play"))),
      ),
    );
    say(line, problem instanceof Error ? problem.message : String(problem));
  }
}

applyTheme();
addEventListener("popstate", () => {
  // A fragment of the page itself, such as that of the skip link, is no other page.
  const isSeat = location.hash.includes(".");
  if (shown !== location.pathname + location.search || isSeat) void show();
});

async function start() {
  await Promise.all([loadWords(document.documentElement.lang || "en"), pageOf(here())]);
  await show();
}

void start();
