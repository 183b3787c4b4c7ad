// A dialog of the browser's own: it keeps the focus, gives it back, and closes with Escape. There is
// one at a time: whoever clicks twice, or goes from one to the next, does not heap them up, and the
// second click of a double click does not close what the first has opened.

import { button, html } from "./dom.js";
import { t } from "./words.js";

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
