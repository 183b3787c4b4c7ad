// The keyboard: arrows among matches and squares, Space, Enter, and a letter for each act.

import { moveFocus } from "../board/pieces.js";
import { areLettersOn } from "../common/storage.js";

/** @typedef {import("./page.js").PlayPage} PlayPage */

/** What is longer than its place is scrolled by these keys. */
const SCROLLED = ".coach-text, .wide";
const SCROLLS = /^(?:Arrow|Home|End|Page)/u;

/** @param {PlayPage} page */
export function bindKeys(page) {
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea")) {
      if (event.key === "Enter" && target.matches("[data-input], .row-slider")) void page.session?.take();
      return;
    }
    if (handle(page, event, target)) event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** Do what a key means, and say whether it means anything. @param {PlayPage} page @param {KeyboardEvent} event @param {HTMLElement} target */
function handle(page, event, target) {
  const piece = /** @type {HTMLElement | null} */ (target.closest("[data-heap], [data-square]"));
  const isPress = event.key === " " || event.key === "Enter";
  // A key that is held down presses once.
  if (event.repeat && isPress) return target.closest("button") !== null;
  if (target.matches(SCROLLED) && SCROLLS.test(event.key)) return false;
  if (!piece && lookBack(page, event.key)) return true;
  if (event.key.startsWith("Arrow")) return moveFocus(page.board.rows, event.key, piece);
  if (piece && isPress) return press(page, event.key, piece);
  switch (event.key.toLowerCase()) {
    case "enter":
      if (target.closest("button, a, summary") || !page.session?.choice.isLegal) return false;
      void page.session.take();
      return true;
    case "escape":
      if (document.querySelector(":popover-open")) return false;
      if (page.session?.viewed != null) page.look(null);
      else page.session?.choice.clear();
      page.coach.slide(false);
      return true;
    default:
      if (event.repeat || !isOnBoard(page) || !areLettersOn()) return false;
      return pressLetter(page, event.key.toLowerCase());
  }
}

/** @param {PlayPage} page */
function isOnBoard(page) {
  return page.board.element.contains(document.activeElement);
}

/** @param {PlayPage} page @param {string} letter */
function pressLetter(page, letter) {
  switch (letter) {
    case "h":
      void page.coach.openNext();
      return true;
    case "u":
      void page.session?.undo();
      return true;
    case "n":
      void page.rounds.newGame();
      return true;
    case "?":
      void page.openKeys();
      return true;
    default:
      return false;
  }
}

/** Outside the board the arrows look back and forth. @param {PlayPage} page @param {string} key */
function lookBack(page, key) {
  if (!page.session?.match.ply) return false;
  if (key === "Home") page.look(0);
  else if (key === "End") page.look(null);
  else if (key === "ArrowLeft") page.step(-1);
  else if (key === "ArrowRight") page.step(1);
  else return false;
  return true;
}

/**
 * Space chooses what has the focus, or gives it up; Enter takes what is chosen.
 * @param {PlayPage} page
 * @param {string} key
 * @param {HTMLElement} piece
 */
function press(page, key, piece) {
  const choice = page.session?.choice;
  if (!choice) return false;
  if (key === "Enter" && choice.isLegal && !choice.isEmpty) {
    void page.session?.take();
  } else if (key === " " && isChosen(page, piece)) {
    if (piece.dataset.heap) choice.choose(Number(piece.dataset.heap), 0n);
    else choice.clear();
  } else {
    piece.click();
  }
  return true;
}

/** @param {PlayPage} page @param {HTMLElement} piece */
function isChosen(page, piece) {
  if (piece.dataset.square) return piece.classList.contains("chosen");
  const heap = Number(piece.dataset.heap);
  const taken = page.session?.choice.take[heap] ?? 0n;
  const left = (page.session?.position[heap] ?? 0n) - taken;
  return taken > 0n && left === BigInt(piece.dataset.index ?? -1);
}
