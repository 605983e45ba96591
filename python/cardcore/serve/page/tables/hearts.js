// The table of Hearts: the trick, the last trick, points, and three cards to pass.

import { laid, moveText, pictured, read, small, spoken } from "../cards.js";
import { h } from "../dom.js";
import { gameText, text } from "../language.js";
import { partMoment, trickMoment } from "../moments.js";
import { around, before as lying } from "./around.js";
import { hand } from "./hand.js";
import { backs, open, plate } from "./plates.js";

/**
 * @import { Card, Drawn, Moment, Passage, Table, Turn } from "../types.d.ts"
 *
 * @typedef {[seat: number, card: Card]} Play
 *
 * @typedef {object} View
 * @property {Card[]} hand
 * @property {Play[]} trick
 * @property {Play[]} plays
 * @property {number[]} points
 * @property {number | null} jack
 * @property {boolean} hearts_broken
 * @property {number[]} totals
 * @property {boolean} passing
 * @property {number | null} passes_to
 * @property {Card[] | null} passed
 * @property {Card[] | null} received
 * @property {{ number: number } | null} part
 * @property {LastDeal | null} last
 *
 * @typedef {object} LastDeal
 * @property {number} number
 * @property {number[]} scores
 * @property {number[]} points
 * @property {number | null} moon
 * @property {number | null} jack
 */

/** @type {typeof import("../strings/en/hearts.js").default} */
const own = await gameText("hearts");

export const { title, words, options, presets } = own;
// The lobby preselects this game on the first visit.
export const isFirst = true;

export function picture() {
  return pictured(["Qs", "Ah", "2h"]);
}

export function scored() {
  return own.total;
}

/**
 * @param {View} view
 * @param {number} seats
 */
function lastTrick(view, seats) {
  const ended = view.plays.slice(0, view.plays.length - view.trick.length);
  return ended.length ? ended.slice(-seats) : [];
}

/** @param {Card} card */
function value(card) {
  const { rank, number } = read(card);
  return number === undefined ? "23456789TJQKA".indexOf(rank) : Number(rank);
}

/** @param {Play[]} trick */
function takerOf(trick) {
  const led = read(trick[0][1]).suit;
  const followed = trick.filter(([, card]) => read(card).suit === led);
  return followed.reduce((best, play) => value(play[1]) > value(best[1]) ? play : best)[0];
}

/**
 * @param {Passage<View>} passage
 * @returns {Moment[]}
 */
export function moments({ before, after, moves, me, names }) {
  /** @type {Moment[]} */
  const found = [];
  const last = after.last?.number !== before.last?.number ? after.last : null;
  let trick = [...before.trick];
  for (const [seat, move] of moves) {
    if (move.startsWith("pass")) continue;
    trick.push([seat, move]);
    if (trick.length < names.length) continue;
    // The last trick of a deal is shown with the deal that it ends.
    const then = last ? { ...before, hand: [], passing: false, points: last.points } : {};
    found.push(trickMoment(takerOf(trick), { ...then, trick }));
    trick = [];
  }
  if (last) found.push(partMoment(dealSheet(last, after, names, me), { trick: [] }));
  return found;
}

/**
 * Find by the scores what a shot moon does: views do not tell the rules.
 *
 * @param {number[]} scores
 * @param {number} moon
 */
function moonRule(scores, moon) {
  if (scores.some((score, seat) => seat !== moon && score > 0)) return "add";
  return scores[moon] < 0 ? "subtract" : "none";
}

/**
 * @param {LastDeal} last
 * @param {View} after
 * @param {string[]} names
 * @param {number | null} me
 */
function dealSheet({ number, scores, moon, jack }, { totals }, names, me) {
  const fewest = Math.min(...totals);
  /** @param {number} seat */
  const who = (seat) => seat === me ? null : names[seat];
  const notes = [
    moon === null ? null : own.moon[moonRule(scores, moon)](who(moon)),
    jack === null ? null : own.tookJack(who(jack)),
  ];
  return {
    title: own.dealOver(number),
    note: notes.filter(Boolean).join(" ") || null,
    columns: [own.thisDeal, own.total],
    rows: names.map((_, seat) => ({
      seat,
      cells: [String(scores[seat]), String(totals[seat])],
      wins: totals[seat] === fewest,
    })),
  };
}

