// Hearts auf Deutsch.

import { pluralizer } from "../plural.js";

/** @import { Texts } from "../../types.d.ts" */
/** @import english from "../en/hearts.js" */

const plural = pluralizer("de");

/** @param {string | null} who */
const schafft = (who) => who === null ? "Du schaffst" : `${who} schafft`;

/** @type {Texts<typeof english>} */
export default {
  title: "Hearts",
  words: "Nimm kein Herz",
  points: (n) => plural(n, { one: `${n} Punkt`, other: `${n} Punkte` }),
  inAll: (n) => `${n} insgesamt`,
  thisDeal: "Dieses Spiel",
  total: "Gesamt",
  dealOver: (n) => `Spiel ${n} ist zu Ende`,
  moon: {
    add: (who) => `${schafft(who)} einen Durchmarsch! Alle 26 Punkte gehen an die anderen.`,
    subtract: (who) => `${schafft(who)} einen Durchmarsch: minus 26!`,
    none: (who) => `${who === null ? "Du hast" : `${who} hat`} alle 26 Punkte genommen.`,
  },
  tookJack: (who) => `${who === null ? "Du hast" : `${who} hat`} den Karo-Buben: minus 10.`,
  hasJack: "J♦ −10",
  hasPassed: "hat geschoben",
  everyonePasses: "Alle schieben drei Karten.",
  passTo: (name) => `Wähle drei Karten für ${name}.`,
  passThese: "Diese drei schieben",
  chooseMore: (n) => `Noch ${n} wählen`,
  passAway: "schieb ",
  passes: "schob",
  passesThree: "schob drei Karten",
  passedYou: (name) => name ? `${name} gibt dir` : "Du bekommst",
  saysPass: (who, cards) =>
    who === null
      ? `Du hast ${cards ?? "drei Karten"} geschoben`
      : `${who} hat ${cards ?? "drei Karten"} geschoben`,
  trick: "Stich",
  lastTrick: "Letzter Stich:",
  youLead: "Du spielst aus.",
  leads: (name) => `${name} spielt aus.`,
  broken: "Herz ist eröffnet.",
  options: {
    players: { label: "Mitspieler", about: "3 bis 6" },
    passing: {
      label: "Vor jedem Spiel drei Karten schieben",
      about: "Links, rechts, gegenüber, dann gar nicht",
    },
    moon: {
      label: "Durchmarsch",
      about: "Was geschieht, wenn jemand alle Punkte nimmt",
      choices: {
        add: "alle anderen bekommen 26",
        subtract: "26 Punkte werden abgezogen",
        none: "nichts Besonderes",
      },
    },
    jack: { label: "Karo-Bube", about: "Wer ihn nimmt, bekommt 10 Punkte abgezogen" },
    target: {
      label: "Spielen bis",
      about: "Punkte, die die Partie beenden; leer für ein einzelnes Spiel",
    },
    points_on_first_trick: {
      label: "Punkte im ersten Stich",
      about: "Herz und Pik-Dame dürfen sofort fallen",
    },
    queen_breaks_hearts: {
      label: "Die Pik-Dame eröffnet Herz",
      about: "Danach darf Herz ausgespielt werden",
    },
    suits: {
      label: "Anzahl der Farben",
      about: "Für andere Blätter; leer für die üblichen 52 Karten",
    },
    values: {
      label: "Karten je Farbe",
      about: "Für andere Blätter; leer für die üblichen 52 Karten",
    },
  },
  presets: {
    classic: { title: "Klassisch", summary: "Drei Karten schieben, bis 100 Punkte" },
    "single-deal": { title: "Ein Spiel", summary: "Ein einziges Spiel entscheidet" },
    "no-passing": { title: "Ohne Schieben", summary: "Du spielst, was du bekommst" },
    "new-moon": { title: "Neumond", summary: "Ein Durchmarsch zieht dir 26 Punkte ab" },
    omnibus: { title: "Omnibus", summary: "Der Karo-Bube zieht dir 10 Punkte ab" },
  },
};
