// Whether letters do anything: those who speak to their computer had better switch them off.

import { always } from "../common/storage.js";

const KEY = "marienbad.letters";

export function areLettersOn() {
  return always.getItem(KEY) !== "off";
}

/** @param {boolean} areOn */
export function turnLetters(areOn) {
  always.setItem(KEY, areOn ? "on" : "off");
}
