// A board that is pointed at, by mouse, finger or focus alike.

export class PointedBoard extends HTMLElement {
  constructor() {
    super();
    this.addEventListener("pointerover", (event) => this.point(event.target));
    this.addEventListener("pointerleave", () => this.point(null));
    this.addEventListener("focusin", ({ target }) => {
      // Where a finger or a script has left the focus, nothing is pointed at.
      if (target instanceof Element && target.matches(":focus-visible")) this.point(target);
    });
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
