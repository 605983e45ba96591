// Cards, drawn by this project. Suits differ in shape, never in color alone.

import { court, isCourt } from "./courts.js";
import { h } from "./dom.js";
import { text as words } from "./language.js";
import { preference } from "./preferences.js";

/** @import { Card, Child, Properties } from "./types.d.ts" */

/**
 * A card that was read; `suit` is the name of a shape.
 *
 * @typedef {object} KnownCard
 * @property {string} text
 * @property {string} rank
 * @property {string} label
 * @property {string | null} suit
 * @property {number} [number] The number of a suit that has no name.
 */

/** @type {Record<string, string>} */
export const SHAPES = {
  h: "M16 28.500C10 23.500 3 18 3 11.200 3 7 6 4 9.700 4c2.700 0 5 1.600 6.300 4.200" +
    "C17.300 5.600 19.600 4 22.300 4 26 4 29 7 29 11.200 29 18 22 23.500 16 28.500z",
  d: "M16 2.500 27 16 16 29.500 5 16z",
  s: "M16 2.500S3 12.500 3 19.300c0 3.500 2.600 6 5.800 6 2.400 0 4.500-1.300 5.600-3.500" +
    "-.2 3.300-1.400 6-3.600 7.700h10.400c-2.200-1.700-3.400-4.400-3.600-7.700" +
    " 1.100 2.200 3.200 3.500 5.600 3.500 3.200 0 5.800-2.500 5.800-6C29 12.500 16 2.500 16 2.500z",
  c: "M16 2.500a6.200 6.200 0 0 0-4.700 10.300 6.200 6.200 0 1 0 3.300 9.300" +
    "c-.3 3-1.500 5.700-3.600 7.400h10c-2.100-1.700-3.300-4.400-3.600-7.400" +
    "a6.200 6.200 0 1 0 3.300-9.300A6.200 6.200 0 0 0 16 2.500z",
  star: "m16 2.500 4 9 9.500 1-7 6.700 2 9.800-8.500-5-8.500 5 2-9.800-7-6.700 9.500-1z",
  moon: "M20 3a13.500 13.500 0 1 0 8 19A11 11 0 0 1 20 3z",
  square: "M6 6h20v20H6z",
  triangle: "M16 4 29 27H3z",
};
// Suits that are numbers: 0 is hearts, 1 has the dear card.
const NUMBERED = ["h", "s", "d", "c", "star", "moon", "square", "triangle"];
/** @type {Record<string, number[][]>} */
const PIPS = {
  A: [[50, 70, 44]],
  2: [[50, 30], [50, 110]],
  3: [[50, 30], [50, 70], [50, 110]],
  4: [[34, 30], [66, 30], [34, 110], [66, 110]],
  5: [[34, 30], [66, 30], [50, 70], [34, 110], [66, 110]],
  6: [[34, 30], [66, 30], [34, 70], [66, 70], [34, 110], [66, 110]],
  7: [[34, 30], [66, 30], [50, 50], [34, 70], [66, 70], [34, 110], [66, 110]],
  8: [[34, 30], [66, 30], [50, 50], [34, 70], [66, 70], [50, 90], [34, 110], [66, 110]],
  9: [[34, 29], [66, 29], [34, 56], [66, 56], [50, 70], [34, 84], [66, 84], [34, 111], [66, 111]],
  T: [[34, 29], [66, 29], [50, 43], [34, 56], [66, 56], [34, 84], [66, 84], [50, 97], [34, 111], [
    66,
    111,
  ]],
};
/**
 * Read a card.
 *
 * @param {Card} card
 * @returns {KnownCard}
 */
export function read(card) {
  const text = Array.isArray(card) ? card.join("-") : String(card);
  const numbered = /^(\d+)-(\d+)$/.exec(text);
  if (numbered) {
    const suit = NUMBERED[Number(numbered[1])] ?? "square";
    return { text, rank: numbered[2], label: numbered[2], suit, number: Number(numbered[1]) };
  }
  if (/^[2-9TJQKA][cdhs]$/.test(text)) {
    return { text, rank: text[0], label: text[0] === "T" ? "10" : text[0], suit: text[1] };
  }
  return { text, rank: text, label: text, suit: null };
}

/** @param {string} word */
export function isCard(word) {
  return /^([2-9TJQKA][cdhs]|\d+-\d+)$/.test(word);
}

