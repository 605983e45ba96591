// Five Card Draw auf Deutsch.

import { pluralizer } from "../plural.js";

/** @import { Texts } from "../../types.d.ts" */
/** @import english from "../en/draw.js" */

const plural = pluralizer("de");
/** @param {number} n */
const chips = (n) => plural(n, { one: `${n} Chip`, other: `${n} Chips` });
/** @type {Record<string, string>} */
const MOVES = {
  fold: "Aussteigen",
  check: "Schieben",
  call: "Mitgehen",
  bet: "Setzen",
  raise: "Erhöhen",
};
/** @type {Record<string, string>} */
const DID = {
  fold: "ausgestiegen",
  check: "geschoben",
  call: "mitgegangen",
  bet: "gesetzt",
  raise: "erhöht",
};

/** @type {Texts<typeof english>} */
export default {
  title: "Poker (Five Card Draw)",
  words: "Setzen, tauschen, bluffen",
  you: "Du",
  chips,
  folded: "ausgestiegen",
  allIn: "alles gesetzt",
  out: "keine Chips mehr",
  dealer: "Geber",
  pot: (n) => `Pot: ${chips(n)}`,
  toCall: (n) => `${n} zum Mitgehen`,
  phases: {
    "first bets": "vor dem Tausch",
    discard: "Tausch",
    "second bets": "nach dem Tausch",
    over: "",
  },
  progress: (hand, of, phase) => `Blatt ${hand} von ${of}, ${phase}`,
  drew: (n) => n === 0 ? "tauscht nicht" : n === 1 ? "tauscht 1 Karte" : `tauscht ${n} Karten`,
  did: (move) => DID[move] ?? move,
  discards: "wirft ab ",
  tapDiscards: "Wähle die Karten, die du abwirfst.",
  discard: (n) => `${n} abwerfen`,
  standPat: "Alle behalten",
  button: (move, cost) => cost ? `${MOVES[move]} (${cost})` : MOVES[move] ?? move,
  handOver: (n) => `Blatt ${n}`,
  lastHand: (n) => `Blatt ${n}:`,
  wins: (who, n, plural) =>
    `${who} ${plural ? (who === "Du" ? "gewinnst" : "gewinnen") : "gewinnt"} ${chips(n)}.`,
  allFolded: "Alle anderen sind ausgestiegen.",
  hand: "Blatt",
  chipsWon: "Chips",
  notShown: "nicht gezeigt",
  odds: "War mein Tausch richtig?",
  options: {
    players: { label: "Mitspieler", about: "2 bis 5" },
    hands: { label: "Anzahl der Blätter", about: "Weniger, wenn jemand alle Chips gewinnt" },
    stack: { label: "Chips zu Beginn", about: "" },
    ante: { label: "Grundeinsatz", about: "Was alle in jeden Pot zahlen" },
    small_bet: { label: "Einsatz vor dem Tausch", about: "" },
    big_bet: { label: "Einsatz nach dem Tausch", about: "" },
    raises: { label: "Erhöhungen je Runde", about: "Höchstens so viele" },
  },
  presets: {},
};
