// A table for a game that has none of its own: its facts and its moves.

import { moveText, spokenMove, suitSign } from "../cards.js";
import { h } from "../dom.js";
import { text } from "../language.js";
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
  const { view, names, act } = table;
  const facts = Object.entries(view).filter(([name, value]) => !UNSEEN.has(name) && value !== null);
  return {
    plates: names.map((_, seat) => plate(table, seat)),
    center: h(
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
    hand: null,
    controls: act
      ? (table.moves ?? []).map((move) =>
        h("button", { key: move, "data-focus": move, onclick: () => act(move) }, moveText(move))
      )
      : [],
  };
}

/**
 * @param {string | null} who
 * @param {string} move
 */
export function say(who, move) {
  return `${who ?? text.you}: ${spokenMove(move)}`;
}

/** @param {string} move */
export function line(move) {
  return moveText(move);
}
