// A board that is pointed at, by mouse, finger or focus alike.

export class PointedBoard extends HTMLElement {
  constructor() {
    super();
    this.addEventListener("pointerover", (event) => this.point(event.target));
    this.addEventListener("pointerleave", () => this.point(null));
    this.addEventListener("focusin", (event) => this.point(event.target));
    this.addEventListener("focusout", () => this.point(null));
    this.addEventListener("click", (event) => this.press(event.target));
  }

  /**
   * Show what choosing this would take; null: nothing is pointed at any more.
   * @param {EventTarget | null} _target
   */
  point(_target) {}

  /** @param {EventTarget | null} _target */
  press(_target) {}
}
