// The way of an automaton: its states from left to right, and on each arrow the digits it reads.

import { html, svg } from "../common/dom.js";

/** @typedef {import("../common/model.js").Drawing} Drawing */

const STEP = 64;
const RADIUS = 15;
const MIDDLE = 76;

/** @param {Drawing} drawing @returns {HTMLElement | null} */
export function pathPicture({ states, digits, columns, accepts }) {
  if (!states || !digits || !columns) return null;
  const last = states.length - 1;
  const place = (/** @type {number} */ index) => RADIUS + 6 + index * STEP;
  const arrows = columns.map((weight, index) => {
    const [from, to] = [place(index) + RADIUS, place(index + 1) - RADIUS - 2];
    const middle = (from + to) / 2;
    const label = (/** @type {string | number} */ text, /** @type {number} */ y, name = "digit") =>
      svg("text", { x: middle, y, class: name }, text);
    return svg(
      "g",
      svg("path", { d: `M${from} ${MIDDLE}H${to}m-5 -4l5 4l-5 4` }),
      label(weight, 14, "weight"),
      ...digits.map((word, heap) => label(word[index] ?? "", 34 + 16 * heap)),
    );
  });
  const circles = states.map((state, index) =>
    svg(
      "g",
      { class: state ? "state" : "state dead" },
      svg("circle", { cx: place(index), cy: MIDDLE, r: RADIUS }),
      index === last && accepts && svg("circle", { cx: place(index), cy: MIDDLE, r: RADIUS - 4 }),
      svg("text", { x: place(index), y: MIDDLE + 5 }, state),
    ),
  );
  const width = place(last) + RADIUS + 6;
  const picture = svg(
    "svg.path",
    { width, height: MIDDLE + RADIUS + 6, role: "img", "aria-label": states.join(" → ") },
    ...arrows,
    ...circles,
  );
  return html("div.wide", { tabindex: 0, role: "group", "aria-label": states.join(" → ") }, picture);
}
