// What one notices of some rules. While others are being answered, or cannot be read, it is dimmed.

import { html, refill, say, set } from "../common/dom.js";
import { sections } from "../common/explanation.js";
import { t } from "../common/words.js";

export class Facts {
  rule = html("p.rule");
  description = html("div.description");
  /** That these are the facts of earlier rules. */
  stale = html("p.spoken");
  element = html(
    "section.lab-facts",
    { "aria-label": t("web.lab.noticed") },
    html("h2", t("web.lab.noticed")),
    this.stale,
    this.rule,
    this.description,
  );
  /** The description that is shown. */
  shown = "";

  /** @param {{rule: string, description: string | null}} found */
  show({ rule, description }) {
    this.mark(false, false);
    say(this.rule, rule);
    if (description === this.shown) return;
    this.shown = description ?? "";
    refill(this.description, ...sections(this.shown));
  }

  /** Others are on their way. */
  wait() {
    this.mark(true, true);
  }

  /** The last good ones stay, dimmed, while the rules are wrong. */
  keep() {
    this.mark(true, false);
  }

  /** @param {boolean} isStale @param {boolean} isBusy */
  mark(isStale, isBusy) {
    this.element.classList.toggle("stale", isStale);
    say(this.stale, isStale && this.shown ? t("web.lab.stale") : "");
    set(this.element, { "aria-busy": isBusy ? "true" : null });
  }
}
