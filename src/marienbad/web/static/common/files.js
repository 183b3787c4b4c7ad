// Files that are taken along and brought back; none of them goes to the server.

import { html } from "./dom.js";

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
