// What of the map is in view: the middle, and how wide a cell is drawn. A link can hold it.

/**
 * @typedef {object} Frame where the cells are drawn, in pixels of the page
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 */

/** @typedef {[column: number, row: number]} Cell */

/** The widest that a cell is drawn. */
const WIDEST = 72;
/** No cell lies farther out. */
const FARTHEST = 2 ** 52;

export class View {
  /** @type {Frame} */ frame = { left: 0, top: 0, width: 1, height: 1 };
  /** The middle of what is seen, in cells. */
  x = 0;
  y = 0;
  /** Pixels of a cell. */
  scale = 4;
  /** Whether rows are read downwards, as those of a strip are. */
  isDown = false;
  /** Whether somebody has moved the view: until then it shows the corner. */
  isMoved = false;
  /** How many cells there are in each direction, as far as is known. */
  columns = FARTHEST;
  rows = FARTHEST;

  /** How many cells the shorter side shows. */
  get span() {
    return Math.min(this.frame.width, this.frame.height) / this.scale;
  }

  /** The least scale: all there is fits. */
  get least() {
    const { width, height } = this.frame;
    // a strip is as wide as it is, however long
    return Math.min(WIDEST, width / this.columns, this.isDown ? WIDEST : height / this.rows);
  }

  /** Show so many cells from the corner. @param {number} columns @param {number} rows */
  showCorner(columns, rows) {
    const { width, height } = this.frame;
    this.scale = this.isDown ? width / columns : Math.min(width / columns, height / rows);
    this.x = this.y = 0;
    this.clamp();
  }

  clamp() {
    const { width, height } = this.frame;
    this.scale = Math.max(this.least, Math.min(WIDEST, this.scale));
    const bound = (/** @type {number} */ middle, /** @type {number} */ side, /** @type {number} */ end) => {
      const half = side / this.scale / 2;
      return Math.max(half, Math.min(middle, Math.max(half, end)));
    };
    this.x = bound(this.x, width, this.columns);
    this.y = bound(this.y, height, this.rows);
  }

  /** Where a point of the map is drawn. @param {number} x @param {number} y @returns {[number, number]} */
  place(x, y) {
    const { left, top, width, height } = this.frame;
    const down = (this.isDown ? 1 : -1) * (y - this.y) * this.scale;
    return [left + width / 2 + (x - this.x) * this.scale, top + height / 2 + down];
  }

  /** The point of the map that is drawn there. @param {number} px @param {number} py @returns {[number, number]} */
  pointAt(px, py) {
    const { left, top, width, height } = this.frame;
    const up = (this.isDown ? 1 : -1) * (py - top - height / 2);
    return [this.x + (px - left - width / 2) / this.scale, this.y + up / this.scale];
  }

  /** @param {number} px @param {number} py @returns {Cell | null} */
  cellAt(px, py) {
    const { left, top, width, height } = this.frame;
    if (px < left || py < top || px >= left + width || py >= top + height) return null;
    const [x, y] = this.pointAt(px, py);
    return [Math.floor(x), Math.floor(y)];
  }

  /** The first and the last cells in view. @returns {{columns: [number, number], rows: [number, number]}} */
  get extent() {
    const { width, height } = this.frame;
    const [half, tall] = [width / this.scale / 2, height / this.scale / 2];
    return {
      columns: [Math.max(0, Math.floor(this.x - half)), Math.ceil(this.x + half) - 1],
      rows: [Math.max(0, Math.floor(this.y - tall)), Math.ceil(this.y + tall) - 1],
    };
  }

  /** @param {number} right pixels to the right @param {number} down pixels down */
  move(right, down) {
    this.x += right / this.scale;
    this.y += ((this.isDown ? 1 : -1) * down) / this.scale;
    this.isMoved = true;
    this.clamp();
  }

  /** Zoom so that what is at a place stays there. @param {number} factor @param {[number, number]} [place] */
  zoom(factor, place) {
    const { left, top, width, height } = this.frame;
    const [px, py] = place ?? [left + width / 2, top + height / 2];
    const [x, y] = this.pointAt(px, py);
    this.scale = Math.max(this.least, Math.min(WIDEST, this.scale * factor));
    const [nowX, nowY] = this.pointAt(px, py);
    this.x += x - nowX;
    this.y += y - nowY;
    this.isMoved = true;
    this.clamp();
  }

