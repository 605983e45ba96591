// The end of a game: who has won, the scores, and what can be done next.

import { h } from "./dom.js";
import { listed, text } from "./language.js";
import { rememberSeat } from "./memory.js";
import { count, record } from "./stats.js";
import { tableOf } from "./tables/index.js";

/** @import { Position, Send, State } from "./types.d.ts" */

/**
 * @param {State} state
 * @param {Position} table
 */
function winners({ seats }, { scores, low_score_wins: low }) {
  const best = low ? Math.min(...scores) : Math.max(...scores);
  return seats.flatMap((_, place) => scores[place] === best ? [place] : []);
}

/**
 * @param {State} state
 * @param {Position} table
 */
export function hasWon(state, table) {
  const first = winners(state, table);
  return state.you.seat !== null && first.length < state.seats.length &&
    first.includes(state.you.seat);
}

/**
 * Count the game of the player; tells whether it is new.
 *
 * @param {State} state
 * @param {Position} table
 * @param {string} link
 */
export function countGame(state, table, link) {
  if (state.you.seat === null) return false;
  return count(state.game, `${link} ${table.number}`, hasWon(state, table));
}

/**
 * @param {State} state
 * @param {Position} table
 */
export function standing(state, table) {
  const first = winners(state, table);
  if (first.length === state.seats.length) return text.over.tie;
  const others = first.filter((place) => place !== state.you.seat);
  const names = others.map((place) => state.seats[place].name);
  if (others.length < first.length) {
    return names.length ? text.over.shared(listed(names)) : text.over.won;
  }
  return text.over.lost(listed(names), names.length);
}

/**
 * @param {State} state
 * @param {Position} table
 * @param {Send} send
 */
export function over(state, table, send) {
  const order = state.seats
    .map((seat, place) => ({ name: seat.name, score: table.scores[place], place }))
    .sort((one, other) => table.low_score_wins ? one.score - other.score : other.score - one.score);
  const mayStart = state.you.seat !== null || state.you.host;
  const stats = record(state.game);
  const { scored, score: write = String } = tableOf(state.game);
  if (table.replay && state.you.seat !== null) rememberSeat(table.replay, state.you.seat);
  return h(
    "div",
    { class: `sheet-box over${hasWon(state, table) ? " won" : ""}`, key: "match" },
    h("h2", {}, standing(state, table)),
    h(
      "table",
      { class: "scores" },
      h("caption", { class: "heard" }, text.over.scores),
      scored
        ? h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, text.sheet.player),
            h("th", { scope: "col" }, scored(table.view)),
          ),
        )
        : null,
      h(
        "tbody",
        {},
        order.map(({ name, score, place }) =>
          h(
            "tr",
            { key: place, class: place === state.you.seat ? "own-row" : "" },
            h("th", { scope: "row" }, place === state.you.seat ? text.you : name),
            h("td", {}, write(score)),
          )
        ),
      ),
    ),
    state.you.seat !== null
      ? h("p", { class: "faint" }, text.stats.line(stats.played, stats.won, stats.streak))
      : null,
    h(
      "div",
      { class: "controls" },
      mayStart
        ? h("button", {
          class: "main",
          "data-focus": "again",
          onclick: () => send({ type: "start" }),
        }, text.over.again)
        : null,
      h(
        "a",
        { class: "button", href: `/replay/${table.replay}`, "data-focus": "replay" },
        text.over.replay,
      ),
      h("a", { class: "button", href: "/", "data-focus": "home" }, text.toLobby),
    ),
  );
}
