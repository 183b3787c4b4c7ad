// The parts of the page that the first move does not need. They are fetched when the browser has
// time, so that they open at once and also when the server is gone.

import { later, whenIdle } from "../common/rest.js";

/** The explanation of a position and its picture: the last of the coach's doors. */
export const loadReason = () => later(import("./reason.js"));

/** What two people at one match need. */
export const loadFriends = () => later(import("./friends.js"));

/** The dialog of a new game. */
export const loadSetup = () => later(import("./setup.js"));

/** The dialog of links and records, with the drawing of a QR code. */
export const loadShare = () => later(import("./share.js"));

/** The dialog of the keys. */
export const loadKeys = () => later(import("./shortcuts.js"));

/** Two machines that play on this page alone. */
export const loadWatch = () => later(import("./watch.js"));

export function fetchParts() {
  const parts = [loadReason, loadFriends, loadSetup, loadShare, loadKeys, loadWatch];
  // One that does not come now is asked for again when it is wanted.
  whenIdle(() => void Promise.allSettled(parts.map((load) => load())));
}
