// A class: a hall in which rooms are opened and found, and the room of a code for whoever has its pass.

import { address, moveTo } from "../common/address.js";
import { html, refill } from "../common/dom.js";
import { t } from "../common/words.js";
import { Hall } from "./hall.js";
import { forget, keep, kept } from "./passes.js";
import { RoomView } from "./room.js";

export class ClassPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {RoomView | null} */
    this.room = null;
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
