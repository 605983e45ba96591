// A hand of cards, fanned: choose by click, tap, drag or keys.

import { face, read, spoken } from "../cards.js";
import { h, walk } from "../dom.js";
import { draggable } from "../drag.js";
import { text as words } from "../language.js";

/** Whether a long hand has two rows; who shows one draws it again when that changes. */
export const narrow = matchMedia("(max-width: 600px)");

/**
 * @import { Card } from "../types.d.ts"
 *
 * @typedef {object} HandOptions
 * @property {Set<string> | null} [playable] The texts of cards that may be chosen now.
 * @property {Set<string>} [chosen] Those that are.
 * @property {((text: string) => void) | null} [act]
 * @property {((text: string) => void) | null} [drop]
 * @property {Set<string>} [hinted]
 * @property {Set<string>} [fresh]
 * @property {string} [verb]
 */

/**
 * @param {Card[]} cards
 * @param {HandOptions} options
 */
export function hand(
  cards,
  {
    playable = null,
    chosen = new Set(),
    act = null,
    drop = null,
    hinted = new Set(),
    fresh = new Set(),
    verb = "",
  } = {},
) {
  const most = narrow.matches ? 7 : 20;
  const rows = [];
  const count = Math.ceil(cards.length / most) || 1;
  const long = Math.ceil(cards.length / count);
  for (let start = 0; start < cards.length; start += long) {
    rows.push(cards.slice(start, start + long));
  }
  return h(
    "div",
    {
      class: `hand${cards.length > 6 ? "" : " few"}`,
      role: "group",
      "aria-label": words.table.hand,
      "data-group": "hand",
      "data-rove": "",
      onkeydown: walk,
    },
    rows.map((row, level) =>
      h(
        "div",
        { class: "fan", key: level, style: { "--n": String(row.length) } },
        row.map((card, place) => {
          const { text } = read(card);
          const allowed = act !== null && (playable === null || playable.has(text));
          const picked = chosen.has(text);
          const remarks = [
            picked ? words.cards.chosen : null,
            hinted.has(text) ? words.cards.hinted : null,
            fresh.has(text) ? words.cards.fresh : null,
            act && !allowed ? words.cards.barred : null,
          ].filter(Boolean);
          return h(
            "button",
            {
              class: `card${picked ? " picked" : ""}${allowed ? " allowed" : act ? " barred" : ""}${
                hinted.has(text) ? " hinted" : ""
              }${fresh.has(text) ? " fresh" : ""}`,
              key: text,
              "data-card": text,
              "data-focus": `card ${text}`,
              "aria-label": [verb, spoken(card)].filter(Boolean).join(" ") +
                (remarks.length ? `, ${remarks.join(", ")}` : ""),
              "aria-pressed": act && !verb ? String(picked) : undefined,
              "aria-disabled": allowed ? undefined : "true",
              style: { "--i": String(place) },
              onclick: () => allowed && act(text),
              ...(allowed ? draggable(() => (drop ?? act)(text)) : {}),
            },
            face(card),
            hinted.has(text) ? h("span", { class: "mark-hint", "aria-hidden": "true" }, "★") : null,
            picked ? h("span", { class: "mark-picked", "aria-hidden": "true" }, "✓") : null,
            fresh.has(text)
              ? h("span", { class: "mark-fresh", "aria-hidden": "true" }, words.cards.fresh)
              : null,
          );
        }),
      )
    ),
  );
}
