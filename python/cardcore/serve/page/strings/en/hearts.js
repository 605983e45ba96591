// Hearts in English.

import { pluralizer } from "../plural.js";

const plural = pluralizer("en");

export default {
  title: "Hearts",
  words: "Take no hearts",
  points: (/** @type {number} */ n) => plural(n, { one: `${n} point`, other: `${n} points` }),
  inAll: (/** @type {number} */ n) => `${n} in all`,
  thisDeal: "This deal",
  total: "Total",
  dealOver: (/** @type {number} */ n) => `Deal ${n} is over`,
  moon: {
    add: (/** @type {string | null} */ who) =>
      `${who ?? "You"} shot the moon! All 26 points go to the others.`,
    subtract: (/** @type {string | null} */ who) => `${who ?? "You"} shot the moon: minus 26!`,
    none: (/** @type {string | null} */ who) => `${who ?? "You"} took all 26 points.`,
  },
  tookJack: (/** @type {string | null} */ who) =>
    `${who ?? "You"} took the jack of diamonds: minus 10.`,
  hasJack: "J♦ −10",
  hasPassed: "has passed",
  everyonePasses: "Everyone passes three cards.",
  passTo: (/** @type {string} */ name) => `Choose three cards to pass to ${name}.`,
  passThese: "Pass these three",
  chooseMore: (/** @type {number} */ n) => `Choose ${n} more`,
  passAway: "pass ",
  passes: "passed",
  passesThree: "passed three cards",
  passedYou: (/** @type {string} */ name) => name ? `${name} passed you` : "You were passed",
  saysPass: (/** @type {string | null} */ who, /** @type {string | null} */ cards) =>
    `${who ?? "You"} passed ${cards ?? "three cards"}`,
  trick: "Trick",
  lastTrick: "Last trick:",
  youLead: "You lead.",
  leads: (/** @type {string} */ name) => `${name} leads.`,
  broken: "Hearts are broken.",
  options: {
    players: { label: "Players", about: "3 to 6" },
    passing: {
      label: "Pass three cards before each deal",
      about: "Left, right, across, then none",
    },
    moon: {
      label: "Shooting the moon",
      about: "What taking all the points does",
      choices: {
        add: "everyone else gets 26",
        subtract: "you lose 26",
        none: "nothing special",
      },
    },
    jack: { label: "Jack of diamonds", about: "Taking it takes 10 points off your score" },
    target: { label: "Play up to", about: "Points that end the match; empty for a single deal" },
    points_on_first_trick: {
      label: "Points on the first trick",
      about: "Hearts and the queen of spades may fall at once",
    },
    queen_breaks_hearts: {
      label: "The queen of spades breaks hearts",
      about: "Hearts may be led after her",
    },
    suits: { label: "Number of suits", about: "For other decks; empty for the usual 52 cards" },
    values: { label: "Cards in a suit", about: "For other decks; empty for the usual 52 cards" },
  },
  presets: {
    classic: { title: "Classic", summary: "Pass three cards, play to 100 points" },
    "single-deal": { title: "Single deal", summary: "One deal decides" },
    "no-passing": { title: "No passing", summary: "Play the cards you are dealt" },
    "new-moon": { title: "New moon", summary: "Shooting the moon takes 26 points off your score" },
    omnibus: { title: "Omnibus", summary: "The jack of diamonds takes 10 points off your score" },
  },
};
