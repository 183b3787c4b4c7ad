// The sound of the table, off until it is wished for: a wooden click for each move, two soft notes
// at the end; where the device can tremble, it does.

import { button, set } from "../common/dom.js";
import { always } from "../common/storage.js";
import { t } from "../common/words.js";

const KEY = "marienbad.sound";
/** Two notes, up for one's own win and down for the other's, in hertz. */
const WON = [523.25, 659.25];
const LOST = [523.25, 440];

class Sound {
  isOn = always.getItem(KEY) === "on";
  /** @type {AudioContext | null} */ context = null;

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    always.setItem(KEY, isOn ? "on" : "off");
    this.take();
  }

  /** Where sound is made; a browser allows it only after the reader has done something. */
  audible() {
    if (!this.isOn || !navigator.userActivation?.hasBeenActive) return null;
    this.context ??= new AudioContext();
    return this.context;
  }

  /** Something wooden is put down: a short noise around one pitch. */
  take() {
    const context = this.audible();
    if (!context) return;
    const length = Math.ceil(context.sampleRate * 0.06);
    const noise = context.createBuffer(1, length, context.sampleRate);
    const samples = noise.getChannelData(0);
    samples.forEach((_, index) => {
      samples[index] = (2 * Math.random() - 1) * Math.exp((-9 * index) / length);
    });
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1400, Q: 3 });
    const level = new GainNode(context, { gain: 0.9 });
    source.connect(wood).connect(level).connect(context.destination);
    source.start();
    navigator.vibrate?.(12);
  }

  /** @param {boolean} isWon */
  end(isWon) {
    const context = this.audible();
    if (!context) return;
    (isWon ? WON : LOST).forEach((frequency, order) => {
      const begin = context.currentTime + 0.15 + 0.28 * order;
      const note = new OscillatorNode(context, { type: "sine", frequency });
      const level = new GainNode(context, { gain: 0 });
      level.gain.setValueAtTime(0, begin);
      level.gain.linearRampToValueAtTime(0.16, begin + 0.02);
      level.gain.exponentialRampToValueAtTime(0.001, begin + 0.7);
      note.connect(level).connect(context.destination);
      note.start(begin);
      note.stop(begin + 0.75);
    });
    navigator.vibrate?.([20, 80, 30]);
  }
}

export const sound = new Sound();

/** The switch of the sound. */
export function soundSwitch() {
  const isPressed = () => ({ "aria-pressed": String(sound.isOn) });
  const turned = button(
    "sound",
    t("web.sound"),
    () => {
      sound.turn(!sound.isOn);
      set(turned, isPressed());
    },
    isPressed(),
  );
  return turned;
}
