// A slider with its name and its value.

import { html, say, set } from "./dom.js";

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
