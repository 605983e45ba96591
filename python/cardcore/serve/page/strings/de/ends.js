// Ends auf Deutsch.

import { pluralizer } from "../plural.js";

/** @import { Texts } from "../../types.d.ts" */
/** @import english from "../en/ends.js" */

const plural = pluralizer("de");

/** @type {Texts<typeof english>} */
export default {
  title: "Enden",
  words: "Nimm von links oder rechts",
  you: "Du",
  scored: "Punkte",
  points: (n) => plural(n, { one: `${n} Punkt`, other: `${n} Punkte` }),
  taken: (cards) => cards ? `Genommen: ${cards}` : "Noch nichts genommen",
  row: (n, cards) => `Reihe von ${n} Karten: ${cards}`,
  take: (move, card) => `Nimm die ${move === "L" ? "erste" : "letzte"}, ${card}`,
  takeCard: (card) => `${card} nehmen`,
  took: (card, move) => `nimmt ${card} von ${move === "L" ? "links" : "rechts"}`,
  advise: (move) => `nimm die ${move === "L" ? "erste" : "letzte"} Karte`,
  takes: (move) => move === "L" ? "nimmt die erste" : "nimmt die letzte",
  hinted: ", Tipp",
  best: (one, other) => `Mit bestem Spiel beider Seiten: ${one} zu ${other}`,
  bestLine: "So wäre bestes Spiel verlaufen",
  options: {
    count: { label: "Karten in der Reihe", about: "" },
    low: { label: "Niedrigste Karte", about: "" },
    high: { label: "Höchste Karte", about: "" },
    ties: {
      label: "Wenn beide Enden gleich sind",
      about: "Das Ende, das einfache Bots nehmen",
      choices: { left: "links", right: "rechts" },
    },
  },
  presets: {},
};
