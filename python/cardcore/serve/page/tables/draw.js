// The table of five-card draw: chips and pot, bets, and discards.

import { laid, moveText, pictured, small } from "../cards.js";
import { h } from "../dom.js";
import { gameText, listed, signed } from "../language.js";
import { partMoment } from "../moments.js";
import { around, before as lying } from "./around.js";
import { hand } from "./hand.js";
import { backs, open, plate } from "./plates.js";

/**
 * @import { Drawn, Moment, Passage, Sheet, Table, Turn } from "../types.d.ts"
 *
 * @typedef {object} View
 * @property {string[]} hand
 * @property {keyof typeof own.phases} phase
 * @property {number} hand_number
 * @property {number} hands
 * @property {number} button
 * @property {number} pot
 * @property {number} to_call
 * @property {number[]} stacks
 * @property {number[]} bets
 * @property {string[]} status
 * @property {(number | null)[]} drawn
 * @property {Turn[]} moves
 * @property {[number, number] | null} raise_to
 * @property {number} draws_left
 * @property {{ small_bet: number, big_bet: number, ranking?: string, draws?: number }} rules
 * @property {LastHand | null} last
 *
 * @typedef {object} LastHand
 * @property {number} number
 * @property {(string[] | null)[]} shown
 * @property {{ chips: number, winners: number[] }[]} pots
 * @property {number[]} net
 *
 * @typedef {object} Remark
 * @property {string | null} rank
 * @property {(string | null)[]} shown
 */

/** @type {typeof import("../strings/en/draw.js").default} */
const own = await gameText("draw");

export const { title, words, options, presets } = own;

export function picture() {
  return pictured(["Qd", "Ks", "As"]);
}

export function scored() {
  return own.chipsWon;
}

/** @param {number} chips */
export function score(chips) {
  return signed(chips);
}

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
 * @param {Passage<View, Remark>} passage
 * @returns {Moment[]}
 */
export function moments({ before, after, remark, me, names }) {
  if (!after.last || after.last.number === before.last?.number) return [];
  const sheet = showdown(after.last, remark, me, names);
  const hand = after.last.shown[me ?? -1] ?? before.hand;
  return [partMoment(sheet, { hand, status: before.status, button: before.button })];
}

/**
 * @param {LastHand} last
 * @param {Remark} remark
 * @param {number | null} me
 * @param {string[]} names
 * @returns {Sheet}
 */
function showdown({ number, shown, pots, net }, remark, me, names) {
  const winners = new Set(pots.flatMap((pot) => pot.winners));
  const isShown = shown.some(Boolean);
  return {
    title: own.handOver(number),
    note: pots.map((pot) =>
      own.wins(
        listed(pot.winners.map((seat) => seat === me ? own.you : names[seat])),
        pot.chips,
        pot.winners.length > 1 || pot.winners[0] === me,
      )
    ).join(" ") + (isShown ? "" : ` ${own.allFolded}`),
    columns: isShown ? [own.hand, own.chipsWon] : [own.chipsWon],
    rows: names.map((_, seat) => {
      const cards = shown[seat];
      const cell = cards
        ? h(
          "span",
          { class: "showdown" },
          h("span", { class: "shown-cards" }, cards.map((card) => laid(card, { key: card }))),
          h("span", { class: "faint" }, named(remark.shown?.[seat])),
        )
        : h("span", { class: "faint" }, own.notShown);
      const chips = signed(net[seat]);
      return { seat, cells: isShown ? [cell, chips] : [chips], wins: winners.has(seat) };
    }),
  };
}

