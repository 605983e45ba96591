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

/** @type {Record<string, string>} */
const CATEGORIES = {
  "high card": "hohe Karte",
  "one pair": "Paar",
  "two pair": "zwei Paare",
  "three of a kind": "Drilling",
  straight: "Straße",
  flush: "Flush",
  "full house": "Full House",
  "four of a kind": "Vierling",
  "straight flush": "Straight Flush",
  "royal flush": "Royal Flush",
};
const RANKS = ["Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht", "Neun", "Zehn"]
  .concat(["Bube", "Dame", "König", "Ass"]);
const ENGLISH = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  .concat(["jack", "queen", "king", "ace"]);
const MANY = ["Zweien", "Dreien", "Vieren", "Fünfen", "Sechsen", "Siebenen", "Achten", "Neunen"]
  .concat(["Zehnen", "Buben", "Damen", "Könige", "Asse"]);

/**
 * Name a hand that the server named in English, such as "full house, twos over fives".
 *
 * @param {string} name
 */
function handName(name) {
  const [category, rest = ""] = name.split(", ");
  const detail = rest.replace(" high", " hoch").replace(" and ", " und ").replace(
    " over ",
    " über ",
  )
    .replace(/[a-z]+/g, (word) => {
      const many = ENGLISH.findIndex((one) => word === (one === "six" ? "sixes" : `${one}s`));
      const one = ENGLISH.indexOf(word);
      return MANY[many] ?? RANKS[one] ?? word;
    });
  return [CATEGORIES[category] ?? category, detail].filter(Boolean).join(", ");
}

/** @type {Texts<typeof english>} */
export default {
  title: "Five Card Draw",
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
    "third bets": "nach dem zweiten Tausch",
    "fourth bets": "nach dem dritten Tausch",
    over: "",
  },
  progress: (hand, of, phase) => `Blatt ${hand} von ${of}, ${phase}`,
  drew: (n) => n === 0 ? "tauscht nicht" : `tauscht ${n}`,
  did: (move) => {
    const [word, ...rest] = move.replace(" to ", " auf ").split(" ");
    return [DID[word] ?? word, ...rest].join(" ");
  },
  discards: "wirft ab ",
  throwAway: "wirf ab: ",
  handName,
  tapDiscards: "Wähle die Karten, die du abwirfst.",
  discard: (n) => `${n} abwerfen`,
  standPat: () => "Alle behalten",
  button: (move, cost) => {
    const [word, ...rest] = `${move} `.replace(" to ", " auf ").trim().split(" ");
    return [MOVES[word] ?? word, ...rest, cost ? `(${cost})` : ""].filter(Boolean).join(" ");
  },
  amount: (least, most) => `Betrag, ${least} bis ${most} Chips`,
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
    ranking: {
      label: "Rangfolge",
      about: "Welches Blatt gewinnt",
      choices: {
        high: "hoch",
        "2-7": "niedrig, Deuce to Seven",
        "a-5": "niedrig, Ace to Five",
        badugi: "Badugi, vier Karten",
      },
    },
    draws: { label: "Anzahl der Tausche", about: "1 bis 3; je mehr, desto weniger Mitspieler" },
    betting: {
      label: "Setzen",
      about: "Wie viel gesetzt werden darf",
      choices: { limit: "Limit", "pot-limit": "Pot Limit", "no-limit": "No Limit" },
    },
    small_blind: { label: "Small Blind", about: "" },
    big_blind: { label: "Big Blind", about: "0 für keine Blinds" },
    straddle: { label: "Straddle", about: "Mindestens das Doppelte des Big Blind, oder 0" },
  },
  presets: {
    "five-card": { title: "Five Card Draw", summary: "Ein Tausch, festes Limit, Grundeinsatz." },
    "single-draw": {
      title: "2-7 Single Draw",
      summary: "Das niedrigste Blatt gewinnt; ohne Limit, mit Blinds.",
    },
    "triple-draw": {
      title: "2-7 Triple Draw",
      summary: "Das niedrigste Blatt nach drei Tauschen, für zwei.",
    },
    badugi: { title: "Badugi", summary: "Vier niedrige Karten verschiedener Farben, bis zu drei." },
  },
};
