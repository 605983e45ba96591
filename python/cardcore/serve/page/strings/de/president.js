// Präsident auf Deutsch.

/** @import { Texts } from "../../types.d.ts" */
/** @import english from "../en/president.js" */

/** @type {Record<string, string>} */
const RANKS = { T: "Zehnen", J: "Buben", Q: "Damen", K: "Könige", A: "Asse" };
/** @type {Record<string, string>} */
const ROLES = {
  President: "Präsident",
  "Vice-President": "Vizepräsident",
  Neutral: "Bürger",
  "Vice-Bum": "Vize-Bettler",
  Bum: "Bettler",
};
/** @type {Record<string, string>} */
const KINDS = {
  "one card": "eine Karte",
  pair: "Paar",
  "three of a kind": "Drilling",
  "four of a kind": "Vierling",
  straight: "Straße",
  flush: "Flush",
  "full house": "Full House",
  "four of a kind plus one": "Vierling mit Beikarte",
  "straight flush": "Straight Flush",
};

/** @type {Texts<typeof english>} */
export default {
  title: "Präsident",
  words: "Werde deine Karten zuerst los",
  roundOver: (n) => `Runde ${n} ist zu Ende`,
  presides: (who) => who === null ? "Du bist Präsident!" : `${who} ist Präsident.`,
  place: "Platz",
  role: "Rolle",
  record: "Plätze bisher",
  roles: (role) => ROLES[role] ?? role,
  kind: (kind) => kind === null ? "keine Kombination" : KINDS[kind] ?? kind,
  placesSum: "Summe der Plätze",
  pointsSum: "Summe der Punkte",
  someRank: "einen Wert",
  someCard: "eine Karte",
  outAs: (n) => `Platz ${n}`,
  places: (places) => `Plätze ${places}`,
  toBeat: (cards) => `Zu schlagen: ${cards}`,
  takesPile: (who) =>
    who === null ? "Du spielst als Nächstes aus." : `${who} spielt als Nächstes aus.`,
  of: (who) => who === null ? "von dir" : `von ${who}`,
  youLead: "Du spielst aus.",
  leads: (name) => `${name} spielt aus.`,
  give: "gib ab",
  askFor: "Verlange",
  ranks: (rank) => RANKS[rank] ?? `${rank}er`,
  request: (ranks) => `${ranks} verlangen`,
  chooseGift: "Wähle eine Karte zum Abgeben.",
  play: "Spielen",
  pass: "Passen",
  clear: "Abwählen",
  passed: "gepasst",
  passes: "passt",
  asks: "verlangt",
  gives: "gibt ab",
  beatIt: "Schlage den Stapel.",
  reversed: "Revolution: Die 3 ist jetzt der höchste Rang, die 2 der niedrigste.",
  locked: "bei diesem Stapel draußen",
  points: (/** @type {string} */ points) => `Punkte ${points}`,
  beatOrPass: "Schlage den Stapel oder passe.",
  chooseLead: "Wähle Karten zum Ausspielen.",
  beats: ", schlägt den Stapel",
  beatsNot: ", schlägt den Stapel nicht",
  trading: "Karten werden getauscht.",
  youInList: "du",
  trade: (names) => `Kartentausch: ${names}.`,
  youGot: "Du bekommst",
  youGave: "Du gibst",
  refused: (ranks, mine) =>
    mine
      ? `Zuerst hast du ${ranks} verlangt, aber es gab keine.`
      : `Zuerst wurden ${ranks} verlangt, die du nicht hattest.`,
  saysPass: (who) => who === null ? "Du hast gepasst" : `${who} hat gepasst`,
  saysRequest: (who, ranks) =>
    who === null
      ? `Du hast ${ranks ?? "einen Wert"} verlangt`
      : `${who} hat ${ranks ?? "einen Wert"} verlangt`,
  saysGive: (who, cards) =>
    who === null
      ? `Du hast ${cards ?? "eine Karte"} abgegeben`
      : `${who} hat ${cards ?? "eine Karte"} abgegeben`,
  options: {
    players: { label: "Mitspieler", about: "2 bis 13" },
    rounds: { label: "Runden", about: "" },
    trade: {
      label: "Tausch zwischen den Runden",
      about: "Was der Präsident vom Bettler bekommt",
      choices: {
        request: "verlangt Werte",
        best: "bekommt die besten Karten",
        none: "kein Tausch",
      },
    },
    kinds: {
      label: "Kombinationen",
      about: "Was zusammen gespielt werden darf",
      choices: KINDS,
    },
    passing: {
      label: "Wer gepasst hat,",
      about: "",
      choices: { free: "darf wieder spielen", locked: "setzt aus, bis der Stapel weg ist" },
    },
    may_pass: {
      label: "Passen ist erlaubt",
      about: "",
      choices: { always: "immer", unable: "nur, wenn nichts gespielt werden kann" },
    },
    beats: {
      label: "Gleiche Werte",
      about: "Was eine Karte gleichen Werts schlägt",
      choices: { suit: "die höhere Farbe", higher: "nichts", equal: "jede Farbe" },
    },
    clears: { label: "Karte, die den Stapel räumt", about: "Etwa 2 oder 8" },
    revolution: { label: "Revolution", about: "Ein Vierling kehrt die Reihenfolge der Karten um" },
    deal: {
      label: "Übrige Karten",
      about: "",
      choices: { equal: "bleiben aus dem Spiel", all: "gehen an die ersten Plätze" },
    },
    opens: {
      label: "Die erste Runde eröffnet",
      about: "",
      choices: { lowest: "die niedrigste Karte", left: "der erste Platz" },
    },
    leads: {
      label: "Spätere Runden eröffnet",
      about: "",
      choices: { president: "der Präsident", bum: "der Bettler", lowest: "die niedrigste Karte" },
    },
    exchanged: { label: "Getauschte Karten", about: "" },
    ends: {
      label: "Eine Runde endet,",
      about: "",
      choices: { last: "wenn nur noch einer Karten hat", first: "wenn der Erste fertig ist" },
    },
    score: {
      label: "Wertung",
      about: "",
      choices: { places: "nach Plätzen", cards: "nach übrigen Karten" },
    },
  },
  presets: {
    report: {
      title: "Mit Pokerblättern",
      summary: "Auch Straße, Flush und Full House dürfen gespielt werden.",
    },
    basic: { title: "Partyspiel", summary: "Nur gleiche Werte, höhere schlagen." },
    "big-two": {
      title: "Big Two",
      summary: "Wer zuerst fertig ist, gewinnt, was die anderen noch halten.",
    },
    daihinmin: {
      title: "Daihinmin",
      summary: "Achten räumen den Stapel, ein Vierling ist eine Revolution.",
    },
  },
};
