// The switch between the boards that can draw a match, and the map of the chessboard.

import { BOARD_KINDS } from "../board/board.js";
import { button, html, refill } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/board.js").BoardKind} BoardKind */
/** @typedef {import("./model.js").Game} Game */

/**
 * @param {HTMLElement} place
 * @param {Board} board
 * @param {{game: Game, start: bigint[], kind: BoardKind | undefined, hasMap?: boolean}} shown
 * @param {{changed: () => void, mapShown?: () => void}} tell
 */
export function paintViews(place, board, { game, start, kind, hasMap = true }, { changed, mapShown }) {
  const possible = board.possible(start);
  const { map } = board;
  const shape = `${possible} ${kind} ${map.isWanted} ${map.problem} ${hasMap}`;
  if (place.dataset.shape === shape) return;
  place.dataset.shape = shape;
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-view") : null;
  const choices = BOARD_KINDS.filter((name) => possible.length > 1 && possible.includes(name));
  const showMap = () => {
    map.turn(!map.isWanted, () => {
      if (!map.problem) mapShown?.();
      changed();
    });
    changed();
  };
  refill(
    place,
    ...choices.map((name) =>
      button(
        "view",
        t(`web.board.${name}`),
        () => {
          board.prefer(game, name);
          changed();
        },
        { "data-view": name, "aria-pressed": String(name === kind) },
      ),
    ),
    kind === "chess" &&
      hasMap &&
      button("map", t("web.map"), showMap, { "data-view": "map", "aria-pressed": String(map.isWanted) }),
    map.problem && html("span.problem", { role: "alert" }, map.problem),
  );
  const again = place.querySelector(`[data-view="${focused}"]`);
  if (again instanceof HTMLElement) again.focus();
}
