// Chopsticks auf Deutsch.

import { pluralizer } from "../plural.js";

/** @import { Texts } from "../../types.d.ts" */
/** @import english from "../en/chopsticks.js" */

const plural = pluralizer("de");
/** @type {Record<string, string>} */
const sides = { L: "links", M: "Mitte", R: "rechts", one: "einzig" };

/** @type {Texts<typeof english>} */
export default {
  title: "Chopsticks",
  words: "Antippen, teilen, ausschalten",
  you: "Du",
  sides,
  scored: "Ergebnis",
  results: ["verloren", "unentschieden", "gewonnen"],
  yourHands: "Deine Hände",
  handsOf: (name) => `Hände von ${name}`,
  which: (side, n) =>
    `Hand ${side}, ${n === 0 ? "aus" : plural(n, { one: `${n} Finger`, other: `${n} Finger` })}`,
  yours: (which) => `Deine ${which}`,
  theirs: (name, which, from) =>
    from ? `Mit deiner Hand ${from} antippen: ${name}, ${which}` : `${name}, ${which}`,
  hinted: ", Tipp",
  movesLeft: (n) => plural(n, { one: `noch ${n} Zug je Seite`, other: `noch ${n} Züge je Seite` }),
  nowTheirs: "Tippe nun eine gegnerische Hand an.",
  chooseHand: "Tippe mit einer deiner Hände eine gegnerische an oder zieh sie dorthin.",
  split: (parts) => `Teilen: ${parts.join(" und ")}`,
  tap: (from, to) => `tippe mit ${from} auf ${to}`,
  tapped: (from, to) => `tippt mit ${from} auf ${to}`,
  didSplit: (parts) => `teilt in ${parts.join(" und ")}`,
  options: {
    fingers: { label: "Eine Hand ist aus bei", about: "Finger, üblich sind 5" },
    hands: { label: "Hände je Seite", about: "1 bis 3" },
    rollover: {
      label: "Nur genaue Treffer schalten aus",
      about: "Was darüber ist, zählt von vorn",
    },
    splits: { label: "Teilen", about: "Finger zwischen den eigenen Händen verschieben" },
    swaps: { label: "Tauschen", about: "Beim Teilen dürfen die Hände nur vertauscht werden" },
    revive: { label: "Hände zurückholen", about: "Teilen darf eine Hand wiederbeleben" },
    split_to_zero: { label: "Hand aufgeben", about: "Teilen darf eine eigene Hand leeren" },
    halves_only: {
      label: "Nur halbieren",
      about: "Nur eine gerade Hand teilt sich, in eine leere",
    },
    sudden_death: { label: "Plötzlicher Tod", about: "Wer die erste Hand verliert, verliert" },
    misere: { label: "Verkehrt herum", about: "Wer aus ist, gewinnt" },
    start: { label: "Finger zu Beginn", about: "An jeder Hand" },
    moves: { label: "Züge je Seite", about: "Dann ist es unentschieden" },
  },
  presets: {
    cutoff: { title: "Üblich", summary: "Ab fünf Fingern ist die Hand aus" },
    rollover: { title: "Überlauf", summary: "Nur genau fünf Finger schalten eine Hand aus" },
    suns: { title: "Sonnen", summary: "Jede Hand beginnt mit vier Fingern" },
    halvesies: { title: "Halbieren", summary: "Nur eine gerade Hand teilt sich, genau zur Hälfte" },
    "sudden-death": { title: "Plötzlicher Tod", summary: "Wer die erste Hand verliert, verliert" },
  },
};