/**
 * @param {Table<View, Remark>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local, hands, remark } = table;
  const places = around(names.length, me ?? 0);
  /** @type {Record<string, string | null>} */
  const told = {
    folded: own.folded,
    "all in": own.allIn,
    out: table.is_over ? null : own.out,
  };
  /** @param {number} seat */
  const inHand = (seat) => ["in", "all in"].includes(view.status[seat]);
  const discarding = act && view.phase === "discard";
  const cards = view.rules.ranking === "badugi" ? 4 : 5;
  const draws = view.rules.draws ?? 1;
  const later = 2 * (draws - view.draws_left) > draws;
  const size = later ? view.rules.big_bet : view.rules.small_bet;
  /** @type {Record<string, number>} */
  const costs = { call: view.to_call, bet: size, raise: view.to_call + size };
  const isShown = table.moment !== null;
  /** @param {number} seat */
  const action = (seat) => isShown || told[view.status[seat]] ? null : lastAction(view, seat);
  /** @param {number} seat */
  const drew = (seat) => {
    const count = view.drawn[seat];
    if (count === null || isShown) return null;
    // Who drew last, and has not bet since, is told so already.
    return action(seat) === own.drew(count) && !table.deciders.includes(seat)
      ? null
      : own.drew(count);
  };
  return {
    plates: names.map((_, seat) =>
      plate(table, seat, {
        lines: [
          own.chips(view.stacks[seat]),
          drew(seat),
          seat === me && !isShown ? named(remark.rank) : null,
        ],
        badges: [told[view.status[seat]] ?? null],
        deals: seat === view.button ? own.dealer : null,
        action: action(seat),
        cards: seat === me
          ? null
          : hands
          ? open(hands[seat])
          : table.is_over
          ? null
          : backs(cards, !inHand(seat)),
      })
    ),
    center: [
      h(
        "div",
        { class: "pot" },
        stack(view.pot),
        h("p", { class: "call" }, own.pot(view.pot)),
        view.to_call && act ? h("p", {}, own.toCall(view.to_call)) : null,
        h(
          "p",
          { class: "faint" },
          table.is_over ? "" : own.progress(view.hand_number, view.hands, own.phases[view.phase]),
        ),
      ),
      h(
        "div",
        { class: "bets", "aria-hidden": "true" },
        view.bets.map((bet, seat) =>
          bet && !isShown
            ? h(
              "span",
              { class: `bet ${places[seat].zone}`, key: seat, style: lying(places[seat]) },
              String(bet),
            )
            : null
        ),
      ),
    ],
    aside: view.last && !table.is_over && !isShown ? ending(table, view.last) : null,
    hand: me === null ? null : hand(view.hand, {
      chosen: local.chosen,
      hinted: table.hinted,
      fresh: table.fresh,
      act: discarding ? (card) => local.toggle(card, cards) : null,
    }),
    controls: discarding
      ? [
        h("span", { class: "prompt" }, own.tapDiscards),
        h("button", {
          class: "main",
          "data-focus": "discard",
          onclick: () => act(["discard", ...local.chosen].join(" ")),
        }, local.chosen.size ? own.discard(local.chosen.size) : own.standPat(cards)),
      ]
      : act
      ? [
        ...(table.moves ?? []).map((move) =>
          h("button", {
            key: move,
            "data-focus": move,
            class: move === "fold" ? "" : "main",
            onclick: () => act(move),
          }, own.button(move, costs[move]))
        ),
        view.raise_to ? amount(view, view.raise_to, act) : null,
      ]
      : [],
  };
}

/**
 * Ask for the amount of a bet or raise that is not among the buttons.
 *
 * @param {View} view
 * @param {[number, number]} range
 * @param {(move: string) => void} act
 */
function amount(view, [least, most], act) {
  const word = Math.max(...view.bets) === 0 ? "bet" : "raise to";
  return h(
    "form",
    {
      class: "amount",
      key: "amount",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const chips = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("chips");
        act(`${word} ${chips}`);
      },
    },
    h("input", {
      type: "number",
      name: "chips",
      "data-focus": "amount",
      min: String(least),
      max: String(most),
      step: "1",
      required: true,
      inputmode: "numeric",
      "aria-label": own.amount(least, most),
      placeholder: `${least}–${most}`,
    }),
    h("button", {}, own.button(word, undefined)),
  );
}

/**
 * Give what somebody did last in this hand.
 *
 * @param {View} view
 * @param {number} seat
 */
function lastAction(view, seat) {
  const made = view.moves.filter(([who]) => who === seat).at(-1);
  return made ? told(made[1]) : null;
}

/**
 * @param {Table<View, Remark>} table
 * @param {LastHand} last
 */
function ending({ names, me, remark, odds }, { number, shown, pots }) {
  return h(
    "details",
    { class: "ending" },
    h(
      "summary",
      {},
      own.lastHand(number),
      " ",
      pots.map((pot) =>
        own.wins(
          listed(pot.winners.map((seat) => seat === me ? own.you : names[seat])),
          pot.chips,
          pot.winners.length > 1 || pot.winners[0] === me,
        )
      ).join(" "),
    ),
    shown.map((cards, seat) =>
      cards
        ? h(
          "p",
          { class: "shown", key: seat },
          `${names[seat]}: `,
          cards.map(small),
          " ",
          h("span", { class: "faint" }, named(remark.shown?.[seat])),
        )
        : null
    ),
    me !== null && odds
      ? h("button", { class: "quiet", "data-focus": "odds", onclick: odds }, own.odds)
      : null,
  );
}

/** @param {string} move */
export function sound(move) {
  if (["call", "bet", "raise"].includes(move.split(" ")[0])) return "chips";
  return move.startsWith("d") ? "deal" : "tap";
}

/** @param {string | null | undefined} hand */
function named(hand) {
  return hand ? own.handName(hand.replace(/\bT\b/g, "10")) : "";
}

/** @param {string} move */
function told(move) {
  if (move === "discard") return own.drew(0);
  if (move.startsWith("discard ")) return own.drew(move.split(" ").length - 1);
  if (move.startsWith("draw ")) return own.drew(Number(move.slice(5)));
  return own.did(move);
}

/**
 * @param {string | null} who
 * @param {string} move
 */
export function say(who, move) {
  return `${who ?? own.you}: ${told(move)}`;
}

/** @param {string} move */
export function advise(move) {
  if (move === "discard") return own.standPat(0);
  if (move.startsWith("discard ")) return [own.throwAway, moveText(move.slice(8))];
  return own.button(move, undefined);
}

/** @param {string} move */
export function line(move) {
  return move.startsWith("discard ") ? [own.discards, moveText(move.slice(8))] : told(move);
}
