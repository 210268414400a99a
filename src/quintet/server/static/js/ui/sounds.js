// @ts-check
/** @file Short synthesized sounds; no files. */
/** @import {Sound} from "./settings.js" */

import { settings } from "./settings.js";

/** Notes: frequency in Hz, start and length in seconds, shape, loudness. @typedef {[number, number, number, OscillatorType, number]} Note */
/** @type {Record<Sound, Note[]>} */
const NOTES = {
  place: [
    [190, 0, 0.07, "triangle", 0.5],
    [95, 0, 0.05, "sine", 0.5],
  ],
  capture: [
    [300, 0, 0.05, "triangle", 0.3],
    [240, 0.05, 0.06, "triangle", 0.3],
  ],
  turn: [
    [120, 0, 0.1, "sawtooth", 0.06],
    [150, 0.1, 0.1, "sawtooth", 0.06],
    [90, 0.24, 0.06, "sine", 0.5],
  ],
  slide: [
    [160, 0, 0.12, "sawtooth", 0.05],
    [110, 0.12, 0.06, "sine", 0.4],
  ],
  score: [
    [523, 0, 0.09, "sine", 0.25],
    [659, 0.08, 0.14, "sine", 0.25],
  ],
  end: [
    [392, 0, 0.2, "sine", 0.25],
    [494, 0.15, 0.2, "sine", 0.25],
    [587, 0.3, 0.45, "sine", 0.25],
  ],
  notice: [
    [587, 0, 0.1, "sine", 0.2],
    [440, 0.11, 0.16, "sine", 0.2],
  ],
  time: [[880, 0, 0.05, "sine", 0.15]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} sound */
export function sound(sound) {
  if (!settings.volume || settings.sounds[sound] === false || (document.hidden && !settings.hiddenSounds)) return;
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [frequency, start, length, shape, loud] of NOTES[sound]) {
      const tone = new OscillatorNode(context, { frequency, type: shape });
      const volume = new GainNode(context, { gain: 0 });
      volume.gain.setValueAtTime(0, now + start);
      volume.gain.linearRampToValueAtTime(loud * 0.4 * settings.volume, now + start + 0.006);
      volume.gain.exponentialRampToValueAtTime(0.0005 * settings.volume, now + start + length);
      tone.connect(volume).connect(context.destination);
      tone.start(now + start);
      tone.stop(now + start + length + 0.02);
    }
  } catch {
    // A machine without sound stays silent.
  }
}
