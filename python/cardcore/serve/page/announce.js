// What is said aloud: moves in a polite voice, refusals at once.

import { part } from "./dom.js";

/** @type {number | undefined} */
let timer;
/** @type {string[]} */
let waiting = [];

/** @param {string[]} sentences */
export function announce(...sentences) {
  waiting.push(...sentences);
  clearTimeout(timer);
  // Moves that come in quick succession are told together, and none is lost.
  timer = setTimeout(() => {
    part("news").textContent = waiting.slice(-6).join(". ");
    waiting = [];
  }, 120);
}

/** @type {number | undefined} */
let hiding;

/** @param {string} text */
export function alarm(text) {
  const place = part("alarm");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    place.classList.remove("shown");
    place.textContent = "";
  }, 6000);
}
