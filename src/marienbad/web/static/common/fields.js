// What is written into, chosen from and opened: fields, dials, dialogs, files.

import { html, say, set, button } from "./dom.js";
import { situated } from "./moves.js";
import { readPosition } from "./numbers.js";
import { t } from "./words.js";

// A field in which something is written, with what is wrong with it beside it.

let fields = 0;

export class Field {
  /** @param {string} label @param {import("./dom.js").Attributes} attributes of the input */
  constructor(label, attributes) {
    const id = `field-${++fields}`;
    this.problem = html("p.problem", { role: "alert", id: `${id}-problem` });
    this.input = html("input", {
      type: "text",
      id,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-problem`,
      ...attributes,
    });
    this.element = html(
      "div.written-field",
      html("label.field", { for: id }, html("span", label)),
      this.input,
      this.problem,
    );
  }

  get text() {
    return this.input.value;
  }

  /** Say what is wrong; an empty text takes it back. @param {string} problem */
  refuse(problem) {
    say(this.problem, problem);
    set(this.input, { "aria-invalid": problem ? "true" : null });
  }
}

// The field in which a position is written.

export class HeapsField extends Field {
  /** @param {import("./dom.js").Attributes} attributes of the input */
  constructor(attributes) {
    super(t("web.start.heaps"), attributes);
    this.element.classList.add("heaps-field");
    /** What may stand in it. @type {readonly bigint[]} */
    this.example = [3n, 5n, 7n];
    this.input.addEventListener("input", () => this.refuse(""));
  }

  /** @param {readonly bigint[]} heaps */
  show(heaps) {
    this.write(heaps.join(", "));
  }

  /** @param {string} text */
  write(text) {
    this.input.value = text;
    this.refuse("");
  }

  /** What is written, or `null` after saying what is wrong with it. */
  read() {
    const found = readPosition(this.text);
    if ("heaps" in found) {
      this.refuse("");
      return situated(found.heaps, found.state);
    }
    this.refuse(wrongPosition(this.text, found.wrong, this.example));
    return null;
  }

  /** Whoever wrote a position that cannot be is led back to it. @param {string} problem */
  refuse(problem) {
    super.refuse(problem);
    if (!problem) return;
    this.input.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }
}

/** What to say of a text that is no position. @param {string} text @param {string} wrong its part that is no heap @param {readonly bigint[]} example */
export function wrongPosition(text, wrong, example) {
  const written = text.trim();
  const problem = wrong ? "wrong" : written ? "missing" : "none";
  return t(`web.heaps.${problem}`, { text: wrong || written, example: example.join(", ") });
}

// A slider with its name and its value.

/**
 * @param {string} label
 * @param {[number, number]} range
 * @param {number} value
 * @param {(value: number) => void} turned
 * @param {(value: number) => string} shown
 * @param {string} [name]
 * @param {string | null} [spoken] where its label alone would not be understood
 */
export function dial(label, [min, max], value, turned, shown, name = label, spoken = null) {
  const output = html("output", shown(value));
  const input = html("input", { type: "range", min, max, step: 1, "data-dial": name, "aria-label": spoken });
  input.value = String(value);
  input.addEventListener("input", () => {
    say(output, shown(Number(input.value)));
    set(input, { "aria-valuetext": shown(Number(input.value)) });
    turned(Number(input.value));
  });
  return html("label.dial", html("span", label), input, output);
}

/**
 * Let a dial show another value.
 * @param {HTMLElement} place
 * @param {string} name
 * @param {number} value
 * @param {(value: number) => string} shown
 */
export function turn(place, name, value, shown) {
  const input = place.querySelector(`[data-dial="${name}"]`);
  if (!(input instanceof HTMLInputElement)) return;
  if (value > Number(input.max)) input.max = String(value);
  if (Number(input.value) !== value) input.value = String(value);
  set(input, { "aria-valuetext": shown(value) });
  const output = input.parentElement?.querySelector("output");
  if (output) say(output, shown(value));
}

// A dialog of the browser's own: it keeps the focus, gives it back, and closes with Escape. There is
// one at a time: whoever clicks twice, or goes from one to the next, does not heap them up, and the
// second click of a double click does not close what the first has opened.

/** @param {string} title @param {...import("./dom.js").Child} children */
export function openDialog(title, ...children) {
  const dialog = html(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    html(
      "header",
      html("h2", { id: "dialog-title" }, title),
      button("close", "×", () => dialog.close(), { "aria-label": t("web.close"), class: "close" }),
    ),
    html("div.dialog-body", ...children),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && event.detail < 2) dialog.close();
  });
  for (const other of document.querySelectorAll("dialog")) other.close();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// Files that are taken along and brought back; none of them goes to the server.

/** @param {string} name @param {string | Blob} content @param {string} [type] */
export function saveFile(name, content, type = "application/json") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What chooses a file, looking like a button. @param {string} label @param {(file: File) => void} load @param {string} [accept] */
export function openFile(label, load, accept = ".json,application/json") {
  const chosen = html("input", {
    type: "file",
    accept,
    "data-action": "import",
    change: () => {
      const file = chosen.files?.[0];
      if (file) load(file);
      chosen.value = "";
    },
  });
  return html("label.button.upload", label, chosen);
}