/** @param {Card} card */
export function spoken(card) {
  const { text, rank, suit, number } = read(card);
  if (number !== undefined) return words.cards.numbered(rank, number);
  return suit ? words.cards.card(rank, suit) : text;
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function shape(suit, x, y, size, turned = false) {
  const turn = turned ? ` rotate(180 16 16)` : "";
  return h("path", {
    d: SHAPES[suit],
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 32})${turn}`,
  });
}

/** @param {string} suit */
export function suitSign(suit) {
  return h(
    "svg",
    { class: `suit suit-${suit}`, viewBox: "0 0 32 32", "aria-hidden": "true" },
    h("path", { d: SHAPES[suit] }),
  );
}

/** @param {KnownCard} card */
function corner(card) {
  const wide = card.label.length > 1;
  return [
    h(
      "text",
      { x: 15, y: 27, "text-anchor": "middle", class: wide ? "index wide" : "index" },
      card.label,
    ),
    card.suit ? shape(card.suit, 15, 42, 19) : null,
  ];
}

/** @param {KnownCard} card */
function middle(card) {
  if (!card.suit) {
    return h("text", { x: 50, y: 86, "text-anchor": "middle", class: "large" }, card.label);
  }
  const { suit } = card;
  if (card.rank in PIPS && card.number === undefined) {
    return PIPS[card.rank].map(([x, y, size]) => shape(suit, x, y, size ?? 21, y > 70));
  }
  if (isCourt(card.rank)) return court(card.rank, shape(suit, 34, 23, 13));
  return shape(card.suit, 50, 76, 40);
}

/** @param {Card} card */
export function face(card) {
  const known = read(card);
  const plain = known.suit === null;
  return h(
    "svg",
    { class: `face suit-${known.suit ?? "none"}`, viewBox: "0 0 100 140", "aria-hidden": "true" },
    h("rect", { x: 1, y: 1, width: 98, height: 138, rx: 9, class: "paper" }),
    middle(known),
    plain ? null : corner(known),
    plain ? null : h("g", { transform: "rotate(180 50 70)" }, corner(known)),
  );
}

/** @type {Record<string, string[]>} */
const BACKS = {
  lattice: [-40, -20, 0, 20, 40, 60, 80, 100].flatMap((x) => [
    `M${x} 8L${x + 100} 132`,
    `M${x + 20} 132L${x + 120} 8`,
  ]),
  waves: [14, 30, 46, 62, 78, 94, 110, 126].map((y) =>
    `M6 ${y}Q17 ${y - 12} 28 ${y}T50 ${y} 72 ${y} 94 ${y}`
  ),
  stars: [24, 54, 84, 114].flatMap((y, row) =>
    (row % 2 ? [35, 65] : [20, 50, 80]).map((x) =>
      `M${x} ${y - 10}L${x + 3} ${y - 3} ${x + 10} ${y} ${x + 3} ${y + 3} ${x} ${y + 10} ${x - 3} ${
        y + 3
      } ${x - 10} ${y} ${x - 3} ${y - 3}z`
    )
  ),
};

export function back() {
  const paths = BACKS[preference("back")];
  return h(
    "svg",
    { class: "face", viewBox: "0 0 100 140", "aria-hidden": "true" },
    h("rect", { x: 1, y: 1, width: 98, height: 138, rx: 9, class: "paper" }),
    h(
      "svg",
      { x: 7, y: 7, width: 86, height: 126, viewBox: "7 7 86 126" },
      h("rect", { x: 7, y: 7, width: 86, height: 126, rx: 6, class: "pattern" }),
      h("g", { class: "weave" }, paths.map((d) => h("path", { d }))),
      h("rect", { x: 10, y: 10, width: 80, height: 120, rx: 4, class: "border" }),
    ),
  );
}

/**
 * Draw a card that lies on the table. Those that can be seen are found again by their text, to move
 * there.
 *
 * @param {Card} card
 * @param {Properties} properties
 */
export function laid(card, properties = {}) {
  const { class: more, ...rest } = properties;
  return h("span", {
    class: `card ${more ?? ""}`,
    role: "img",
    "aria-label": spoken(card),
    "data-card": read(card).text,
    ...rest,
  }, face(card));
}

/**
 * Draw cards as the picture of a game.
 *
 * @param {Card[]} cards
 */
export function pictured(cards) {
  return cards.map((card) => laid(card, { "aria-hidden": "true", role: "presentation" }));
}

/** @param {Card} card */
export function small(card) {
  const known = read(card);
  return h(
    "span",
    { class: `chip suit-${known.suit ?? "none"}`, role: "img", "aria-label": spoken(card) },
    h("span", { "aria-hidden": "true" }, known.label),
    known.suit ? suitSign(known.suit) : null,
  );
}

/**
 * Write a move with its cards drawn.
 *
 * @param {string} text
 */
export function moveText(text) {
  /** @type {Child[]} */
  const parts = [];
  for (const word of text.split(" ")) {
    if (parts.length) parts.push(" ");
    parts.push(isCard(word) ? small(word) : word);
  }
  return parts;
}

/**
 * Write a sentence of the server with its cards drawn.
 *
 * @param {string} text
 */
export function withCards(text) {
  return text.split(/(\b[2-9TJQKA][cdhs]\b)/).map((part) => isCard(part) ? small(part) : part);
}

/** @param {string} text */
export function spokenMove(text) {
  const words = text.split(" ");
  const cards = words.filter(isCard).map(spoken);
  const verb = words.filter((word) => !isCard(word)).join(" ");
  return [verb, cards.join(", ")].filter(Boolean).join(" ");
}
