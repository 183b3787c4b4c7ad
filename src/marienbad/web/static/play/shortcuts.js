// The list of the keys, with the switch for those that are letters.

import { openDialog } from "../common/fields.js";
import { html } from "../common/dom.js";
import { areLettersOn, turnLetters } from "../common/storage.js";
import { t } from "../common/words.js";

const KEYS = /** @type {const} */ ([
  ["← → ↑ ↓", "arrows"],
  ["web.key.looking", "looking"],
  ["web.key.space", "space"],
  ["web.key.enter", "enter"],
  ["web.key.escape", "escape"],
  ["H", "h"],
  ["U", "u"],
  ["N", "n"],
  ["?", "question_mark"],
]);

export function openKeys() {
  const lines = KEYS.map(([key, name]) =>
    html("div", html("dt", html("kbd", key.startsWith("web.") ? t(key) : key)), html("dd", t(`web.keys.${name}`))),
  );
  const box = html("input", { type: "checkbox", "data-input": "letters" });
  box.checked = areLettersOn();
  box.addEventListener("change", () => turnLetters(box.checked));
  openDialog(t("web.keys"), html("dl.keys", ...lines), html("label.switch", box, html("span", t("web.keys.letters"))));
}
