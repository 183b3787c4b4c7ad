// The title of the page: one for each page and language, the same that the server writes.

import { here } from "./address.js";
import { t } from "./words.js";

/** What the page is called in the language that is shown. */
function ownTitle() {
  if (document.querySelector("main.written")) return document.title;
  const path = here();
  const name = path === "/" ? "play" : path.startsWith("/m/") ? "match" : path.slice(1);
  const title = t(`server.page.${name}`);
  return title.includes("Marienbad") ? title : `${title} · Marienbad`;
}

export function showTitle() {
  const title = ownTitle();
  if (document.title !== title) document.title = title;
}
