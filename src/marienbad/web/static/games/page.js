// The games of this browser: to go on with, to look at again, to share, to delete, to take along.

import { address } from "../common/address.js";
import { QUICK, Refusal, getJson } from "../common/api.js";
import { radios } from "../common/chooser.js";
import { html, svg, button, refill, say } from "../common/dom.js";
import { openDialog, openFile, saveFile } from "../common/fields.js";
import { loadGame, readMatch } from "../common/model.js";
import { exact } from "../common/numbers.js";
import { Offer } from "../common/offer.js";
import { integer, count, t } from "../common/words.js";
import { loadShare } from "../play/parts.js";
import { all, forget, isEmpty, keepAll, keepMatch } from "../play/seats.js";
import { LONGEST_FILE, read, takeIn, written } from "./file.js";

/** @typedef {import("../common/numbers.js").Wire} Wire */
/** @typedef {import("../play/seats.js").Kept} Kept */
/** @typedef {import("../common/model.js").Game} Game */

// A position in small: what is left of each heap, and faintly what was there at the start.

const MOST_HEAPS = 8;
const MOST_IN_HEAP = 24;
const ACROSS = 7;
const DOWN = 13;

/**
 * @param {readonly Wire[]} position
 * @param {readonly Wire[]} start
 * @param {string} object what the heaps are made of
 */
function smallPosition(position, start, object) {
  const [left, whole] = [exact(position), exact(start)];
  if (whole.length > MOST_HEAPS || whole.some((heap) => heap > MOST_IN_HEAP))
    return html("span.small-numbers", left.map(shortened).join(" · "));
  const width = ACROSS * Math.max(0, ...whole.map(Number));
  const rows = whole.flatMap((heap, row) => {
    const indent = (width - ACROSS * Number(heap)) / 2;
    return Array.from({ length: Number(heap) }, (_, index) => {
      const isLeft = index < Number(left[row] ?? 0n);
      return piece(object, indent + ACROSS * (index + 0.5), DOWN * row + 1, isLeft);
    });
  });
  return svg(
    "svg.small-position",
    { viewBox: `0 0 ${width} ${DOWN * whole.length}`, width, height: DOWN * whole.length, "aria-hidden": "true" },
    ...rows,
  );
}

/** @param {string} object @param {number} x @param {number} y @param {boolean} isLeft */
function piece(object, x, y, isLeft) {
  const kind = isLeft ? "small-left" : "small-taken";
  if (object !== "match") return svg("circle", { class: kind, cx: x, cy: y + 5, r: 2.6 });
  const stick = svg("path.small-stick", { d: `M${x} ${y + 1}v9` });
  const head = svg("circle.small-head", { cx: x, cy: y + 1.4, r: 1.4 });
  return svg("g", { class: kind }, stick, head);
}

/** @param {bigint} heap */
function shortened(heap) {
  const text = String(heap);
  return text.length > 9 ? `${text.slice(0, 3)}…${text.slice(-3)}` : integer(heap);
}

// What is said of a game that was kept: how it stands, against whom, how long, when.

/** @param {Kept} kept */
function isBetweenBrowsers({ players, seats }) {
  return Boolean(players?.some((player, seat) => player === "human" && !seats[seat]));
}

/** How it ended, or whose turn it is. @param {Kept} kept */
export function standing({ players, seats, over, winner, turn, ply }) {
  const seat = over ? winner : (turn ?? (ply ?? 0) % 2);
  if (!players || (seat !== 0 && seat !== 1)) return "";
  const isAtOneScreen = seats.every(Boolean);
  const who = isAtOneScreen ? (seat ? "second" : "first") : seats[seat] ? "you" : "other";
  if (who === "other" && players[seat] !== "human") return t(over ? "match.won.machine" : "match.turn.machine");
  return t(`${over ? "match.won" : "match.turn"}.${who === "other" ? "friend" : who}`);
}

/** @param {Kept} kept @param {Game | null} game */
function opponent({ players, seats }, game) {
  const machine = players?.find((player) => player !== "human");
  if (machine) {
    const level = game?.levels.find(({ name }) => name === machine)?.title ?? machine;
    return t("web.games.against", { level });
  }
  return t(seats.every(Boolean) ? "web.games.here" : "web.games.friend");
}

