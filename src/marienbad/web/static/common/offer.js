// A short notice with one button, for a while: to take back what was just done.

import { button, html, say, set } from "./dom.js";

const SHOWN = 12_000;

export class Offer {
  constructor() {
    /** @type {() => void} */ this.act = () => {};
    this.stays = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
    // It is there before it has anything to say: so what it says is announced.
    this.text = html("span", { "aria-live": "polite" });
    this.knob = button("offer", "", () => {
      const { act } = this;
      this.hide();
      act();
    });
    const rest = () => clearTimeout(this.timer);
    const goOn = () => this.wait();
    this.element = html(
      "div.offer",
      { pointerenter: rest, focusin: rest, pointerleave: goOn, focusout: goOn },
      this.text,
      this.knob,
    );
    this.hide();
  }

  /**
   * @param {string} text
   * @param {string} label
   * @param {() => void} act
   * @param {boolean} [stays] whether only what follows ends it
   */
  show(text, label, act, stays = false) {
    this.act = act;
    this.stays = stays;
    say(this.text, text);
    say(this.knob, label);
    set(this.knob, { hidden: false });
    set(this.element, { "data-shown": true });
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    if (!this.stays) this.timer = setTimeout(() => this.hide(), SHOWN);
  }

  hide() {
    this.stays = false;
    clearTimeout(this.timer);
    say(this.text, "");
    set(this.knob, { hidden: true });
    set(this.element, { "data-shown": null });
  }
}
