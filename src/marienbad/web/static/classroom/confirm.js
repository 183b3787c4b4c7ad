// What cannot be taken back is asked once more.

import { openDialog } from "../common/dialog.js";
import { button, html } from "../common/dom.js";

/**
 * @param {string} title
 * @param {string} word what would happen
 * @param {string} label of the button that does it
 * @param {() => unknown} act
 */
export function confirm(title, word, label, act) {
  const now = () => {
    dialog.close();
    act();
  };
  const dialog = openDialog(
    title,
    html("p", word),
    html("div.acts", button("confirm", label, now, { class: "primary" })),
  );
}
