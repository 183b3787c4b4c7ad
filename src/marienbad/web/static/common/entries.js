// Links to the book.

import { address } from "./address.js";
import { html } from "./dom.js";
import { t } from "./words.js";

/** @typedef {{name: string, what: string, title: string}} EntryLink */

/** @param {EntryLink} one */
export function entryLink({ name, what, title }) {
  return [html("a", { href: address("/theory", { name }) }, title), html("small", {}, ` ${what}`)];
}

/** The statements of the book on which it rests. @param {EntryLink[]} theorems */
export function statements(theorems) {
  if (!theorems.length) return null;
  const links = theorems.map((one) => html("li", {}, ...entryLink(one)));
  const heading = html("summary", {}, t("web.theory.statements"));
  return html("details", { class: "statements" }, heading, html("ul", { class: "entries" }, ...links));
}
