// Links and records: what is on the board, for someone else or for later.

import { address } from "../common/address.js";
import { postText } from "../common/api.js";
import { openDialog } from "../common/fields.js";
import { button, html, say } from "../common/dom.js";
import { qrPicture } from "../common/qr.js";
import { t } from "../common/words.js";

/** @typedef {import("./page.js").PlayPage} PlayPage */
/** @typedef {import("./state.js").Session} Session */

/** @param {PlayPage} page @param {Session} session */
export function openShare(page, session) {
  const { match } = session;
  const { origin } = location;
  const notice = html("p.notice", { role: "alert" });
  const path = address(`/m/${match.id}`);
  const position = { game: match.game, position: session.position.join(",") };
  /** @type {HTMLDialogElement} */ let dialog;
  /** @param {File} chosen a record: whoever opens it sits in every seat that is not the machine's */
  const open = async (chosen) => {
    say(notice, t("web.games.importing"));
    try {
      const raw = await postText("/api/records", await chosen.text());
      await page.rounds.openMade(raw);
      dialog.close();
    } catch (problem) {
      say(notice, /** @type {Error} */ (problem).message);
    }
  };
  const file = html("input", {
    type: "file",
    accept: ".txt,text/plain",
    "data-action": "upload",
    change: () => {
      const chosen = file.files?.[0];
      if (chosen) void open(chosen);
    },
  });
  dialog = openDialog(
    t("web.share.title"),
    ...invitation(session, origin + path, notice),
    link("match", t("web.share.match"), origin + path, notice),
    link("position", t("web.share.position"), origin + address("/analysis", position), notice),
    link("embed", t("web.share.embed"), framed(origin + address("/embed", position)), notice),
    html(
      "div.acts",
      html(
        "a.button",
        {
          href: address(`/api/matches/${match.id}/record`),
          download: `marienbad-${match.id}.txt`,
          "data-action": "record",
        },
        t("web.record.download"),
      ),
      html("label.button.upload", t("web.record.upload"), file),
    ),
    notice,
  );
  if (session.invitation && !session.isFriendHere) closeWhenMet(session, dialog);
}

/** Whoever opens his own invitation is told so, and may play both sides. @param {() => void} playBoth */
export function openOwn(playBoth) {
  const dialog = openDialog(
    t("web.share.own"),
    html("p", t("web.share.own.word")),
    html(
      "div.acts",
      button("own-seat", t("web.share.own.back"), () => dialog.close(), { class: "primary" }),
      button("both-seats", t("web.share.own.both"), () => {
        dialog.close();
        playBoth();
      }),
    ),
  );
}

/** What shows the position on a board in another page. @param {string} url */
function framed(url) {
  const source = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${source}" width="480" height="680" title="Marienbad"></iframe>`;
}

/**
 * The friend's link, to be sent or read from the screen by a phone.
 * @param {Session} session
 * @param {string} url of the match
 * @param {HTMLElement} notice
 */
function invitation(session, url, notice) {
  if (!session.invitation) return [];
  const seat = `${url}#${session.invitation}`;
  const picture = qrPicture(seat, t("web.share.qr"));
  const code = html("div.qr-code", picture, html("p", t("web.share.qr.word")));
  return [link("invite", t("web.share.friend"), seat, notice), picture && code];
}

/** The invited friend has come: the game is what counts now. @param {Session} session @param {HTMLDialogElement} dialog */
function closeWhenMet(session, dialog) {
  const look = () => {
    if (session.isFriendHere) dialog.close();
  };
  session.addEventListener("change", look);
  dialog.addEventListener("close", () => session.removeEventListener("change", look));
}

/** @param {string} name @param {string} label @param {string} url @param {HTMLElement} notice */
export function link(name, label, url, notice) {
  const input = html("input", { type: "text", readonly: true, "data-link": name });
  input.value = url;
  input.addEventListener("focus", () => input.select());
  const write = async () => {
    input.select();
    try {
      // Without a secure connection, as in a classroom's network, there is no clipboard at all.
      await navigator.clipboard.writeText(url);
      say(notice, t("web.copied"));
    } catch {
      say(notice, t("web.copy.by_hand"));
    }
  };
  const copy = button("copy", t("web.copy"), () => void write(), { "aria-label": `${t("web.copy")}, ${label}` });
  return html("div.link", html("label.field", html("span", label), input), copy);
}
