// The faces of those one plays with: invented characters, and anybody else by the name.

import { h } from "./dom.js";

/**
 * @import { Child } from "./types.d.ts"
 *
 * @typedef {[ground: number, skin: number, hair: number, style: string, mouth: string,
 *   extra: string]} Looks
 */

const SKINS = ["#f6d3b0", "#eab98d", "#c98d5e", "#9a6239", "#6d4327"];
const HAIRS = ["#2b2320", "#5d3a1e", "#a8672a", "#d9a441", "#8d8f94", "#e8e4dc", "#8a2f3a"];
const GROUNDS = ["#cfe3d6", "#d6dcf0", "#f0dcc8", "#ead2dc", "#dde6c0", "#c9e2e8"];

const HAIR = {
  short: "M16 30Q14 12 32 11T48 30Q46 20 32 20T16 30z",
  long: "M13 50Q10 12 32 10T51 50L45 50Q48 24 32 21T19 50z",
  curly:
    "M15 32a6 6 0 0 1 0-9 7 7 0 0 1 7-10 9 9 0 0 1 18-1 8 8 0 0 1 9 9 7 7 0 0 1 0 11Q46 21 32 " +
    "21T15 32z",
  bun: "M16 30Q14 14 32 14T48 30Q46 21 32 21T16 30zM25 10a7 6 0 1 1 14 0 7 6 0 1 1-14 0z",
  bald: "M15 34Q13 28 16 25 17 31 18 35zM49 34Q51 28 48 25 47 31 46 35z",
  spiky: "M15 30 14 18 21 20 23 10 30 16 35 8 39 16 47 12 46 20 51 20 49 30Q46 21 32 21T15 30z",
};

const MOUTHS = {
  smile: "M26 43Q32 49 38 43",
  grin: "M25 42Q32 51 39 42z",
  flat: "M27 45H37",
  frown: "M26 46Q32 41 38 46",
  smirk: "M27 45Q34 46 38 42",
  oh: "M30 44a2.500 3 0 1 0 5 0 2.500 3 0 1 0-5 0z",
};

/** @type {Record<string, Child>} */
const EXTRAS = {
  none: null,
  glasses: h("path", {
    class: "wear",
    d: "M18 33a6 6 0 1 0 12 0 6 6 0 1 0-12 0zM34 33a6 6 0 1 0 12 0 6 6 0 1 0-12 0zM30 33H34",
  }),
  beard: h("path", {
    class: "hair",
    d: "M17 36Q18 57 32 57T47 36Q46 44 38 41 32 39 26 41 18 44 17 36z",
  }),
  moustache: h("path", {
    class: "hair",
    d: "M22 42Q27 36 32 40 37 36 42 42 36 43 32 41 28 43 22 42z",
  }),
  freckles: h("path", {
    class: "dots",
    d: "M21 39h.1M24 41h.1M22 43h.1M43 39h.1M40 41h.1M42 43h.1",
  }),
  hat: h("path", {
    class: "cloth",
    d: "M12 24Q32 16 52 24L51 20Q46 19 46 16 44 5 32 5T18 16Q18 19 13 20z",
  }),
  bow: h("path", { class: "cloth", d: "M40 14 50 8V20zM40 14 32 9V19z" }),
};

/** @type {Record<string, Looks>} */
const KNOWN = {
  pip: [0, 0, 3, "spiky", "grin", "freckles"],
  momo: [1, 1, 0, "bun", "oh", "none"],
  biscuit: [2, 2, 1, "curly", "grin", "none"],
  juno: [3, 3, 0, "curly", "grin", "bow"],
  fritz: [4, 0, 2, "short", "frown", "freckles"],
  tilda: [5, 0, 6, "long", "oh", "bow"],
  otto: [2, 0, 4, "bald", "smile", "moustache"],
  hazel: [4, 1, 1, "long", "smile", "none"],
  rufus: [1, 0, 2, "spiky", "grin", "beard"],
  wilma: [3, 1, 4, "bun", "flat", "glasses"],
  bruno: [5, 2, 0, "short", "frown", "beard"],
  lotte: [0, 0, 3, "curly", "smile", "none"],
  ines: [3, 2, 0, "long", "smirk", "none"],
  casper: [1, 0, 5, "short", "flat", "none"],
  dora: [4, 3, 0, "bun", "smile", "glasses"],
  silas: [2, 4, 0, "short", "smirk", "none"],
  edith: [5, 0, 5, "curly", "frown", "glasses"],
  marlo: [0, 3, 0, "spiky", "smirk", "moustache"],
  ada: [1, 1, 1, "bun", "smile", "none"],
  magnus: [4, 0, 4, "long", "flat", "beard"],
  noor: [3, 2, 0, "long", "smirk", "glasses"],
  viktor: [5, 0, 1, "short", "flat", "hat"],
  selma: [2, 4, 0, "curly", "oh", "none"],
  leo: [0, 1, 3, "spiky", "flat", "glasses"],
};

/** @param {string} name */
function looks(name) {
  const known = KNOWN[name.toLowerCase().replace(/ \d+$/, "")];
  if (known) return known;
  let seed = 7;
  for (const letter of name) seed = (seed * 31 + letter.charCodeAt(0)) % 100003;
  /** @template T @param {T[]} from */
  const pick = (from) => {
    seed = (seed * 421 + 17) % 100003;
    return from[seed % from.length];
  };
  return /** @type {Looks} */ ([
    pick([0, 1, 2, 3, 4, 5]),
    pick([0, 1, 2, 3, 4]),
    pick([0, 1, 2, 3, 4, 5, 6]),
    pick(Object.keys(HAIR)),
    pick(Object.keys(MOUTHS)),
    pick(Object.keys(EXTRAS)),
  ]);
}

/**
 * Draw the face of a bot.
 *
 * @param {string} name
 */
export function portrait(name) {
  const [ground, skin, hair, style, mouth, extra] = looks(name);
  return h(
    "svg",
    {
      class: "portrait",
      viewBox: "0 0 64 64",
      "aria-hidden": "true",
      style: { "--skin": SKINS[skin], "--hair": HAIRS[hair] },
    },
    h("circle", { cx: 32, cy: 32, r: 32, fill: GROUNDS[ground] }),
    h("path", { class: "coat", d: "M8 64Q10 51 26 50H38Q54 51 56 64z" }),
    style === "long" ? h("path", { class: "hair", d: "M13 50Q12 14 32 12T51 50z" }) : null,
    h("path", { class: "skin", d: "M27 44H37V53L32 57 27 53z" }),
    h("path", { class: "skin", d: "M17 32Q16 15 32 15T47 32 32 54 17 32z" }),
    h("path", { class: "hair", d: HAIR[/** @type {keyof typeof HAIR} */ (style)] }),
    h("circle", { cx: 25, cy: 33, r: 2.1, class: "eye" }),
    h("circle", { cx: 39, cy: 33, r: 2.1, class: "eye" }),
    h("path", {
      class: "brow",
      d: mouth === "frown" ? "M21 27 28 29M43 27 36 29" : "M21 28Q25 26 28 28M36 28Q39 26 43 28",
    }),
    EXTRAS[extra],
    h("path", { class: "mouth", d: MOUTHS[/** @type {keyof typeof MOUTHS} */ (mouth)] }),
  );
}
