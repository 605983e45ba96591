// The table of Hearts: the trick, the last trick, points, and three cards to pass.

import { laid, moveText, pictured, read, small, spoken } from "../cards.js";
import { h } from "../dom.js";
import { hand } from "./hand.js";
import { backs, open, plate } from "./plates.js";

/**
 * @import { Card, Drawn, Table } from "../types.d.ts"
 *
 * @typedef {[seat: number, card: Card]} Play
 *
 * @typedef {object} View
 * @property {Card[]} hand
 * @property {Play[]} trick
 * @property {Play[]} plays
 * @property {number[]} points
 * @property {boolean} hearts_broken
 * @property {number[]} totals
 * @property {boolean} passing
 * @property {number | null} passes_to
 * @property {Card[] | null} passed
 * @property {Card[] | null} received
 * @property {object | null} part
 */

export const words = "Take no hearts";
// Whoever comes for the first time finds this game chosen.
export const isFirst = true;

export function picture() {
  return pictured(["Qs", "Ah", "2h"]);
}

/** @param {number} count */
const points = (count) => `${count} ${count === 1 ? "point" : "points"}`;

/**
 * @param {View} view
 * @param {number} seats
 */
function lastTrick(view, seats) {
  const ended = view.plays.slice(0, view.plays.length - view.trick.length);
  return ended.length ? ended.slice(-seats) : [];
}

/**
 * @param {Table<View>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local, hands } = table;
  const playing = act && !view.passing;
  const seats = names.map((_, seat) => seat);
  const isMatch = view.part !== null;
  /** @param {number} seat */
  const lines = (
    seat,
  ) => [points(view.points[seat]), isMatch ? `${view.totals[seat]} in all` : null];
  const last = lastTrick(view, names.length);
  const taker = view.trick.length ? view.trick[0][0] : table.to_move;
  /** @param {number} seat */
  const played = (seat) => view.plays.filter(([who]) => who === seat).length;
  // Everybody has as many cards as oneself; who only watches is not told how many were dealt.
  const dealt = me === null
    ? null
    : view.hand.length + played(me) + (view.passing ? view.passed?.length ?? 0 : 0);
  /** @param {number} seat */
  const decided = (seat) =>
    view.passing && !table.deciders.includes(seat) && !table.is_over ? "has passed" : null;
  return {
    others: seats.filter((seat) => seat !== me).map((seat) =>
      plate(table, seat, {
        lines: lines(seat),
        badges: [decided(seat)],
        cards: hands ? open(hands[seat]) : dealt === null ? null : backs(dealt - played(seat)),
      })
    ),
    centre: view.passing && !table.is_over
      ? h(
        "p",
        { class: "call" },
        me === null || view.passes_to === null
          ? "Everyone passes three cards."
          : ["Pass three cards to ", h("strong", {}, names[view.passes_to]), "."],
      )
      : [
        h(
          "ol",
          { class: "trick", "aria-label": "Trick" },
          view.trick.map(([seat, card]) =>
            h(
              "li",
              { key: read(card).text },
              laid(card, { "data-by": seat }),
              h("span", { class: "by" }, names[seat]),
            )
          ),
        ),
        // A trick that is over lies there until the next card is led.
        !view.trick.length && last.length && !table.is_over
          ? h(
            "ol",
            { class: "trick gone", "aria-label": "Last trick" },
            last.map(([seat, card]) =>
              h("li", { key: read(card).text }, laid(card), h("span", { class: "by" }, names[seat]))
            ),
          )
          : null,
        view.trick.length ? null : h(
          "p",
          { class: "call" },
          table.is_over
            ? ""
            : taker === me
            ? "You lead."
            : `${names[taker ?? -1] ?? "Nobody"} leads.`,
        ),
        view.hearts_broken ? h("p", { class: "faint" }, "Hearts are broken.") : null,
      ],
    aside: last.length && view.trick.length
      ? h(
        "p",
        { class: "last" },
        h("span", { class: "faint" }, "Last trick: "),
        last.map(([, card]) => small(card)),
        ` to ${names[view.trick[0][0]]}`,
      )
      : view.received && !view.plays.length
      ? h(
        "p",
        { class: "last" },
        h("span", { class: "faint" }, "You got: "),
        view.received.map(small),
      )
      : null,
    mine: me === null
      ? null
      : plate(table, me, { lines: lines(me), badges: [decided(me)], mine: true }),
    hand: me === null ? null : hand(view.hand, {
      playable: view.passing ? null : table.words,
      chosen: local.chosen,
      hinted: table.hinted,
      fresh: new Set(view.plays.length ? [] : (view.received ?? []).map((card) => read(card).text)),
      act: view.passing ? act && ((text) => local.toggle(text, 3)) : playing ? act : null,
      verb: playing ? "play" : "",
    }),
    controls: view.passing && act
      ? [
        h("button", {
          class: "main",
          "data-focus": "pass",
          disabled: local.chosen.size !== 3,
          onclick: () => act(`pass ${[...local.chosen].join(" ")}`),
        }, local.chosen.size === 3 ? "Pass these three" : `Choose ${3 - local.chosen.size} more`),
      ]
      : [],
  };
}

/**
 * @param {string} who
 * @param {string} text
 */
export function say(who, text) {
  if (text.startsWith("pass ")) {
    return `${who} passes ${
      text.includes("cards") ? "three cards" : text.slice(5).split(" ").map(spoken).join(", ")
    }`;
  }
  return `${who} plays ${spoken(text)}`;
}

/** @param {string} text */
export function line(text) {
  return moveText(text);
}
