// The book: every statement of the sources, its proof with numbers of the reader's own, and what
// the prover says of it.

import { address, moveTo } from "./common/address.js";
import { getJson, isForNow } from "./common/api.js";
import { html, refill, say } from "./common/dom.js";
import { entryList, sections } from "./common/explanation.js";
import { Field } from "./common/fields.js";
import { sayProblem } from "./common/trouble.js";
import { t } from "./common/words.js";

/** @typedef {import("./common/explanation.js").EntryLink} EntryLink */
/** @typedef {{title: string, entries: EntryLink[]}} Chapter */
/** @typedef {{name: string, symbol: string, value: number | string, least: number | string, most: number | string}} Chosen */

const PAUSE = 250;
/** The longest text that is searched for. */
const LONGEST = 64;

export class TheoryPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.question = 0;
    /** @type {{letter: string, field: Field}[]} the reader's own numbers */
    this.fields = [];
    this.status = html("p.status", { role: "status" });
    this.body = html("div.theory.page", html("h1", t("web.nav.theory")), this.status);
    refill(place, this.body);
  }

  async open() {
    const query = new URLSearchParams(location.search);
    const name = query.get("name");
    this.question += 1;
    if (name === null) await this.showContents(query.get("find") ?? "");
    else await this.showNamed(name, query.get("numbers") ?? "");
  }

  /**
   * The entry of a link; where it names none or several, those that are found. Numbers that do not
   * fit are refused, and the proof is worked out for the usual ones.
   * @param {string} name
   * @param {string} numbers
   */
  async showNamed(name, numbers) {
    try {
      this.showEntry(await getJson("/api/theorem", { name, numbers }));
    } catch (problem) {
      if (isForNow(problem)) throw problem;
      if (!numbers) {
        await this.showContents(name, /** @type {Error} */ (problem).message);
        return;
      }
      await this.showNamed(name, "");
      if (!this.body.querySelector(".proof")) return;
      const given = Object.fromEntries(numbers.split(",").map((one) => one.split("=").map((part) => part.trim())));
      for (const { letter, field } of this.fields) field.input.value = given[letter] ?? field.text;
      this.refuse(problem, () => void this.open());
    }
  }

  /**
   * All entries, by chapter; what is written in the field picks some.
   * @param {string} text
   * @param {string} [problem] with a name in a link
   */
  async showContents(text, problem = "") {
    const find = new Field(t("web.theory.find"), { type: "search", "data-input": "find", maxlength: LONGEST });
    find.input.value = text.slice(0, LONGEST);
    const list = html("div.chapters");
    const paint = async () => {
      const question = ++this.question;
      /** @type {Chapter[]} */ const found = await getJson("/api/theorems", { find: find.text });
      if (question !== this.question) return;
      refill(list, ...found.map(({ title, entries }) => links(title, entries)));
      const number = found.reduce((sum, { entries }) => sum + entries.length, 0);
      const none = problem || t("web.theory.none");
      problem = "";
      say(this.status, number ? (find.text.trim() ? t("web.theory.found", { number }) : "") : none);
      moveTo(address("/theory", { find: find.text }), "replace");
    };
    const again = () => void paint().catch((reason) => sayProblem(this.status, reason, again));
    find.input.addEventListener("input", afterPause(again));
    await paint();
    refill(
      this.body,
      html("h1", t("web.nav.theory")),
      html("p.lead", t("web.theory.lead")),
      find.element,
      this.status,
      list,
    );
  }

  /** One entry. @param {any} found */
  showEntry(found) {
    const proof = html("div.text.proof", ...sections(found.proof_html));
    const all = html("a", { href: address("/theory") }, t("web.theory.all"));
    refill(
      this.body,
      html("p.way", all, ` · ${found.chapter}`),
      html("h1", found.title),
      html("p.lead", found.what),
      html("div.text", ...sections(found.statement_html)),
      this.numbersForm(found.name, found.numbers, proof),
      this.status,
      proof,
      formulas(found.formulas),
      links(t("web.theory.uses"), found.uses),
      links(t("web.theory.used_by"), found.used_by),
      html(
        "nav.around",
        { "aria-label": t("web.theory.around") },
        around(found.previous, "before"),
        around(found.next, "after"),
      ),
    );
    document.title = `${found.title} · Marienbad`;
  }

  /**
   * The fields for the reader's own numbers; each change works the proof out again.
   * @param {string} name
   * @param {Chosen[]} numbers
   * @param {HTMLElement} proof
   */
  numbersForm(name, numbers, proof) {
    this.fields = numbers.map(({ name: letter, symbol, value, least, most }) => {
      const field = new Field(`${symbol} =`, { inputmode: "numeric", "data-number": letter, maxlength: 24 });
      field.input.value = String(value);
      field.input.title = t("web.theory.bounds", { least, most });
      return { letter, field };
    });
    if (!numbers.length) return null;
    const work = () => void this.workOut(name, proof);
    const typed = afterPause(work);
    for (const { field } of this.fields) field.input.addEventListener("input", typed);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      work();
    };
    return html(
      "form.own",
      { submit, "aria-label": t("web.theory.numbers") },
      html("p", t("web.theory.numbers")),
      html("div", ...this.fields.map(({ field }) => field.element)),
    );
  }

  /** @param {string} name @param {HTMLElement} proof */
  async workOut(name, proof) {
    const question = ++this.question;
    const { fields } = this;
    const numbers = fields.map(({ letter, field }) => `${letter}=${field.text.trim()}`).join(",");
    for (const { field } of fields) field.refuse("");
    try {
      const found = await getJson("/api/theorem", { name, numbers });
      if (question !== this.question) return;
      moveTo(address("/theory", { name, numbers }), "replace");
      refill(proof, ...sections(found.proof_html));
      say(this.status, "");
    } catch (problem) {
      if (question === this.question) this.refuse(problem, () => void this.workOut(name, proof));
    }
  }

  /**
   * Say what is wrong with the numbers: beside the field that the sentence begins with, or above the proof.
   * @param {unknown} problem
   * @param {() => void} again
   */
  refuse(problem, again) {
    const { message } = /** @type {Error} */ (problem);
    const wrong = this.fields.find(({ letter }) => message.startsWith(`${letter} =`));
    if (wrong) wrong.field.refuse(message);
    else sayProblem(this.status, problem, again);
  }

  close() {
    this.question += 1;
  }
}

/** What to call when something is typed, to act when nothing more is. @param {() => void} act */
function afterPause(act) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, PAUSE);
  };
}

/** @param {string} heading @param {EntryLink[]} entries */
function links(heading, entries) {
  return entries.length > 0 && html("section", html("h2", heading), entryList(entries));
}

/** @param {EntryLink | null} one @param {"before" | "after"} side */
function around(one, side) {
  if (!one) return null;
  const text = side === "before" ? `← ${one.title}` : `${one.title} →`;
  return html("a", { class: side, href: address("/theory", { name: one.name }) }, text);
}

/** What the prover has decided, as formulas. @param {{statement: string, parameters: Record<string, number>, formula: string}[]} decided */
function formulas(decided) {
  if (!decided.length) return null;
  return html(
    "details.formulas",
    html("summary", t("web.theory.formulas")),
    ...decided.map(({ parameters, formula }) => {
      const values = Object.entries(parameters).map(([name, value]) => `${name} = ${value}`);
      return html("p", values.length ? html("small", values.join(", ")) : null, " ", html("code", formula));
    }),
  );
}
