// The page that checks certificates: it brings one to the checker, and shows what came of it.

import { address, moveTo } from "../common/address.js";
import { getOctets } from "../common/api.js";
import { html, button, refill, say, set } from "../common/dom.js";
import { openFile, saveFile } from "../common/fields.js";
import { sayProblem } from "../common/trouble.js";
import { count, integer, t, lang } from "../common/words.js";
import { handed } from "./handover.js";

/** @typedef {import("./checker.js").Result} Result */
/** @typedef {import("./checker.js").Claim} Claim */
/** @typedef {import("./format.js").Take} Take */
/** @typedef {import("./format.js").Where} Where */

// What came of a check, in words: the claim of an accepted certificate, or why another is not accepted.

const COUNTS = ["one", "two", "three", "all"];
const HEAPS = ["x", "y", "z", "w"];

/** The verdict in one sentence. @param {Result} result */
export function sentence(result) {
  if (result.verdict === "accepted") {
    const { value } = result.claim;
    return value === null ? t("checking.accepted") : t("checking.accepted.value", { value });
  }
  /** @type {Record<string, string | number>} */ const values = {};
  for (const [name, value] of Object.entries(result.values)) values[name] = Array.isArray(value) ? place(value) : value;
  const reason = t(`checking.why.${result.key}`, values);
  // of what could not be read nobody knows whether it is a certificate
  return result.key === "file" ? reason : t(`checking.${result.verdict}`, { reason });
}

/** A position, of which every digit is shown. @param {string[]} heaps */
function place(heaps) {
  return `(${heaps.join(", ")})`;
}

/** What was checked, point by point. @param {Claim} claim */
function claimSheet(claim) {
  const { heaps, isMisere, value, block, takes, states, weights, digest } = claim;
  const code = (/** @type {string} */ text) => html("code", text);
  return html(
    "dl.claim",
    ...point("game", t(`checking.game.${claim.naming}`, { game: claim.name })),
    ...point("heaps", t("checking.heaps.number", { heaps: count("heap", heaps) })),
    ...point("ending", t(`checking.ending.${isMisere ? "misere" : "normal"}`)),
    ...(block === null ? [] : point("block", t("checking.block.most", { most: block - 1 }))),
    ...(value === null ? [] : point("value", integer(value))),
    ...point("moves", html("ul", ...takes.map((take) => html("li", code(takeText(take)))))),
    html("dt", value === null ? t("checking.positions") : t("checking.positions.value", { value })),
    html("dd", { "data-claim": "positions" }, positionsText(claim)),
    ...point("numbers", t("checking.numbers.weights", { weights: weights.join(", ") })),
    ...point("states", integer(states)),
    ...point("digest", code(digest)),
  );
}

/** @param {string} name @param {import("../common/dom.js").Child} told */
function point(name, told) {
  return [html("dt", t(`checking.${name}`)), html("dd", { "data-claim": name }, told)];
}

/** @param {Claim} claim */
function positionsText({ positions, isComplete }) {
  if (!positions.length) return t("checking.positions.none");
  const listed = positions.map((heaps) => place(heaps).replaceAll(" ", "\u00a0")).join(", ");
  return t(`checking.positions.${isComplete ? "all" : "more"}`, { positions: listed });
}

/** A take as a rule, in full. @param {Take} take */
function takeText({ amounts, places, where }) {
  const heaps = places
    ? places.map((heap) => HEAPS[heap]).join(", ")
    : t(`checking.take.${COUNTS[amounts.length - 1]}`);
  const conditions = where.map(conditionText).filter(Boolean).join(t("checking.take.and"));
  return t(conditions ? "checking.take.where" : "checking.take", { amounts: amounts.join(", "), heaps, conditions });
}

/** @param {Where} condition */
function conditionText({ form, low, high, modulus, residue }) {
  const terms = form.filter(([, factor]) => factor !== 0);
  const text = formText(terms);
  if (modulus) {
    const [name] = terms[0] ?? [];
    const left = text === name || text === "0" ? text : `(${text})`;
    return `${left} % ${modulus} == ${((residue % modulus) + modulus) % modulus}`;
  }
  if (low === null && high === null) return "";
  return `${low === null ? "" : `${low} <= `}`.concat(text, high === null ? "" : ` <= ${high}`);
}

/** @param {[string, number][]} terms */
function formText(terms) {
  const written = terms.map(([name, factor], at) => {
    const size = Math.abs(factor) === 1 ? name : `${Math.abs(factor)} * ${name}`;
    if (at === 0) return factor < 0 ? `-${size}` : size;
    return factor < 0 ? `- ${size}` : `+ ${size}`;
  });
  return written.join(" ") || "0";
}

