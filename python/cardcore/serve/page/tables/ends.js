// The table of Ends: the row, and what both have taken.

import { laid, pictured } from "../cards.js";
import { h, walk } from "../dom.js";
import { plate } from "./plates.js";

/**
 * @import { Drawn, Table } from "../types.d.ts"
 *
 * @typedef {object} View
 * @property {number[]} cards
 * @property {number[]} row
 * @property {number[][]} taken
 * @property {number[]} scores
 *
 * @typedef {object} Remark
 * @property {{ order: number[], scores: number[] }} [best]
 */

export const words = "Take from either end";

export function picture() {
  return pictured(["9", "3", "12"]);
}

/**
 * @param {Table<View, Remark>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, remark } = table;
  const first = placeOfFirst(table);
  const last = view.cards.length - 1;
  const seats = names.map((_, seat) => seat);
  /** @param {number} seat */
  const taken = (seat) =>
    h(
      "span",
      { class: "taken" },
      view.taken[seat].map((card, place) => h("span", { key: place }, String(card))),
    );
  /** @param {number} seat */
  const lines = (seat) => [`${view.scores[seat]} points`];
  const { best } = remark;
  return {
    others: seats.filter((seat) => seat !== me).map((seat) =>
      plate(table, seat, { lines: lines(seat), cards: taken(seat) })
    ),
    centre: view.cards.length
      ? h(
        "div",
        {
          class: "row-of-cards",
          role: "group",
          "aria-label": `Row of ${view.cards.length} cards: ${view.cards.join(" ")}`,
          "data-group": "hand",
          onkeydown: walk,
        },
        view.cards.map((card, place) => {
          const move = place === 0 ? "L" : place === last ? "R" : null;
          const key = String(first + place);
          if (!move || !act) {
            return h("span", {
              class: "card",
              key,
              "data-card": `place ${key}`,
              role: "img",
              "aria-label": String(card),
            }, laid(card).children);
          }
          const hinted = table.hint?.move === move;
          return h(
            "button",
            {
              class: `card allowed${hinted ? " hinted" : ""}`,
              key,
              "data-card": `place ${key}`,
              "data-focus": `end ${move}`,
              "aria-label": `Take the ${move === "L" ? "first" : "last"}, ${card}${
                hinted ? ", hinted" : ""
              }`,
              onclick: () => act(move),
            },
            laid(card).children,
            hinted ? h("span", { class: "mark-hint", "aria-hidden": "true" }, "★") : null,
          );
        }),
      )
      : best
      ? h(
        "div",
        { class: "best" },
        h(
          "p",
          { class: "call" },
          `With best play on both sides it would have been ${best.scores[0]} to ${best.scores[1]}.`,
        ),
        h(
          "ol",
          { class: "line", "aria-label": "The line of best play" },
          view.row.map((card, place) => {
            const turn = best.order.indexOf(place);
            return h(
              "li",
              { key: place, class: turn % 2 ? "second" : "first" },
              h("span", { class: "value" }, String(card)),
              h("span", { class: "turn-number" }, `${turn % 2 ? names[1] : names[0]}, ${turn + 1}`),
            );
          }),
        ),
      )
      : null,
    aside: null,
    mine: me === null ? null : plate(table, me, { lines: lines(me), cards: taken(me), mine: true }),
    hand: null,
    controls: act
      ? [
        h("button", {
          class: "main",
          "data-focus": "L",
          onclick: () => act("L"),
        }, `← Take ${view.cards[0]}`),
        view.cards.length > 1
          ? h("button", {
            class: "main",
            "data-focus": "R",
            onclick: () => act("R"),
          }, `Take ${view.cards[last]} →`)
          : null,
      ]
      : [],
  };
}

/**
 * Find the place in the whole row of the first card that is left: what was taken there before tells
 * it.
 *
 * @param {Table<View>} table
 */
function placeOfFirst({ history }) {
  return history.filter(([, text]) => text === "L").length;
}

/**
 * @param {string} who
 * @param {string} text
 * @param {View} [before]
 */
export function say(who, text, before) {
  const cards = before?.cards;
  const card = cards ? (text === "L" ? cards[0] : cards[cards.length - 1]) : "";
  return `${who} takes ${card}, the ${text === "L" ? "first" : "last"}`;
}

/** @param {string} text */
export function line(text) {
  return [text === "L" ? "takes the first" : "takes the last"];
}
