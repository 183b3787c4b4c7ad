// The live match: a socket that comes back by itself, as soon as the network does.

import { address } from "../common/address.js";

const FIRST_WAIT = 400;
const LAST_WAIT = 10_000;
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
    this.hurry = () => this.retryNow();
    addEventListener("online", this.hurry);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = address(`/api/matches/${encodeURIComponent(this.id)}/live`);
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.socket = socket;
    if (this.introduction)
      socket.addEventListener("open", () => socket.send(JSON.stringify(this.introduction)));
    socket.addEventListener("message", (event) => {
      this.wait = FIRST_WAIT;
      this.connection(true);
      const news = JSON.parse(event.data);
      if (!news.error) this.receive(news);
    });
    socket.addEventListener("close", (event) => {
      if (this.isClosed || event.code === NOT_FOUND) return;
      this.connection(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LAST_WAIT);
    });
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  retryNow() {
    if (this.isClosed || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    this.socket?.close();
  }
}