// A check in a thread of its own, which can be cancelled and never holds the page up.

class Checking {
  /**
   * @param {string | Blob} certificate
   * @param {(stage: string, part: number) => void} tell
   * @param {(result: Result) => void} answer
   */
  constructor(certificate, tell, answer) {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => {
      if (!data.result) {
        tell(data.stage, data.part);
        return;
      }
      this.end();
      answer(data.result);
    });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.end();
      answer({ verdict: "given-up", key: "failed", values: {} });
    });
    this.worker.postMessage(certificate);
  }

  /** Nothing more is heard of it. */
  end() {
    this.worker.terminate();
  }
}

/** @typedef {{where: string, result: Result, certificate: string | Blob, seconds: number}} Shown */

const EXAMPLES = ["nim", "marienbad", "wythoff", "wythoff:a=2", "wythoff:b=3,misere", "lucas"];
const CHANGED = "wythoff";
/** What can be chosen: the text, or the text compressed. */
const ACCEPTED = ".json,.gz,application/json,application/gzip";
const SIGNS = { accepted: "✓", rejected: "✗", unreadable: "–", "given-up": "…" };

/** @type {Shown | null} What was shown last: in another language the same is shown again. */
let latest = null;

export class CheckPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {Checking | null} */ this.checking = null;
    this.giveUp = new AbortController();
    this.status = html("p.status.verdict", { role: "status", tabindex: -1 });
    this.sign = html("span.verdict-sign", { "aria-hidden": "true" });
    this.bar = html("progress", { max: 1, "aria-label": t("checking.progress") });
    this.stage = html("span");
    this.under = html(
      "div.under-way",
      { hidden: true },
      this.bar,
      this.stage,
      button("cancel", t("checking.cancel"), () => this.cancel()),
    );
    this.found = html("div.check-found");
    this.text = html("textarea", {
      "data-input": "certificate",
      rows: 6,
      spellcheck: "false",
      "aria-label": t("checking.text"),
    });
    this.zone = this.dropZone();
    this.hear = { dragover: this.onDrag, dragleave: this.onLeave, drop: this.onDrop, paste: this.onPaste };
    for (const [name, act] of Object.entries(this.hear))
      document.addEventListener(name, /** @type {EventListener} */ (act));
    refill(
      place,
      html(
        "div.page.checker",
        html("h1", t("checking.title")),
        html("p.lead", t("checking.lead")),
        this.zone,
        this.examples(),
        html("section.check-verdict", this.sign, this.status, this.under),
        this.found,
        html(
          "section.check-about",
          html("h2", t("checking.about")),
          html("p", t("checking.about.file")),
          html("p", t("checking.about.offline")),
        ),
      ),
    );
  }

  dropZone() {
    const check = () => this.check(this.text.value);
    return html(
      "section.drop",
      { "aria-label": t("checking.bring") },
      html("p.drop-word", t("checking.drop")),
      html(
        "div.acts",
        openFile(t("checking.choose"), (file) => this.check(file), ACCEPTED),
      ),
      html(
        "details",
        html("summary", t("checking.paste")),
        this.text,
        html("div.acts", button("check", t("checking.check"), check, { class: "primary" })),
      ),
    );
  }

  examples() {
    const one = (/** @type {string} */ game) =>
      button("example", game, () => void this.fetch(game), { "data-game": game });
    const title = t("checking.try.changed.about");
    return html(
      "div.check-examples",
      { role: "group", "aria-label": t("checking.try") },
      html("span", t("checking.try")),
      ...EXAMPLES.map(one),
      button("changed", t("checking.try.changed"), () => void this.fetch(CHANGED, changed), { title }),
    );
  }

  async open() {
    const game = named();
    if (latest?.where === game + location.hash) {
      this.show(latest);
      return;
    }
    if (game) await this.fetch(game);
    else if (location.hash) await this.take();
  }

  /** Another address of this page, by going back or forth. */
  async revisit() {
    this.cancel();
    this.clear("");
    await this.open();
  }

  /** What the page before has for this one. */
  async take() {
    const text = await handed();
    if (this.giveUp.signal.aborted) return;
    if (text !== null) this.check(text, true);
    else if (location.hash.startsWith("#handed")) this.clear(t("checking.handed.gone"));
  }

  /**
   * The certificate of a game that is proved, as it is or changed.
   * @param {string} game
   * @param {(text: string) => string} [change]
   */
  async fetch(game, change) {
    this.cancel();
    const { signal } = this.giveUp;
    if (!change) moveTo(address("/check", { game }), "push");
    this.clear(t("checking.fetching", { game }));
    try {
      const text = new TextDecoder().decode(await getOctets("/api/certificate", { game }, signal));
      if (!signal.aborted) this.check(change ? change(text) : text, !change);
    } catch (problem) {
      if (!signal.aborted) sayProblem(this.status, problem, () => void this.fetch(game, change));
    }
  }

  /** @param {string | Blob} certificate @param {boolean} [isNamed] whether the address names it */
  check(certificate, isNamed = false) {
    this.cancel();
    if (!isNamed) moveTo(address("/check"), "push");
    this.clear(t("checking.checking"));
    set(this.under, { hidden: false });
    const began = performance.now();
    const where = named() + location.hash;
    this.checking = new Checking(
      certificate,
      (stage, part) => {
        say(this.stage, t(`checking.stage.${stage}`));
        this.bar.value = part;
      },
      (result) => {
        this.checking = null;
        latest = { where, result, certificate, seconds: (performance.now() - began) / 1000 };
        this.show(latest);
      },
    );
  }

  cancel() {
    const wasChecking = this.checking !== null;
    this.checking?.end();
    this.checking = null;
    this.giveUp.abort();
    this.giveUp = new AbortController();
    if (!wasChecking) return;
    if (this.under.contains(document.activeElement)) this.status.focus();
    this.clear(t("checking.cancelled"));
  }

  /** Nothing is shown but a sentence. @param {string} told */
  clear(told) {
    latest = null;
    say(this.status, told);
    say(this.sign, "");
    say(this.stage, "");
    this.bar.removeAttribute("value");
    set(this.under, { hidden: true });
    set(this.sign.parentElement ?? this.sign, { "data-verdict": null });
    refill(this.found);
  }

  /** @param {Shown} shown */
  show({ result, certificate, seconds }) {
    if (this.under.contains(document.activeElement)) this.status.focus();
    set(this.under, { hidden: true });
    say(this.sign, SIGNS[result.verdict]);
    set(this.sign.parentElement ?? this.sign, { "data-verdict": result.verdict });
    say(this.status, sentence(result));
    if (result.verdict !== "accepted") return;
    const { claim } = result;
    const time = new Intl.NumberFormat(lang(), { maximumFractionDigits: 2 }).format(seconds);
    const save = () =>
      saveFile(nameOf(certificate), certificate, typeof certificate === "string" ? undefined : certificate.type);
    const isBlocked = claim.block !== null;
    const kind = isBlocked ? "block" : claim.value !== null ? "value" : claim.isMisere ? "misere" : "proved";
    const compared = ["moves", ...(isBlocked ? ["block"] : []), "digest", "others"];
    refill(
      this.found,
      html("section", html("h2", t("checking.claim")), claimSheet(claim)),
      html(
        "section.check-meaning",
        html("h2", t("checking.meaning")),
        html("p", t(`checking.meaning.${kind}`)),
        html("h2", t("checking.compare")),
        html("ul", ...compared.map((what) => html("li", t(`checking.compare.${what}`)))),
        html("p.check-seconds", t("checking.seconds", { seconds: time })),
        html("div.acts", button("save", t("checking.save"), save)),
      ),
    );
  }

  onDrag = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    this.zone.classList.add("over");
  };

  onLeave = (/** @type {DragEvent} */ event) => {
    if (!event.relatedTarget) this.zone.classList.remove("over");
  };

  onDrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    this.zone.classList.remove("over");
    this.bring(event.dataTransfer);
  };

  onPaste = (/** @type {ClipboardEvent} */ event) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    this.bring(event.clipboardData);
  };

  /** What was dropped or pasted. @param {DataTransfer | null} brought */
  bring(brought) {
    const certificate = brought?.files[0] ?? brought?.getData("text/plain");
    if (certificate) this.check(certificate);
  }

  close() {
    this.checking?.end();
    this.giveUp.abort();
    for (const [name, act] of Object.entries(this.hear))
      document.removeEventListener(name, /** @type {EventListener} */ (act));
  }
}

/** The game that the address names. */
function named() {
  return new URLSearchParams(location.search).get("game") ?? "";
}

/** What a certificate is saved as: a file keeps its name. @param {string | Blob} certificate */
function nameOf(certificate) {
  return certificate instanceof File ? certificate.name : "certificate.json";
}

/** A false claim: the start, which is the position without objects, no longer accepts. @param {string} text */
function changed(text) {
  return text.replace('"accepting": [1, ', '"accepting": [');
}
