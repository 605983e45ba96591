// The plates of players around a table: who they are, whether it is their turn, and how they stand.

import { back, face, read, spoken } from "../cards.js";
import { h } from "../dom.js";

/**
 * @import { Card, Child, Table } from "../types.d.ts"
 *
 * @typedef {object} PlateOptions
 * @property {(string | null)[]} [lines]
 * @property {Child} [cards]
 * @property {(string | null | undefined)[]} [badges]
 * @property {boolean} [mine]
 */

/**
 * @param {Table} table
 * @param {number} seat
 * @param {PlateOptions} options
 */
export function plate(table, seat, { lines = [], cards = null, badges = [], mine = false } = {}) {
  const { names, deciders, seats } = table;
  const shown = seats[seat];
  const turn = deciders.includes(seat);
  const away = shown?.kind === "person" && !shown.present;
  return h(
    "section",
    {
      class: `plate${turn ? " turn" : ""}${mine ? " mine" : ""}`,
      key: `plate ${seat}`,
      "data-seat": seat,
      "aria-label": `${names[seat]}${turn ? ", to move" : ""}`,
    },
    h(
      "span",
      { class: "face-sign", "aria-hidden": "true" },
      shown?.kind === "bot" ? "⚙" : (names[seat] || "?")[0].toUpperCase(),
    ),
    h(
      "span",
      { class: "who" },
      h("strong", {}, names[seat], mine ? h("span", { class: "faint" }, " (you)") : null),
      h("span", { class: "lines" }, lines.filter(Boolean).map((line) => h("span", {}, line))),
    ),
    h(
      "span",
      { class: "badges" },
      turn ? h("span", { class: "badge now" }, "▶ to move") : null,
      badges.filter(Boolean).map((badge) => h("span", { class: "badge" }, badge)),
      shown?.away
        ? h("span", { class: "badge warn" }, "away: a bot plays")
        : away
        ? h("span", { class: "badge warn" }, "not connected")
        : null,
    ),
    cards,
  );
}

/**
 * Draw closed cards of somebody else: as many backs as there is room for.
 *
 * @param {number} count
 */
export function backs(count) {
  const most = Math.min(count, 13);
  return h(
    "span",
    {
      class: "backs",
      role: "img",
      "aria-label": `${count} ${count === 1 ? "card" : "cards"}`,
      style: { "--n": String(most) },
    },
    Array.from(
      { length: most },
      (_, place) =>
        h("span", { class: "card tiny", key: place, style: { "--i": String(place) } }, back()),
    ),
  );
}

/**
 * Draw open cards of somebody else, as after a showdown or in a replay.
 *
 * @param {Card[]} cards
 */
export function open(cards) {
  return h(
    "span",
    { class: "backs open", style: { "--n": String(cards.length) } },
    cards.map((card, place) =>
      h("span", {
        class: "card tiny",
        key: read(card).text,
        role: "img",
        "aria-label": spoken(card),
        "data-card": read(card).text,
        style: { "--i": String(place) },
      }, face(card))
    ),
  );
}
