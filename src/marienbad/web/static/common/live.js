// A live match or room: a socket that comes back by itself, as soon as the network does. Where none
// gets through, as behind some proxies of schools, it is asked for each time that it was tried.
// One that a sleep has cut off may look open for long: whoever comes back gets another.

import { address } from "./address.js";
import { QUICK, getJson } from "./api.js";

const FIRST_WAIT = 400;
const LAST_WAIT = 10_000;
/** A socket that was silent for so long may be cut off. */
const QUIET = 15_000;
/** Codes from here on mean that there is nothing to come back to. */
const NOT_HERE = 4400;

export class Live {
  /**
   * @param {string} path of what is followed
   * @param {(raw: any) => void} receive
   * @param {(isConnected: boolean) => void} connection
   * @param {{token?: string | null} | null} [introduction] who is here: whoever says so is told who else is
   * @param {(message: string) => void} [refuse] is told why nothing comes
   */
  constructor(path, receive, connection, introduction = null, refuse = () => {}) {
    this.path = path;
    this.refuse = refuse;
    this.receive = receive;
    this.connection = connection;
    this.introduction = introduction;
    this.wait = FIRST_WAIT;
    this.isClosed = false;
    /** @type {WebSocket | null} */ this.socket = null;
    this.heard = Date.now();
    const { signal } = this.end;
    addEventListener("online", () => this.renew(), { signal });
    const comeBack = () => {
      if (!document.hidden && Date.now() - this.heard > QUIET) this.renew();
    };
    addEventListener("pageshow", comeBack, { signal });
    document.addEventListener("visibilitychange", comeBack, { signal });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${address(this.path)}/live`);
    this.socket = socket;
    this.heard = Date.now();
    let hasOpened = false;
    socket.addEventListener("open", () => {
      hasOpened = true;
      if (socket !== this.socket) socket.close();
      else if (this.introduction) socket.send(JSON.stringify(this.introduction));
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      this.wait = FIRST_WAIT;
      this.connection(true);
      const news = JSON.parse(event.data);
      if (news.error) this.refuse(news.error.message);
      else this.receive(news);
    });
    socket.addEventListener("close", (event) => {
      if (this.isClosed || socket !== this.socket || event.code >= NOT_HERE) return;
      if (hasOpened) this.connection(false);
      else void this.ask();
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LAST_WAIT);
    });
  }

  async ask() {
    const token = this.introduction?.token ?? null;
    const found = await getJson(this.path, {}, QUICK, token).catch(() => null);
    if (this.isClosed || this.socket?.readyState === WebSocket.OPEN) return;
    this.connection(found !== null);
    if (found) this.receive(found);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */ timer = undefined;

  end = new AbortController();

  /** Another socket in place of this one, and meanwhile the match as it stands. */
  renew() {
    clearTimeout(this.timer);
    this.leave();
    this.open();
    void this.ask();
  }

  close() {
    this.isClosed = true;
    this.end.abort();
    clearTimeout(this.timer);
    this.leave();
  }

  /** Leave the socket. One that is not open yet is closed when it is: the browser complains where it is closed before. */
  leave() {
    const { socket } = this;
    this.socket = null;
    if (socket?.readyState === WebSocket.OPEN) socket.close();
  }
}