  /** Have a cell in view. @param {Cell} cell */
  reveal([x, y]) {
    const { columns, rows } = this.extent;
    const isBeside = x < columns[0] || x > columns[1];
    const isBeyond = y < rows[0] || y > rows[1];
    if (isBeside) this.x = x + 0.5;
    if (isBeyond) this.y = y + 0.5;
    if (isBeside || isBeyond) this.isMoved = true;
    this.clamp();
  }

  /** What a link says of the view; nothing before it was moved. @returns {Record<string, string | null>} */
  get parameters() {
    if (!this.isMoved) return { centre: null, span: null };
    const short = (/** @type {number} */ number) => String(Number(number.toFixed(2)));
    return { centre: `${short(this.x)},${short(this.y)}`, span: short(this.span) };
  }

  /** Show what a link says. @param {URLSearchParams} query @returns {boolean} whether it says anything that can be shown */
  read(query) {
    const [x = NaN, y = NaN] = (query.get("centre") ?? "").split(",").map(Number);
    const span = Number(query.get("span"));
    if (!(x >= 0 && y >= 0 && span > 0)) return false;
    this.scale = Math.min(this.frame.width, this.frame.height) / span;
    [this.x, this.y] = [x, y];
    this.isMoved = true;
    this.clamp();
    return true;
  }
}

// Fingers, mouse and wheel over the map: drag to move it, pinch or wheel to zoom, tap to choose.

/**
 * @typedef {object} Hands what is done with the map
 * @property {(right: number, down: number) => void} move in pixels
 * @property {(factor: number, place: [number, number]) => void} zoom
 * @property {(place: [number, number]) => void} tap
 * @property {(place: [number, number] | null) => void} hover
 */

/** A pointer that moves less than this still taps. */
const STILL = 6;
const WHEEL = 0.0016;
/** A trackpad that is pinched says so by the control key, in smaller steps. */
const PINCHED = 0.01;
/** A line of a wheel that counts lines, in pixels. */
const LINE = 30;

/** @param {HTMLCanvasElement} canvas @param {Hands} hands */
export function listen(canvas, hands) {
  /** @type {Map<number, [number, number]>} */ const held = new Map();
  let isTap = false;
  let begin = /** @type {[number, number]} */ ([0, 0]);
  /** @param {MouseEvent} event @returns {[number, number]} */
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held.set(event.pointerId, place(event));
    canvas.setPointerCapture(event.pointerId);
    isTap = held.size === 1;
    begin = place(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = held.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") hands.hover(now);
      return;
    }
    if (isTap && Math.hypot(now[0] - begin[0], now[1] - begin[1]) < STILL) return;
    isTap = false;
    hands.hover(null);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    if (other) pinch(other, before, now);
    else hands.move(before[0] - now[0], before[1] - now[1]);
  });
  /** @param {[number, number]} other @param {[number, number]} before @param {[number, number]} now */
  const pinch = (other, before, now) => {
    const apart = (/** @type {[number, number]} */ [x, y]) => Math.max(8, Math.hypot(x - other[0], y - other[1]));
    hands.zoom(apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    hands.move((before[0] - now[0]) / 2, (before[1] - now[1]) / 2);
  };
  canvas.addEventListener("pointerup", (event) => {
    if (held.delete(event.pointerId) && isTap) hands.tap(place(event));
    isTap = false;
  });
  canvas.addEventListener("pointercancel", (event) => {
    held.delete(event.pointerId);
    isTap = false;
  });
  canvas.addEventListener("pointerleave", () => hands.hover(null));
  canvas.addEventListener("dblclick", (event) => hands.zoom(2, place(event)));
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      hands.hover(null);
      const far = event.deltaY * (event.deltaMode ? LINE : 1);
      hands.zoom(Math.exp(-far * (event.ctrlKey ? PINCHED : WHEEL)), place(event));
    },
    { passive: false },
  );
}

// When the map is painted again though nobody has touched it: another size, another theme, paper.

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./drawing.js").MapDrawing} drawing
 * @returns {() => void} to have it no longer
 */
export function keepPainted(canvas, drawing) {
  const away = new AbortController();
  const { signal } = away;
  const later = () => drawing.later();
  // at once: the frame that shows the new size is about to be drawn
  const sizes = new ResizeObserver(() => drawing.paint());
  sizes.observe(canvas);
  const themes = new MutationObserver(later);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later, { signal });
  addEventListener("beforeprint", () => drawing.print(), { signal });
  addEventListener("afterprint", () => drawing.printed(), { signal });
  return () => {
    away.abort();
    sizes.disconnect();
    themes.disconnect();
  };
}
