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

/** @type {Map<string, number>} */
const hiding = new Map();

/**
 * @param {string} id
 * @param {string} text
 */
function flash(id, text) {
  const place = part(id);
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(hiding.get(id));
  hiding.set(
    id,
    setTimeout(() => {
      place.classList.remove("shown");
      place.textContent = "";
    }, 6000),
  );
}

/**
 * Say at once what went wrong.
 *
 * @param {string} text
 */
export function alarm(text) {
  flash("alarm", text);
}

/**
 * Show something in passing, such as what somebody has said.
 *
 * @param {string} text
 */
export function toast(text) {
  flash("toast", text);
}
