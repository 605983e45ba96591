// Sounds, made here with oscillators and noise: no file is loaded for them.

import { keep, recall } from "./memory.js";

/** @type {AudioContext | null} */
let context = null;

export function isMuted() {
  return recall("muted", false);
}

/** @param {boolean} muted */
export function mute(muted) {
  keep("muted", muted);
}

export function volume() {
  return recall("volume", 0.5);
}

/** @param {number} loudness */
export function setVolume(loudness) {
  keep("volume", loudness);
}

// Browsers allow sound once somebody has touched the page.
for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  }, { passive: true });
}

/**
 * A tone: from a pitch to another, at a time and for a number of seconds.
 *
 * @param {AudioContext} audio
 * @param {{ at?: number, from: number, to?: number, long: number, loud?: number,
 *   shape?: OscillatorType }} tone
 */
function tone(audio, { at = 0, from, to = from, long, loud = 0.3, shape = "sine" }) {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + long);
  fade(audio, source, start, long, loud);
}

/**
 * A rustle, as of a card on cloth.
 *
 * @param {AudioContext} audio
 * @param {{ at?: number, pitch: number, long: number, loud?: number }} rustle
 */
function rustle(audio, { at = 0, pitch, long, loud = 0.5 }) {
  const start = audio.currentTime + at;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter);
  fade(audio, source, start, long, loud, filter);
}

/**
 * @param {AudioContext} audio
 * @param {AudioScheduledSourceNode} source
 * @param {number} start
 * @param {number} long
 * @param {number} loud
 * @param {AudioNode} last
 */
function fade(audio, source, start, long, loud, last = source) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud * volume(), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  last.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + long);
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  deal: (audio) => {
    for (let card = 0; card < 5; card++) {
      rustle(audio, { at: card * 0.07, pitch: 2600 + 120 * card, long: 0.06, loud: 0.4 });
    }
  },
  card: (audio) => {
    rustle(audio, { pitch: 1900, long: 0.07 });
    tone(audio, { from: 170, to: 90, long: 0.06, loud: 0.25 });
  },
  take: (audio) => rustle(audio, { pitch: 1200, long: 0.22, loud: 0.35 }),
  tap: (audio) => tone(audio, { from: 240, to: 120, long: 0.09, loud: 0.4, shape: "triangle" }),
  chips: (audio) => {
    for (let chip = 0; chip < 3; chip++) {
      tone(audio, { at: chip * 0.05, from: 3200 + 300 * chip, long: 0.05, loud: 0.08 });
    }
  },
  turn: (audio) => {
    tone(audio, { from: 660, long: 0.12, loud: 0.14 });
    tone(audio, { at: 0.1, from: 880, long: 0.18, loud: 0.14 });
  },
  chat: (audio) => tone(audio, { from: 1040, to: 1320, long: 0.12, loud: 0.1 }),
  win: (audio) => {
    [523, 659, 784, 1047].forEach((from, place) =>
      tone(audio, { at: place * 0.12, from, long: 0.35, loud: 0.2, shape: "triangle" })
    );
  },
  lose: (audio) => {
    [392, 330, 262].forEach((from, place) =>
      tone(audio, { at: place * 0.16, from, long: 0.3, loud: 0.13, shape: "triangle" })
    );
  },
};

/** @param {string} name */
export function play(name) {
  if (!context || context.state !== "running" || isMuted() || document.hidden) return;
  SOUNDS[name]?.(context);
}
