// Five-card draw in English.

import { pluralizer } from "../plural.js";

const plural = pluralizer("en");
const chips = (/** @type {number} */ n) => plural(n, { one: `${n} chip`, other: `${n} chips` });
/** @type {Record<string, string>} */
const MOVES = { fold: "Fold", check: "Check", call: "Call", bet: "Bet", raise: "Raise" };
/** @type {Record<string, string>} */
const DID = { fold: "folded", check: "checked", call: "called", bet: "bet", raise: "raised" };

export default {
  title: "Five-card draw",
  words: "Bet, draw, bluff",
  you: "You",
  chips,
  folded: "folded",
  allIn: "all in",
  out: "out of chips",
  dealer: "dealer",
  pot: (/** @type {number} */ n) => `Pot: ${chips(n)}`,
  toCall: (/** @type {number} */ n) => `${n} to call`,
  phases: {
    "first bets": "before the draw",
    discard: "the draw",
    "second bets": "after the draw",
    "third bets": "after the second draw",
    "fourth bets": "after the third draw",
    over: "",
  },
  progress: (
    /** @type {number} */ hand,
    /** @type {number} */ of,
    /** @type {string} */ phase,
  ) => `Hand ${hand} of ${of}, ${phase}`,
  drew: (/** @type {number | null} */ n) =>
    n === 0 ? "stood pat" : n === 1 ? "drew 1 card" : `drew ${n} cards`,
  did: (/** @type {string} */ move) => {
    const [word, ...rest] = move.split(" ");
    return [DID[word] ?? word, ...rest].join(" ");
  },
  discards: "discarded ",
  throwAway: "discard ",
  handName: (/** @type {string} */ name) => name,
  tapDiscards: "Choose the cards to discard.",
  discard: (/** @type {number} */ n) => `Discard ${n}`,
  standPat: (/** @type {number} */ n) => n === 5 ? "Keep all five" : "Keep all cards",
  button: (/** @type {string} */ move, /** @type {number | undefined} */ cost) => {
    const [word, ...rest] = move.split(" ");
    return [MOVES[word] ?? word, ...rest, cost].filter(Boolean).join(" ");
  },
  amount: (/** @type {number} */ least, /** @type {number} */ most) =>
    `Amount, ${least} to ${most} chips`,
  handOver: (/** @type {number} */ n) => `Hand ${n}`,
  lastHand: (/** @type {number} */ n) => `Hand ${n}:`,
  wins: (
    /** @type {string} */ who,
    /** @type {number} */ n,
    /** @type {boolean} */ plural,
  ) => `${who} ${plural ? "win" : "wins"} ${chips(n)}.`,
  allFolded: "Everyone else folded.",
  hand: "Hand",
  chipsWon: "Chips",
  notShown: "not shown",
  odds: "Was my discard right?",
  options: {
    players: { label: "Players", about: "2 to 5" },
    hands: { label: "Hands to play", about: "Fewer if somebody wins all the chips" },
    stack: { label: "Chips to begin with", about: "" },
    ante: { label: "Ante", about: "What everyone pays into each pot" },
    small_bet: { label: "Bet before the draw", about: "" },
    big_bet: { label: "Bet after the draw", about: "" },
    raises: { label: "Raises in a round", about: "At most this many" },
    ranking: {
      label: "Ranking",
      about: "Which hand wins",
      choices: {
        high: "high",
        "2-7": "deuce-to-seven low",
        "a-5": "ace-to-five low",
        badugi: "badugi, four cards",
      },
    },
    draws: { label: "Draws", about: "1 to 3; with more draws, fewer players" },
    betting: {
      label: "Betting",
      about: "How much may be bet",
      choices: { limit: "limit", "pot-limit": "pot-limit", "no-limit": "no-limit" },
    },
    small_blind: { label: "Small blind", about: "" },
    big_blind: { label: "Big blind", about: "0 for no blinds" },
    straddle: { label: "Straddle", about: "At least twice the big blind, or 0" },
  },
  presets: {
    "five-card": { title: "Five-card draw", summary: "" },
    "single-draw": { title: "2-7 single draw", summary: "" },
    "triple-draw": { title: "2-7 triple draw", summary: "" },
    badugi: { title: "Badugi", summary: "" },
  },
};
