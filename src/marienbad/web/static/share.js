// Links and records: what is on the board, for someone else or for later.

import { address, postJson, postText } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, html, say } from "./dom.js";
import { Session } from "./state.js";
import { lang, t } from "./words.js";

/** @typedef {import("./play.js").PlayPage} PlayPage */

/**
 * @param {PlayPage} page
 * @param {Session} session
 */
export function openShare(page, session) {
  const { match } = session;
  const { origin } = location;
  const told = html("p", { class: "told", role: "alert" });
  const position = address(`${origin}/analysis`, {
    game: match.game,
    position: session.position.join(","),
  });
  /** @type {HTMLDialogElement} */
  let dialog;
  /** @param {Promise<any>} answer a match with its seats */
  const open = async (answer) => {
    try {
      const raw = await answer;
      const next = await Session.adopt(
        raw,
        session.isAgainstMachine ? undefined : (seats) => mine(session, seats),
      );
      history.pushState(null, "", `/m/${next.match.id}`);
      dialog.close();
      page.adopt(next);
      if (next.invitation) openShare(page, next);
    } catch (problem) {
      say(told, /** @type {Error} */ (problem).message);
    }
  };
  const file = html("input", {
    type: "file",
    accept: ".txt,text/plain",
    "data-action": "upload",
    change: () => {
      const chosen = file.files?.[0];
      if (chosen)
        void open(chosen.text().then((text) => postText("/api/records", text, { lang: lang() })));
    },
  });
  const token = session.seats[session.mySeat ?? 0] ?? null;
  const rematch = () =>
    postJson(`/api/matches/${match.id}/rematch`, null, { token, query: { lang: lang() } });
  dialog = openDialog(
    t("web.share.title"),
    session.invitation &&
      link("invite", t("web.share.friend"), `${origin}/m/${match.id}#${session.invitation}`, told),
    link("match", t("web.share.match"), `${origin}/m/${match.id}`, told),
    link("position", t("web.share.position"), position, told),
    html(
      "div",
      { class: "acts" },
      html(
        "a",
        {
          class: "button",
          href: `/api/matches/${match.id}/record`,
          download: `marienbad-${match.id}.txt`,
          "data-action": "record",
        },
        t("web.record.download"),
      ),
      !session.isWatching && button("rematch", t("web.rematch"), () => void open(rematch())),
    ),
    html("label", { class: "field upload" }, html("span", {}, t("web.record.upload")), file),
    told,
  );
}

/**
 * In a rematch the seats are swapped: this browser keeps the other one.
 * @param {Session} session
 * @param {(string | null)[]} seats
 */
function mine(session, seats) {
  if (session.holds(0) && session.holds(1)) return seats;
  const seat = 1 - (session.mySeat ?? 0);
  return seats.map((token, index) => (index === seat ? token : null));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} url
 * @param {HTMLElement} told
 */
function link(name, label, url, told) {
  const input = html("input", { type: "text", readonly: true, "data-link": name });
  input.value = url;
  input.addEventListener("focus", () => input.select());
  const copy = button(
    "copy",
    t("web.copy"),
    () => {
      input.select();
      navigator.clipboard.writeText(url).then(
        () => say(told, t("web.copied")),
        () => say(told, t("web.copy.by_hand")),
      );
    },
    { "aria-label": `${t("web.copy")} : ${label}` },
  );
  return html(
    "div",
    { class: "link" },
    html("label", { class: "field" }, html("span", {}, label), input),
    copy,
  );
}
