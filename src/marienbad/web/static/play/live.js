// The live match: a socket that comes back by itself, as soon as the network does. Where none gets
// through, as behind some proxies of schools, the match is asked for each time that it was tried.
// One that a sleep has cut off may look open for long: whoever comes back gets another.

import { address } from "../common/address.js";
import { QUICK, getJson } from "../common/api.js";

const FIRST_WAIT = 400;
const LAST_WAIT = 10_000;
/** A socket that was silent for so long may be cut off. */
const QUIET = 15_000;
const NOT_FOUND = 4404;

export class Live {
  /**
   * @param {string} id
   * @param {(raw: any) => void} receive
   * @param {(isConnected: boolean) => void} connection
   * @param {unknown} [introduction] who is here: whoever says so is told who else is
   */
  constructor(id, receive, connection, introduction = null) {
    this.id = id;
    this.receive = receive;
    this.connection = connection;
    this.introduction = introduction;
    this.wait = FIRST_WAIT;
    this.isClosed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
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
    const path = address(`/api/matches/${encodeURIComponent(this.id)}/live`);
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
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
      if (!news.error) this.receive(news);
    });
    socket.addEventListener("close", (event) => {
      if (this.isClosed || socket !== this.socket || event.code === NOT_FOUND) return;
      if (hasOpened) this.connection(false);
      else void this.ask();
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LAST_WAIT);
    });
  }

  async ask() {
    const found = await getJson(`/api/matches/${encodeURIComponent(this.id)}`, {}, QUICK).catch(() => null);
    if (this.isClosed || this.socket?.readyState === WebSocket.OPEN) return;
    this.connection(found !== null);
    if (found) this.receive(found);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

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