/** Against whom, how many moves, when. @param {Kept} kept @param {Game | null} game */
export function facts(kept, game) {
  const date = kept.played && dateOf(kept.played);
  return [opponent(kept, game), count("move", kept.ply ?? 0), ...(date ? [date] : [])].join(" · ");
}

/** @param {number} time */
function dateOf(time) {
  return new Intl.DateTimeFormat(t("language.locale"), { dateStyle: "medium", timeStyle: "short" }).format(time);
}

const FILTERS = /** @type {const} */ (["all", "unfinished", "finished"]);
const A_SCREENFUL = 30;
const NEWS = /** @type {const} */ (["storage", "pageshow"]);

export class GamesPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {string} */ this.filter = "all";
    this.shown = A_SCREENFUL;
    this.isClosed = false;
    /** @type {Map<string, Game>} */ this.games = new Map();
    /** @type {Set<string>} matches of which nothing more can be had */
    this.lost = new Set();
    this.offer = new Offer();
    // What another tab plays is seen here, and what was played before one came back.
    this.hear = () => this.paint();
    for (const news of NEWS) addEventListener(news, this.hear);
    this.status = html("p.status", { role: "status", tabindex: -1 });
    this.list = html("ul.games");
    this.more = button("more", t("web.games.more"), () => this.showMore(), { hidden: true });
    refill(
      place,
      html(
        "div.page",
        html("h1", t("web.nav.games")),
        html("p.lead", `${t("web.games.lead")} ${expiry()}`),
        radios(
          t("web.games.show"),
          FILTERS.map((name) => [name, t(`web.games.show.${name}`)]),
          this.filter,
          (name) => {
            this.filter = name;
            this.paint();
          },
        ),
        this.status,
        this.list,
        this.more,
        this.files(),
        this.offer.element,
      ),
    );
  }

  /** Shown at once from what is kept here, then filled with what only the server knows. */
  async open() {
    this.paint();
    const names = new Set(this.entries.slice(0, this.shown).flatMap(([, { game }]) => game ?? []));
    for (const name of names) await this.learn(name);
    for (const [id, kept] of this.entries.slice(0, this.shown)) {
      const mayHaveChanged = kept.over === false && isBetweenBrowsers(kept);
      if (!this.isClosed && (!kept.game || mayHaveChanged)) await this.look(id);
    }
  }

  /** @param {string} name of a game, whose title and levels the server knows */
  async learn(name) {
    const game = this.games.get(name) ?? (await loadGame(name).catch(() => null));
    if (!game || this.isClosed) return;
    this.games.set(name, game);
    this.paint();
  }

  /** How a match stands now, as the server knows. @param {string} id */
  async look(id) {
    try {
      const match = readMatch(await getJson(`/api/matches/${id}`, {}, QUICK));
      keepMatch(match);
      await this.learn(match.game);
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 404) this.lost.add(id);
    }
    if (!this.isClosed) this.paint();
  }

  /** The games to show, the latest first. @returns {[string, Kept][]} */
  get entries() {
    const wanted = { all: null, unfinished: false, finished: true }[this.filter] ?? null;
    return all()
      .filter(([, kept]) => !isEmpty(kept) && (wanted === null || Boolean(kept.over) === wanted))
      .sort(([, one], [, other]) => (other.played ?? 0) - (one.played ?? 0));
  }

  showMore() {
    this.shown += A_SCREENFUL;
    void this.open();
  }

  paint() {
    const { entries } = this;
    const focused = document.activeElement?.closest("[data-id]")?.getAttribute("data-id");
    const action = document.activeElement?.getAttribute("data-action");
    say(this.status, t(entries.length ? "web.games.count" : "web.games.none", { number: entries.length }));
    refill(this.list, ...entries.slice(0, this.shown).map(([id, kept]) => this.item(id, kept)));
    this.more.hidden = entries.length <= this.shown;
    const again = this.list.querySelector(`[data-id="${focused}"] [data-action="${action}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {string} id @param {Kept} kept */
  item(id, kept) {
    const game = this.games.get(kept.game ?? "") ?? null;
    const title = game?.title ?? kept.game ?? t("web.games.unknown");
    const start = kept.start?.map((heap) => integer(BigInt(heap))).join(" · ") ?? "";
    const isLost = !kept.game && this.lost.has(id);
    const told = kept.game ? facts(kept, game) : t(isLost ? "web.games.lost" : "web.games.older");
    const label = (/** @type {string} */ action) => t(`web.games.${action}`);
    /** What is done, and with which of the games. @param {string} action */
    const named = (action) => ({ "aria-label": [label(action), title, told].join(", ") });
    const open = kept.over ? "review" : "resume";
    return html(
      "li",
      { "data-id": id, "data-over": String(Boolean(kept.over)) },
      html(
        "div.games-picture",
        kept.position && smallPosition(kept.position, kept.start ?? kept.position, game?.nouns.object ?? "match"),
      ),
      html(
        "div.games-words",
        html("h2", title, start && html("span.games-start", ` ${start}`)),
        kept.game && html("p.games-standing", standing(kept)),
        html("p.games-facts", told),
      ),
      html(
        "div.acts",
        !isLost && html("a.button", { href: address(`/m/${id}`), "data-action": open, ...named(open) }, label(open)),
        !isLost && button("share", label("share"), () => void this.openShare(id, kept), named("share")),
        button("delete", label("delete"), () => this.remove(id), named("delete")),
      ),
    );
  }

  /** @param {string} id @param {Kept} kept */
  async openShare(id, kept) {
    await this.share(id, kept).catch((problem) => say(this.status, problem.message));
  }

  /** @param {string} id @param {Kept} kept */
  async share(id, { invitation }) {
    const { link } = await loadShare();
    const notice = html("p.notice", { role: "alert" });
    const url = location.origin + address(`/m/${id}`);
    openDialog(
      t("web.share.title"),
      invitation && link("invite", t("web.share.friend"), `${url}#${invitation}`, notice),
      link("match", t("web.share.match"), url, notice),
      notice,
    );
  }

  /** @param {string} id */
  remove(id) {
    const before = all();
    forget(id);
    this.paint();
    this.status.focus();
    this.offer.show(t("web.games.deleted"), t("web.new_game.undo"), () => {
      const known = new Set(all().map(([other]) => other));
      keepAll([...before.filter(([other]) => other === id && !known.has(id)), ...all()]);
      this.paint();
      /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-id="${id}"] [data-action]`))?.focus();
    });
  }

  // Files

  files() {
    this.notice = html("p.notice", { role: "alert" });
    return html(
      "section.games-files",
      { "aria-label": t("web.games.files") },
      html("h2", t("web.games.files")),
      html("p", t("web.games.files.word")),
      html(
        "div.acts",
        button("export", t("web.games.export"), () => saveFile("marienbad-games.json", written())),
        openFile(t("web.games.import"), (file) => void this.load(file)),
      ),
      this.notice,
    );
  }

  /** @param {File} file */
  async load(file) {
    const notice = /** @type {HTMLElement} */ (this.notice);
    say(notice, t("web.games.importing"));
    try {
      if (file.size > LONGEST_FILE) throw new Error(t("web.games.file.long", { size: LONGEST_FILE }));
      const { added, known } = takeIn(read(await file.text()));
      say(notice, t("web.games.imported", { added, known }));
      await this.open();
    } catch (problem) {
      const { message } = /** @type {Error} */ (problem);
      say(notice, t("web.games.refused", { file: file.name, problem: message }));
    }
  }

  close() {
    this.isClosed = true;
    for (const news of NEWS) removeEventListener(news, this.hear);
  }
}

/** For how long the server keeps a game, as it was set up. */
function expiry() {
  const days = document.querySelector('meta[name="expire"]')?.getAttribute("content");
  return days ? t("web.games.expire", { days: count("day", Number(days)) }) : t("web.games.stay");
}
