// The end of a game: who has won, the scores, and what can be done next.

import { h } from "./dom.js";

/** @import { Position, Send, State } from "./types.d.ts" */

/**
 * @param {State} state
 * @param {Position} table
 */
export function standing(state, { scores, low_score_wins: low }) {
  const best = low ? Math.min(...scores) : Math.max(...scores);
  const winners = state.seats.map((seat, place) => ({ name: seat.name, place }))
    .filter(({ place }) => scores[place] === best);
  const mine = winners.some(({ place }) => place === state.you.seat);
  if (winners.length === scores.length) return "It is a tie";
  if (mine && winners.length === 1) return "You have won";
  return `${winners.map(({ name }) => name).join(" and ")} ${
    winners.length > 1 ? "have" : "has"
  } won`;
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
  return h(
    "div",
    { class: "over" },
    h("h2", {}, standing(state, table), "."),
    h(
      "table",
      { class: "scores" },
      h("caption", { class: "heard" }, "Scores"),
      h(
        "tbody",
        {},
        order.map(({ name, score, place }) =>
          h(
            "tr",
            { key: place, class: place === state.you.seat ? "own-row" : "" },
            h("th", { scope: "row" }, name),
            h("td", {}, String(score)),
          )
        ),
      ),
    ),
    h(
      "div",
      { class: "controls" },
      mayStart
        ? h("button", {
          class: "main",
          "data-focus": "again",
          onclick: () => send({ type: "start" }),
        }, "Play again")
        : null,
      h(
        "a",
        { class: "button", href: `/replay/${table.replay}`, "data-focus": "replay" },
        "Look at it again",
      ),
    ),
  );
}
