// Chopsticks in English.

import { pluralizer } from "../plural.js";

const plural = pluralizer("en");
/** @type {Record<string, string>} */
const sides = { L: "left", M: "middle", R: "right", one: "only" };

export default {
  title: "Chopsticks",
  words: "Tap, split, knock out",
  you: "You",
  sides,
  scored: "Result",
  results: ["lost", "tied", "won"],
  yourHands: "Your hands",
  handsOf: (/** @type {string} */ name) => `Hands of ${name}`,
  which: (/** @type {string} */ side, /** @type {number} */ n) =>
    `${side} hand, ${n === 0 ? "out" : plural(n, { one: `${n} finger`, other: `${n} fingers` })}`,
  yours: (/** @type {string} */ which) => `Your ${which}`,
  theirs: (
    /** @type {string} */ name,
    /** @type {string} */ which,
    /** @type {string | null} */ from,
  ) => from ? `Tap with your ${from} hand: ${name}, ${which}` : `${name}, ${which}`,
  hinted: ", hinted",
  movesLeft: (/** @type {number} */ n) =>
    plural(n, { one: `${n} move left each`, other: `${n} moves left each` }),
  nowTheirs: "Now tap one of theirs.",
  chooseHand: "Tap one of theirs with one of your hands, or drag it there.",
  split: (/** @type {string[]} */ parts) => `Split ${parts.join(" and ")}`,
  tap: (/** @type {string} */ from, /** @type {string} */ to) => `tap ${to} with ${from}`,
  tapped: (/** @type {string} */ from, /** @type {string} */ to) => `tapped ${to} with ${from}`,
  didSplit: (/** @type {string[]} */ parts) => `split ${parts.join(" and ")}`,
  options: {
    fingers: { label: "A hand is out at", about: "Fingers, usually 5" },
    hands: { label: "Hands each", about: "1 to 3" },
    rollover: {
      label: "Only an exact hit knocks out",
      about: "Fingers beyond that count on from the start",
    },
    splits: { label: "Splitting", about: "Move fingers between your own hands" },
    swaps: { label: "Swapping", about: "A split may just swap the two hands" },
    revive: { label: "Bring hands back", about: "A split may revive a hand that is out" },
    split_to_zero: { label: "Give up a hand", about: "A split may empty one of your hands" },
    halves_only: { label: "Halves only", about: "Only an even hand splits, into an empty one" },
    sudden_death: { label: "Sudden death", about: "You lose with your first hand that is out" },
    misere: { label: "Upside down", about: "The player who is out wins" },
    start: { label: "Fingers to begin with", about: "On each hand" },
    moves: { label: "Moves each", about: "Then it is a tie" },
  },
  presets: {
    cutoff: { title: "Cutoff", summary: "Five fingers or more and the hand is out" },
    rollover: { title: "Rollover", summary: "Only exactly five fingers put a hand out" },
    suns: { title: "Suns", summary: "Every hand starts with four fingers" },
    halvesies: { title: "Halvesies", summary: "Only an even hand may be split, in half" },
    "sudden-death": { title: "Sudden death", summary: "You lose with your first hand that is out" },
  },
};
