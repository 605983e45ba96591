// The plates of players around a table: who they are, whether it is their turn, and how they stand.

import { back, face, read, spoken } from "../cards.js";
import { portrait } from "../characters.js";
import { h } from "../dom.js";
import { text } from "../language.js";
import { characterOf } from "./index.js";

/**
 * @import { Card, Child, Table } from "../types.d.ts"
 *
 * @typedef {object} PlateOptions
 * @property {(string | null)[]} [lines]
 * @property {Child} [cards]
 * @property {(string | null | undefined)[]} [badges]
 * @property {string | null} [deals] What a player who deals is called.
 * @property {Child} [action] What they did last.
 */

/**
 * @param {Table} table
 * @param {number} seat
 * @param {PlateOptions} options
 */
export function plate(
  table,
  seat,
  { lines = [], cards = null, badges = [], deals = null, action = null } = {},
) {
  const { names, deciders, seats, me, moment, said } = table;
  const shown = seats[seat];
  const mine = seat === me;
  const turn = deciders.includes(seat) && !moment && !table.is_over;
  const away = shown?.kind === "person" && !shown.present;
  const takes = moment?.taker === seat;
  const word = said.get(seat);
  return h(
    "section",
    {
      class: `plate${turn ? " turn" : ""}${mine ? " mine" : ""}${takes ? " takes" : ""}`,
      key: `plate ${seat}`,
      "data-seat": seat,
      "aria-label": turn ? text.table.toMove(names[seat]) : names[seat],
      title: shown?.kind === "bot" ? characterOf(names[seat])?.about : undefined,
    },
    h(
      "span",
      { class: "face-place" },
      sign(shown?.kind === "bot", names[seat]),
      deals
        ? h("span", { class: "deals", role: "img", "aria-label": deals, title: deals }, "D")
        : null,
    ),
    h(
      "span",
      { class: "who" },
      h("strong", {}, mine ? text.you : names[seat]),
      h("span", { class: "lines" }, lines.filter(Boolean).map((line) => h("span", {}, line))),
    ),
    // Always there, so that nothing moves when somebody's turn comes.
    h(
      "span",
      { class: "badges" },
      turn ? h("span", { class: "badge now" }, mine ? text.turn.yours : text.turn.theirs) : null,
      takes ? h("span", { class: "badge now" }, text.table.takes) : null,
      action && !turn ? h("span", { class: "action", key: "action" }, action) : null,
      badges.filter(Boolean).map((badge) => h("span", { class: "badge" }, badge)),
      shown?.away
        ? h("span", { class: "badge warn" }, text.table.botPlays)
        : away
        ? h("span", { class: "badge warn" }, text.table.disconnected)
        : null,
    ),
    cards,
    word ? h("span", { class: "speech", key: "speech" }, word) : null,
  );
}

/**
 * The face of a bot, or the first letter of a person.
 *
 * @param {boolean} isBot
 * @param {string} name
 */
export function sign(isBot, name) {
  return h(
    "span",
    { class: "face-sign", "aria-hidden": "true" },
    isBot ? portrait(name) : (name || "?")[0].toUpperCase(),
  );
}

/**
 * Draw closed cards of somebody else: as many backs as there is room for.
 *
 * @param {number} count
 * @param {boolean} [isGone] Whether the player has folded, and only their place is left.
 */
export function backs(count, isGone = false) {
  const most = Math.min(count, 13);
  return h(
    "span",
    {
      class: `backs${isGone ? " gone" : ""}`,
      role: "img",
      "aria-label": text.cards.count(count),
      style: { "--n": String(most) },
    },
    Array.from(
      { length: most },
      (_, place) =>
        h("span", { class: "card", key: place, style: { "--i": String(place) } }, back()),
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
        class: "card",
        key: read(card).text,
        role: "img",
        "aria-label": spoken(card),
        "data-card": read(card).text,
        style: { "--i": String(place) },
      }, face(card))
    ),
  );
}
