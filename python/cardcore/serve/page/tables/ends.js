// The table of Ends: the row, and what both have taken.

import { laid, pictured } from "../cards.js";
import { h, walk } from "../dom.js";
import { gameText } from "../language.js";
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

/** @type {typeof import("../strings/en/ends.js").default} */
const own = await gameText("ends");

export const { title, words, options, presets } = own;

export function picture() {
  return pictured(["9", "3", "12"]);
}

export function scored() {
  return own.scored;
}

/**
 * @param {Table<View, Remark>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, names, act, remark } = table;
  const first = placeOfFirst(table);
  const last = view.cards.length - 1;
  /** @param {number} seat */
  const taken = (seat) =>
    h(
      "span",
      { class: "taken", role: "img", "aria-label": own.taken(view.taken[seat].join(" ")) },
      view.taken[seat].map((card, place) =>
        h(
          "span",
          { key: place, class: place === view.taken[seat].length - 1 ? "newest" : "" },
          String(card),
        )
      ),
    );
  const { best } = remark;
  return {
    plates: names.map((_, seat) =>
      plate(table, seat, {
        lines: [own.points(view.scores[seat])],
        cards: taken(seat),
        action: lastAction(table, seat),
      })
    ),
    center: view.cards.length
      ? h(
        "div",
        {
          class: "row-of-cards",
          role: "group",
          "aria-label": own.row(view.cards.length, view.cards.join(" ")),
          "data-group": "hand",
          "data-rove": "",
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
              "aria-label": own.take(move, card) + (hinted ? own.hinted : ""),
              onclick: () => act(move),
            },
            laid(card).children,
            hinted ? h("span", { class: "mark-hint", "aria-hidden": "true" }, "★") : null,
          );
        }),
      )
      : null,
    aside: table.is_over && best
      ? h(
        "details",
        { class: "best" },
        h("summary", {}, own.best(best.scores[0], best.scores[1])),
        h(
          "ol",
          { class: "line", "aria-label": own.bestLine },
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
    hand: null,
    controls: act
      ? [
        h("button", {
          class: "main",
          "data-focus": "L",
          onclick: () => act("L"),
        }, `← ${own.takeCard(view.cards[0])}`),
        view.cards.length > 1
          ? h("button", {
            class: "main",
            "data-focus": "R",
            onclick: () => act("R"),
          }, `${own.takeCard(view.cards[last])} →`)
          : null,
      ]
      : [],
  };
}

/**
 * @param {Table<View>} table
 * @param {number} seat
 */
function lastAction({ history, view, is_over }, seat) {
  const made = history.filter(([who]) => who === seat).at(-1);
  return made && !is_over ? own.took(view.taken[seat].at(-1) ?? 0, made[1]) : null;
}

/**
 * Find the place in the whole row of the first card that is left: what was taken there before tells
 * it.
 *
 * @param {Table<View>} table
 */
function placeOfFirst({ history }) {
  return history.filter(([, move]) => move === "L").length;
}

/**
 * @param {string | null} who
 * @param {string} move
 * @param {View} [before]
 */
export function say(who, move, before) {
  const cards = before?.cards ?? [];
  const card = (move === "L" ? cards[0] : cards.at(-1)) ?? 0;
  return `${who ?? own.you}: ${own.took(card, move)}`;
}

/** @param {string} move */
export function advise(move) {
  return own.advise(move);
}

/** @param {string} move */
export function line(move) {
  return own.takes(move);
}
