// A table for a game that has none of its own: its facts and its moves.

import { moveText, spokenMove, suitSign } from "../cards.js";
import { h } from "../dom.js";
import { plate } from "./plates.js";

/** @import { Drawn, Table } from "../types.d.ts" */

export const words = "";

export function picture() {
  return suitSign("star");
}

const UNSEEN = new Set(["rules", "part", "last", "plays", "history", "moves"]);

/**
 * @param {Table<Record<string, unknown>>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act } = table;
  const facts = Object.entries(view).filter(([name, value]) => !UNSEEN.has(name) && value !== null);
  return {
    others: names.map((_, seat) => seat).filter((seat) => seat !== me).map((seat) =>
      plate(table, seat)
    ),
    centre: h(
      "dl",
      { class: "facts" },
      facts.map((
        [name, value],
      ) => [
        h("dt", {}, name.replaceAll("_", " ")),
        h("dd", {}, Array.isArray(value) ? value.join(" ") : String(value)),
      ]),
    ),
    aside: null,
    mine: me === null ? null : plate(table, me, { mine: true }),
    hand: null,
    controls: act
      ? (table.moves ?? []).map((move) =>
        h("button", { key: move, "data-focus": move, onclick: () => act(move) }, moveText(move))
      )
      : [],
  };
}

/**
 * @param {string} who
 * @param {string} text
 */
export function say(who, text) {
  return `${who}: ${spokenMove(text)}`;
}

/** @param {string} text */
export function line(text) {
  return moveText(text);
}
