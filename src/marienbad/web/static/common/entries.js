// Links to the book.

import { address } from "./address.js";
import { html } from "./dom.js";
import { t } from "./words.js";

/** @typedef {{name: string, what: string, title: string}} EntryLink */

/** @param {EntryLink[]} entries */
export function entryList(entries) {
  const links = entries.map(({ name, what, title }) =>
    html("li", html("a", { href: address("/theory", { name }) }, title), " ", html("small", what)),
  );
  return html("ul.entries", ...links);
}

/** The statements of the book on which it rests. @param {EntryLink[]} theorems */
export function statements(theorems) {
  if (!theorems.length) return null;
  const heading = html("summary", t("web.theory.statements"));
  return html("details.statements", heading, entryList(theorems));
}
