// A class: a hall in which rooms are opened and found, and the room of a code for whoever has its pass.

import { address, moveTo } from "../common/address.js";
import { postJson } from "../common/api.js";
import { html, say, refill } from "../common/dom.js";
import { Field } from "../common/fields.js";
import { t } from "../common/words.js";
import { Choosing, forget, keep, kept } from "./choosing.js";
import { RoomView } from "./room.js";

/** @typedef {import("./choosing.js").Pass} Pass */

// Before the room: a pupil finds it by its code and chooses a name, a teacher opens one.

class Hall {
  /**
   * @param {string} code of the room that the link leads to, if any
   * @param {string} notice what has happened before
   * @param {(pass: Pass) => void} enter
   */
  constructor(code, notice, enter) {
    this.code = new Field(t("classroom.code"), {
      "data-input": "code",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: 8,
    });
    this.code.input.value = code;
    this.name = new Field(t("classroom.name"), {
      "data-input": "name",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: 24,
    });
    this.choosing = code ? null : new Choosing("marienbad", true);
    const said = html("p.notice", { role: "status" }, notice);
    const joining = html(
      "form",
      { class: "joining", submit: (event) => void this.join(event, enter) },
      html("h2", t("classroom.join")),
      html("p.lead", t("classroom.join.lead")),
      this.code.element,
      this.name.element,
      html("button.primary", { type: "submit", "data-action": "join" }, t("classroom.join.act")),
    );
    this.problem = html("p.problem", { role: "alert" });
    const opening =
      this.choosing &&
      html(
        "form",
        { class: "opening", submit: (event) => void this.open(event, enter) },
        html("h2", t("classroom.open")),
        html("p.lead", t("classroom.open.lead")),
        this.choosing.element,
        this.problem,
        html("button.primary", { type: "submit", "data-action": "open-room" }, t("classroom.open.act")),
      );
    this.element = html("div.hall", said, joining, opening);
    if (code) queueMicrotask(() => this.name.input.focus());
  }

  /** @param {Event} event @param {(pass: Pass) => void} enter */
  async join(event, enter) {
    event.preventDefault();
    const code = this.code.text.trim().toUpperCase();
    this.code.refuse("");
    this.name.refuse("");
    if (!code) this.code.refuse(t("classroom.code.missing"));
    else if (!this.name.text.trim()) this.name.refuse(t("classroom.name.missing"));
    else
      try {
        const path = `/api/rooms/${encodeURIComponent(code)}/pupils`;
        const { token } = await postJson(path, { name: this.name.text });
        enter({ code, token });
      } catch (problem) {
        const { key, message } = /** @type {import("../common/api.js").Refusal} */ (problem);
        (key === "room.unknown" ? this.code : this.name).refuse(message);
      }
  }

  /** @param {Event} event @param {(pass: Pass) => void} enter */
  async open(event, enter) {
    event.preventDefault();
    const wish = this.choosing?.read();
    if (!wish) return;
    say(this.problem, "");
    try {
      enter(await postJson("/api/rooms", wish));
    } catch (problem) {
      say(this.problem, /** @type {Error} */ (problem).message);
    }
  }
}

export class ClassPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {RoomView | null} */ this.room = null;
  }

  async open() {
    const query = new URLSearchParams(location.search);
    const code = (query.get("code") ?? "").trim().toUpperCase();
    // A projector in another window, or on another machine, brings its pass in the link.
    const brought = location.hash.slice(1);
    if (code && brought.startsWith("room.")) {
      if (!kept(code)) keep({ code, token: brought, projector: brought });
      moveTo(address("/class", { code, view: "projector" }), "replace");
      this.enter(code, brought);
      return;
    }
    const isProjector = query.get("view") === "projector";
    const pass = kept(code)?.[isProjector ? "projector" : "token"];
    if (code && pass) this.enter(code, pass);
    else this.wait(code);
  }

  /** In the hall, before a room. @param {string} code @param {string} [notice] */
  wait(code, notice = "") {
    this.room?.close();
    this.room = null;
    const hall = new Hall(code, notice, (found) => {
      keep(found);
      moveTo(address("/class", { code: found.code }), "push");
      this.enter(found.code, found.token);
    });
    refill(this.place, html("div.classroom.page", html("h1", t("classroom.title")), hall.element));
  }

  /** @param {string} code @param {string} token */
  enter(code, token) {
    this.room?.close();
    this.room = new RoomView(code, token, (notice) => {
      forget(code);
      moveTo(address("/class"), "replace");
      this.wait("", notice);
    });
    refill(this.place, this.room.element);
  }

  close() {
    this.room?.close();
  }
}
