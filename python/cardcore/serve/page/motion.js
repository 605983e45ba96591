// Cards that move to where they lie next, unless somebody prefers that nothing moves.

import { recall } from "./memory.js";

const LONG = 320;

export function moves() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return recall("motion", !still);
}

/** @returns {NodeListOf<HTMLElement>} */
function cards() {
  return document.querySelectorAll("[data-card]");
}

function places() {
  /** @type {Map<string | undefined, DOMRect>} */
  const found = new Map();
  for (const card of cards()) {
    found.set(card.dataset.card, card.getBoundingClientRect());
  }
  return found;
}

/**
 * Change the page, and let every card glide from its old place; new ones come from whoever played
 * them.
 *
 * @param {() => void} change
 * @param {(card: HTMLElement) => DOMRect | null | undefined} [source]
 */
export function glide(change, source) {
  if (!moves() || document.hidden) return change();
  const before = places();
  change();
  for (const card of cards()) {
    const now = card.getBoundingClientRect();
    const then = before.get(card.dataset.card) ?? source?.(card);
    if (!then || !now.width) continue;
    const x = then.left + then.width / 2 - now.left - now.width / 2;
    const y = then.top + then.height / 2 - now.top - now.height / 2;
    if (Math.abs(x) + Math.abs(y) < 4) continue;
    card.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], {
      duration: LONG,
      easing: "cubic-bezier(.2,.8,.3,1)",
    });
  }
}
