// The table of five-card draw: chips and pot, bets, and cards to throw away.

import { moveText, pictured, small } from "../cards.js";
import { h } from "../dom.js";
import { hand } from "./hand.js";
import { backs, open, plate } from "./plates.js";

/**
 * @import { Drawn, Table } from "../types.d.ts"
 *
 * @typedef {object} View
 * @property {string[]} hand
 * @property {string} phase
 * @property {number} hand_number
 * @property {number} hands
 * @property {number} button
 * @property {number} pot
 * @property {number} to_call
 * @property {number[]} stacks
 * @property {number[]} bets
 * @property {string[]} status
 * @property {(number | null)[]} drawn
 * @property {{ small_bet: number, big_bet: number }} rules
 * @property {LastHand | null} last
 *
 * @typedef {object} LastHand
 * @property {number} number
 * @property {(string[] | null)[]} shown
 * @property {{ chips: number, winners: number[] }[]} pots
 *
 * @typedef {object} Remark
 * @property {string | null} rank
 * @property {(string | null)[]} shown
 */

export const words = "Bet, draw, bluff";

export function picture() {
  return pictured(["Qd", "Ks", "As"]);
}

/** @param {number} count */
const chips = (count) => `${count} ${count === 1 ? "chip" : "chips"}`;
/** @type {Record<string, string>} */
const LABELS = { fold: "Fold", check: "Check", call: "Call", bet: "Bet", raise: "Raise" };

/** @param {number} count */
function stack(count) {
  const shown = Math.min(12, Math.ceil(count / 2));
  return h(
    "span",
    { class: "chips", "aria-hidden": "true" },
    Array.from(
      { length: shown },
      (_, place) => h("span", { key: place, style: { "--i": String(place) } }),
    ),
  );
}

/**
 * @param {Table<View, Remark>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local, hands, remark } = table;
  const seats = names.map((_, seat) => seat);
  /** @type {Record<string, string | null>} */
  const told = {
    folded: "folded",
    "all in": "all in",
    out: table.is_over ? null : "out of chips",
  };
  /** @param {number} seat */
  const lines = (seat) => [
    chips(view.stacks[seat]),
    view.bets[seat] ? `bet ${view.bets[seat]}` : null,
    view.drawn[seat] === null
      ? null
      : view.drawn[seat] === 0
      ? "stood pat"
      : `drew ${view.drawn[seat]}`,
  ];
  /** @param {number} seat */
  const badges = (
    seat,
  ) => [seat === view.button ? "dealer" : null, told[view.status[seat]] ?? null];
  /** @param {number} seat */
  const inHand = (seat) => ["in", "all in"].includes(view.status[seat]);
  const discarding = act && view.phase === "discard";
  const size = view.phase === "second bets" ? view.rules.big_bet : view.rules.small_bet;
  /** @type {Record<string, number>} */
  const costs = { call: view.to_call, bet: size, raise: view.to_call + size };
  return {
    others: seats.filter((seat) => seat !== me).map((seat) =>
      plate(table, seat, {
        lines: lines(seat),
        badges: badges(seat),
        cards: hands ? open(hands[seat]) : inHand(seat) && !table.is_over ? backs(5) : null,
      })
    ),
    centre: [
      h(
        "div",
        { class: "pot" },
        stack(view.pot),
        h("p", { class: "call" }, h("strong", {}, "Pot "), chips(view.pot)),
        view.to_call && act ? h("p", {}, `${view.to_call} to call`) : null,
      ),
      h(
        "p",
        { class: "faint" },
        table.is_over ? "" : `Hand ${view.hand_number} of ${view.hands}, ${view.phase}`,
      ),
    ],
    aside: view.last ? ending(table, view.last) : null,
    mine: me === null
      ? null
      : plate(table, me, { lines: [...lines(me), remark.rank], badges: badges(me), mine: true }),
    hand: me === null ? null : hand(view.hand, {
      chosen: local.chosen,
      hinted: table.hinted,
      act: discarding ? (card) => local.toggle(card, 5) : null,
    }),
    controls: discarding
      ? [
        h("span", { class: "prompt" }, "Tap what you throw away."),
        h("button", {
          class: "main",
          "data-focus": "discard",
          onclick: () => act(["discard", ...local.chosen].join(" ")),
        }, local.chosen.size ? `Discard ${local.chosen.size}` : "Stand pat"),
      ]
      : act
      ? (table.moves ?? []).map((move) =>
        h("button", {
          key: move,
          "data-focus": move,
          class: move === "fold" ? "" : "main",
          onclick: () => act(move),
        }, costs[move] ? `${LABELS[move]} ${costs[move]}` : LABELS[move] ?? move)
      )
      : [],
  };
}

/**
 * @param {Table<View, Remark>} table
 * @param {LastHand} last
 */
function ending({ names, me, remark, odds }, { number, shown, pots }) {
  return h(
    "div",
    { class: "ending" },
    h(
      "p",
      {},
      h("span", { class: "faint" }, `Hand ${number}: `),
      pots.map((pot) =>
        `${pot.winners.map((seat) => names[seat]).join(" and ")} ${
          pot.winners.length > 1 ? "share" : "won"
        } ${chips(pot.chips)}`
      ).join("; "),
      ".",
    ),
    shown.map((cards, seat) =>
      cards
        ? h(
          "p",
          { class: "shown", key: seat },
          `${names[seat]}: `,
          cards.map(small),
          " ",
          h("span", { class: "faint" }, remark.shown?.[seat] ?? ""),
        )
        : null
    ),
    me !== null && odds
      ? h(
        "button",
        { class: "quiet", "data-focus": "odds", onclick: odds },
        "What your discards were worth",
      )
      : null,
  );
}

/**
 * @param {string} who
 * @param {string} text
 */
export function say(who, text) {
  if (text.startsWith("draw ")) {
    return text === "draw 0" ? `${who} stands pat` : `${who} draws ${text.slice(5)}`;
  }
  if (text === "discard") return `${who} stands pat`;
  if (text.startsWith("discard ")) return `${who} draws ${text.split(" ").length - 1}`;
  return `${who}: ${text}`;
}

/** @param {string} text */
export function line(text) {
  return text === "discard" ? ["stands pat"] : moveText(text);
}