/**
 * @param {Table<View>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local, hands } = table;
  const playing = act && !view.passing;
  const places = around(names.length, me ?? 0);
  const isMatch = view.part !== null;
  const last = lastTrick(view, names.length);
  const leader = view.trick.length ? view.trick[0][0] : table.to_move;
  /** @param {number} seat */
  const played = (seat) => view.plays.filter(([who]) => who === seat).length;
  // Everybody has as many cards as oneself; who only watches is not told how many were dealt.
  const dealt = me === null
    ? null
    : view.hand.length + played(me) + (view.passing ? view.passed?.length ?? 0 : 0);
  /** @param {number} seat */
  const decided = (seat) =>
    view.passing && !table.deciders.includes(seat) && !table.is_over ? own.hasPassed : null;
  return {
    plates: names.map((_, seat) =>
      plate(table, seat, {
        lines: [own.points(view.points[seat]), isMatch ? own.inAll(view.totals[seat]) : null],
        badges: [decided(seat), view.jack === seat ? own.hasJack : null],
        cards: hands && seat !== me
          ? open(hands[seat])
          : seat === me || dealt === null
          ? null
          : backs(dealt - played(seat)),
      })
    ),
    center: view.passing && !table.is_over
      ? h(
        "p",
        { class: "call" },
        me === null || view.passes_to === null
          ? own.everyonePasses
          : own.passTo(names[view.passes_to]),
      )
      : [
        h(
          "ol",
          { class: "trick", "aria-label": own.trick },
          view.trick.map(([seat, card]) =>
            h(
              "li",
              { key: read(card).text, style: lying(places[seat]) },
              laid(card, { "data-by": seat }),
              h("span", { class: "heard" }, names[seat]),
            )
          ),
        ),
        view.trick.length || table.is_over ? null : h(
          "p",
          { class: "call" },
          leader === me ? own.youLead : own.leads(names[leader ?? -1] ?? ""),
        ),
        received(table),
      ],
    aside: table.is_over ? null : h(
      "p",
      { class: "last" },
      view.hearts_broken ? h("span", { class: "faint broken" }, own.broken, " ") : null,
      last.length && view.trick.length < names.length
        ? [h("span", { class: "faint" }, own.lastTrick), " ", last.map(([, card]) => small(card))]
        : null,
    ),
    hand: me === null ? null : hand(view.hand, {
      playable: view.passing ? null : table.words,
      chosen: local.chosen,
      hinted: table.hinted,
      fresh: view.plays.some(([seat]) => seat === me) ? new Set() : table.fresh,
      act: view.passing ? act && ((card) => local.toggle(card, 3)) : playing ? act : null,
      verb: playing ? text.cards.play : "",
    }),
    controls: view.passing && act
      ? [
        h("button", {
          class: "main",
          "data-focus": "pass",
          disabled: local.chosen.size !== 3,
          onclick: () => act(`pass ${[...local.chosen].join(" ")}`),
        }, local.chosen.size === 3 ? own.passThese : own.chooseMore(3 - local.chosen.size)),
      ]
      : [],
  };
}

/**
 * Show what one was passed, until that was seen.
 *
 * @param {Table<View>} table
 */
function received({ view, me, names, history, seen, dismiss, is_over }) {
  const what = `received ${view.part?.number ?? 0}`;
  const isSeen = view.plays.some(([seat]) => seat === me) || seen(what);
  if (!view.received || view.passing || isSeen || is_over) return null;
  return h(
    "div",
    { class: "notice", key: "received", role: "status" },
    h("p", {}, own.passedYou(giver(history, view, me, names)), " ", view.received.map(small)),
    h("button", {
      "data-focus": "seen",
      onclick: () => dismiss(what),
    }, text.understood),
  );
}

/**
 * Find who passed cards to somebody: the player as far before them as they pass on.
 *
 * @param {Turn[]} history
 * @param {View} view
 * @param {number | null} me
 * @param {string[]} names
 */
function giver(history, view, me, names) {
  if (me === null || view.passes_to === null || !history.length) return "";
  return names[(2 * me - view.passes_to + 2 * names.length) % names.length];
}

/**
 * @param {string | null} who
 * @param {string} move
 */
export function say(who, move) {
  if (move.startsWith("pass ")) {
    const cards = move.slice(5).split(" ");
    return own.saysPass(who, move.includes("cards") ? null : cards.map(spoken).join(", "));
  }
  return text.says.plays(who, spoken(move));
}

/** @param {string} move */
export function advise(move) {
  return move.startsWith("pass ") ? [own.passAway, moveText(move.slice(5))] : moveText(move);
}

/** @param {string} move */
export function line(move) {
  if (!move.startsWith("pass ")) return moveText(move);
  return move.includes("cards") ? own.passesThree : [own.passes, " ", moveText(move.slice(5))];
}
