// How somebody likes the page: colors, cards, sounds and speed, kept in this browser.

import { keep, recall } from "./memory.js";

/** What can be chosen; the first is what everybody begins with. */
export const CHOICES = {
  theme: ["system", "light", "dark"],
  felt: ["green", "blue", "wine", "slate"],
  deck: ["two", "four"],
  back: ["lattice", "waves", "stars"],
  tempo: ["normal", "calm", "quick", "instant"],
};

/** @typedef {keyof typeof CHOICES} Choosable */

/** By how much moments last longer than usual. */
const TEMPOS = { normal: 1, calm: 1.7, quick: 0.5, instant: 0 };

/** @param {Choosable} name */
export function preference(name) {
  const known = CHOICES[name], chosen = recall(name, known[0]);
  return known.includes(chosen) ? chosen : known[0];
}

/**
 * @param {Choosable} name
 * @param {string} value
 */
export function prefer(name, value) {
  keep(name, value);
  applyPreferences();
}

/** Dress the page as it was chosen. */
export function applyPreferences() {
  const { dataset } = document.documentElement;
  const theme = preference("theme");
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.felt = preference("felt");
  dataset.deck = preference("deck");
  dataset.back = preference("back");
}

/**
 * Give how long something is shown that usually takes this many milliseconds.
 *
 * @param {number} usual
 */
export function lasting(usual) {
  const tempo = /** @type {keyof typeof TEMPOS} */ (preference("tempo"));
  return usual * TEMPOS[tempo];
}

/** Whether cards may move: chosen here, or else what the system asks for. */
export function moves() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return recall("motion", !still) && preference("tempo") !== "instant";
}
