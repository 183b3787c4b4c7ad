// The map to take away: as a file, or as a link.

import { address } from "../common/address.js";
import { button, html, refill, say } from "../common/dom.js";
import { lang, t } from "../common/words.js";

const FORMATS = /** @type {const} */ (["png", "svg", "csv", "bfile"]);

export class Takeaway {
  exports = html("p.exports");
  copied = html("p.notice", { "aria-live": "polite" });

  /** @param {() => string} link the address that shows just this */
  constructor(link) {
    this.link = link;
  }

  /** @param {{rules: string, kind: string, size: number | null}} map */
  paint(map) {
    const file = (/** @type {string} */ format) =>
      html(
        "a",
        { href: address("/api/lab/file", { ...map, lang: lang(), format }), download: true, "data-format": format },
        t(`web.lab.format.${format}`),
      );
    const copy = button("copy", t("web.lab.copy"), () => void this.copy(), { class: "follow" });
    refill(this.exports, t("web.export"), ...FORMATS.map(file), copy);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.origin + this.link());
      say(this.copied, t("web.copied"));
    } catch {
      // Without a secure connection there is no clipboard; the address bar has the link all the same.
      say(this.copied, t("web.lab.copy.by_hand"));
    }
  }
}
