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
  /** @type {Map<number, [number, number]>} */
  const held = new Map();
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
