// Arrows among the objects of rows.

/** @typedef {{lastPiece: () => HTMLElement | null}} Row */
/** @typedef {{rows: Row[], piece: (heap: number, index: number) => HTMLElement | null}} Rows */

/**
 * Move the focus where an arrow leads, from an object or from nowhere; says whether there is something.
 * @param {Rows} board
 * @param {string} key
 * @param {HTMLElement | null} piece
 */
export function moveFocus(board, key, piece) {
  const across = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const next = nextPiece(board, piece, across, down);
  next?.focus();
  return next !== null;
}

/**
 * @param {Rows} board
 * @param {HTMLElement | null} piece
 * @param {number} across
 * @param {number} down
 */
function nextPiece(board, piece, across, down) {
  const { rows } = board;
  const standing = rows.flatMap((row, heap) => (row.lastPiece() ? [heap] : []));
  if (!standing.length) return null;
  if (!piece) return rows[standing[0] ?? 0]?.lastPiece() ?? null;
  const heap = Number(piece.dataset.heap);
  const index = Number(piece.dataset.index) + across;
  if (across) return board.piece(heap, index);
  const beyond = standing.filter((other) => (other - heap) * down > 0);
  const nearest = down > 0 ? beyond[0] : beyond.at(-1);
  if (nearest === undefined) return null;
  return board.piece(nearest, index) ?? rows[nearest]?.lastPiece() ?? null;
}
