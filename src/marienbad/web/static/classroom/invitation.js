// How pupils come in: a code to type, an address, a picture for phones.

import { address } from "../common/address.js";
import { html, say, set } from "../common/dom.js";
import { qrPicture } from "../common/qr.js";
import { t } from "../common/words.js";

/** Names by which a machine calls itself: no phone finds it by them. */
const ITSELF = /^(localhost|127\..*|\[::1\])$/u;

export class Invitation {
  /** @param {string} code */
  constructor(code) {
    const path = address("/class", { code });
    const link = `${location.origin}${path}`;
    this.door = html("p.door");
    this.element = html(
      "section.invitation",
      { "aria-label": t("classroom.invitation") },
      html("p.code", { "aria-label": `${t("classroom.code")} ${[...code].join(" ")}` }, code),
      html("p.where", `${location.host}${address("/class")}`),
      qrPicture(link, t("classroom.qr")),
      this.door,
      ITSELF.test(location.hostname) && html("p.notice", t("classroom.local", { host: location.host })),
    );
  }

  /** @param {boolean} isOpen @param {number} count */
  paint(isOpen, count) {
    set(this.element, { "data-door": isOpen ? "open" : "closed" });
    say(this.door, t(isOpen ? "classroom.here" : "classroom.here.closed", { count }));
  }
}
