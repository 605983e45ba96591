// Ends in English.

import { pluralizer } from "../plural.js";

const plural = pluralizer("en");

export default {
  title: "Ends",
  words: "Take from either end",
  you: "You",
  scored: "Points",
  points: (/** @type {number} */ n) => plural(n, { one: `${n} point`, other: `${n} points` }),
  taken: (/** @type {string} */ cards) => cards ? `Taken: ${cards}` : "Nothing taken yet",
  row: (/** @type {number} */ n, /** @type {string} */ cards) => `Row of ${n} cards: ${cards}`,
  take: (/** @type {string} */ move, /** @type {number} */ card) =>
    `Take the ${move === "L" ? "first" : "last"}, ${card}`,
  takeCard: (/** @type {number} */ card) => `Take ${card}`,
  took: (/** @type {number} */ card, /** @type {string} */ move) =>
    `took ${card} from the ${move === "L" ? "left" : "right"}`,
  advise: (/** @type {string} */ move) => `take the ${move === "L" ? "first" : "last"} card`,
  takes: (/** @type {string} */ move) => move === "L" ? "takes the first" : "takes the last",
  hinted: ", hinted",
  best: (/** @type {number} */ one, /** @type {number} */ other) =>
    `With best play on both sides: ${one} to ${other}`,
  bestLine: "The line of best play",
  options: {
    count: { label: "Cards in the row", about: "" },
    low: { label: "Lowest card", about: "" },
    high: { label: "Highest card", about: "" },
    ties: {
      label: "When both ends are equal",
      about: "The end that simple bots take",
      choices: { left: "left", right: "right" },
    },
  },
  presets: {},
};
