// Jack, queen and king, drawn for this project: half a figure, and again upside down.

import { h } from "./dom.js";

/** @import { Child } from "./types.d.ts" */

const ROBE = "M27 71Q28 55 41 50H59Q72 55 73 71z";
const HEAD = "M41 36Q41 27 50 27T59 36 50 50 41 36z";

/** What each rank wears: behind the head, on it, and in the hand. */
const FIGURES = {
  K: {
    behind: [h("path", { class: "hair", d: "M39 34Q37 50 43 53H57Q63 50 61 34z" })],
    front: [
      h("path", { class: "hair", d: "M41 40Q42 58 50 60 58 58 59 40 56 44 50 43 44 44 41 40z" }),
      h("path", { class: "gold", d: "M38 32V17L44 24 50 14 56 24 62 17V32Q50 27 38 32z" }),
      h("circle", { class: "gem", cx: 50, cy: 25, r: 2.2 }),
    ],
    held: [
      h("path", { class: "steel", d: "M67 66V24L69 19 71 24V66z" }),
      h("path", { class: "gold", d: "M63 56H75V59H63zM67.500 59H70.500V68H67.500z" }),
    ],
  },
  Q: {
    behind: [
      h("path", { class: "hair", d: "M37 66Q33 24 50 24T63 66Q57 62 57 50H43Q43 62 37 66z" }),
    ],
    front: [
      h("path", { class: "hair", d: "M41 37Q41 27 50 27T59 37Q54 33 50 29 46 33 41 37z" }),
      h("path", { class: "gold", d: "M40 28 39 19 45 24 50 16 55 24 61 19 60 28Q50 23 40 28z" }),
      h("circle", { class: "gem", cx: 50, cy: 22, r: 1.8 }),
      h("path", { class: "line", d: "M44 53Q50 59 56 53" }),
    ],
    held: [
      h("path", { class: "stem", d: "M68 68Q66 58 69 48" }),
      h("path", {
        class: "gem",
        d: "M69 48m-5 0a3 3 0 1 1 3-5 3 3 0 1 1 5 1 3 3 0 1 1-1 6 3 3 0 1 1-5 1 3 3 0 0 1-2-3z",
      }),
      h("circle", { class: "gold", cx: 68.5, cy: 46.5, r: 1.8 }),
    ],
  },
  J: {
    behind: [h("path", { class: "hair", d: "M40 32Q36 48 41 51L45 44H55L59 51Q64 48 60 32z" })],
    front: [
      h("path", { class: "hair", d: "M41 37Q42 30 50 30T59 37Q55 34 50 34T41 37z" }),
      h("path", { class: "robe", d: "M37 31Q37 19 52 19 63 20 63 31 50 26 37 31z" }),
      h("path", { class: "gold", d: "M37 31Q50 26 63 31L63 34Q50 29 37 34z" }),
      h("path", { class: "plume", d: "M58 22Q66 12 73 17 70 26 59 25z" }),
    ],
    held: [
      h("path", { class: "wood", d: "M69 70V22H71V70z" }),
      h("path", { class: "steel", d: "M70 16 73 24H67zM71 26Q78 27 77 36 74 33 71 34z" }),
    ],
  },
};

/** @param {string} rank */
export function isCourt(rank) {
  return rank in FIGURES;
}

/**
 * Draw the middle of a court card.
 *
 * @param {string} rank
 * @param {Child} suit The sign of the suit, in the corner of the picture.
 */
export function court(rank, suit) {
  const { behind, front, held } = FIGURES[/** @type {keyof typeof FIGURES} */ (rank)];
  const half = () => [
    behind,
    h("path", { class: "robe", d: ROBE }),
    h("path", { class: "trim", d: "M34 53 43 71M66 53 57 71" }),
    h("path", { class: "gold", d: "M42 50 50 62 58 50 61 51.500 50 68 39 51.500z" }),
    held,
    h("path", { class: "skin", d: "M45 45H55V52L50 57 45 52z" }),
    h("path", { class: "skin", d: HEAD }),
    h("path", {
      class: "line",
      d: "M44 36.500H47.500M52.500 36.500H56M50 38V42L48.800 42.500M47 45.500H53",
    }),
    front,
    suit,
  ];
  return [
    h("rect", { x: 26, y: 13, width: 48, height: 114, rx: 4, class: "court" }),
    h("svg", { x: 26, y: 13, width: 48, height: 57, viewBox: "26 13 48 57" }, half()),
    h(
      "g",
      { transform: "rotate(180 50 70)" },
      h("svg", { x: 26, y: 13, width: 48, height: 57, viewBox: "26 13 48 57" }, half()),
    ),
    h("path", { class: "line", d: "M26 70H74" }),
  ];
}
