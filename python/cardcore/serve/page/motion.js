// Motion that explains: cards glide to where they lie next, are taken, and rain when one wins.

import { SHAPES } from "./cards.js";
import { moves } from "./preferences.js";

const LONG = 320;
const EASING = "cubic-bezier(.2,.8,.3,1)";

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
 * The way from the middle of one place to that of another.
 *
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function way(from, to) {
  return {
    x: from.left + from.width / 2 - to.left - to.width / 2,
    y: from.top + from.height / 2 - to.top - to.height / 2,
  };
}

/**
 * Change the page, and let every card glide from its old place; new ones come from the player
 * who played them, and dealt ones from the middle of the table, one after the other.
 *
 * @param {() => void} change
 * @param {(card: HTMLElement) => DOMRect | null | undefined} [source]
 */
export function glide(change, source) {
  if (!moves() || document.hidden) return change();
  const before = places();
  change();
  let dealt = 0;
  for (const card of cards()) {
    const now = card.getBoundingClientRect();
    const old = before.get(card.dataset.card);
    const then = old ?? source?.(card);
    if (!then || !now.width) continue;
    const { x, y } = way(then, now);
    if (Math.abs(x) + Math.abs(y) < 4) continue;
    card.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], {
      duration: LONG,
      easing: EASING,
      delay: old || card.dataset.by !== undefined ? 0 : 45 * dealt++,
      fill: "backwards",
    });
  }
}

/**
 * Move what lies in the middle to the player who has taken it.
 *
 * @param {number} seat
 */
export async function collect(seat) {
  const to = seatPlace(seat);
  if (!moves() || document.hidden || !to) return;
  const taken = document.querySelectorAll(".trick [data-card], .pile [data-card], .pot .chips");
  await Promise.all([...taken].map((card) => {
    const { x, y } = way(to, card.getBoundingClientRect());
    return card.animate(
      [{ translate: "0 0", scale: 1 }, { translate: `${x}px ${y}px`, scale: 0.35, opacity: 0.4 }],
      { duration: LONG, easing: "ease-in", fill: "forwards" },
    ).finished.catch(() => {});
  }));
}

/** @param {number | string} seat */
export function seatPlace(seat) {
  return document.querySelector(`.plate[data-seat="${seat}"]`)?.getBoundingClientRect();
}

/**
 * Knock with one element at another.
 *
 * @param {Element | null} from
 * @param {Element | null} to
 */
export function knock(from, to) {
  if (!moves() || document.hidden || !from || !to) return;
  const { x, y } = way(to.getBoundingClientRect(), from.getBoundingClientRect());
  const there = `${x * 0.8}px ${y * 0.8}px`;
  from.animate(
    [{ translate: "0 0" }, { translate: there, offset: 0.45 }, { translate: "0 0" }],
    { duration: 620, easing: "ease-in-out" },
  );
  to.animate([{ scale: 1 }, { scale: 1.12, offset: 0.6 }, { scale: 1 }], { duration: 700 });
}

/** Let suits rain for somebody who has won. */
export function celebrate() {
  if (!moves() || document.hidden) return;
  const rain = document.createElement("div");
  rain.className = "rain";
  rain.setAttribute("aria-hidden", "true");
  document.body.append(rain);
  const suits = ["h", "d", "c", "s", "star"];
  const drops = Array.from({ length: 42 }, (_, place) => {
    const drop = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drop.setAttribute("viewBox", "0 0 32 32");
    drop.setAttribute("class", `drop suit-${suits[place % suits.length]}`);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", SHAPES[suits[place % suits.length]]);
    drop.append(path);
    drop.style.setProperty("left", `${Math.random() * 100}%`);
    rain.append(drop);
    const turn = (Math.random() - 0.5) * 900;
    return drop.animate(
      [{ translate: "0 -10vh", rotate: "0deg" }, { translate: "0 110vh", rotate: `${turn}deg` }],
      {
        duration: 1600 + Math.random() * 1600,
        delay: Math.random() * 900,
        fill: "both",
        easing: "cubic-bezier(.3,.1,.7,1)",
      },
    ).finished;
  });
  Promise.allSettled(drops).then(() => rain.remove());
}
