// The tables of all games, by name: a game has a file of its own here, or the table for any game.

import { ask } from "../api.js";
import { moveText, withCards } from "../cards.js";
import { h } from "../dom.js";
import * as any from "./any.js";

/** @import { Catalog, TableModule } from "../types.d.ts" */

/** @type {Map<string, TableModule>} */
const tables = new Map();
/** @type {Promise<Catalog> | null} */
let loading = null;
/** @type {Catalog | null} */
let catalog = null;

/** Load the tables of all games; returns the catalog of the server. */
export function loadTables() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load() {
  /** @type {Catalog} */
  const found = await ask("/api/games");
  const own = found.games.filter((one) => one.table).map((one) => one.game);
  catalog = found;
  await Promise.all(own.map(async (game) => tables.set(game, await import(`./${game}.js`))));
  return found;
}

/**
 * @param {string} game
 * @returns {TableModule}
 */
export function tableOf(game) {
  return tables.get(game) ?? any;
}

/**
 * Name a move of a game to somebody who may make it.
 *
 * @param {string} game
 * @param {string} move
 */
export function advised(game, move) {
  return tableOf(game).advise?.(move) ?? moveText(move);
}

/**
 * Write a sentence of the server with its cards drawn; one about a move begins with that.
 *
 * @param {string} game
 * @param {string} sentence
 * @param {string[] | null} moves
 */
export function explained(game, sentence, moves) {
  const [move, ...rest] = sentence.split(": ");
  if (!rest.length || !moves?.includes(move)) return withCards(sentence);
  return [h("strong", {}, advised(game, move)), ": ", withCards(rest.join(": "))];
}

/** The origin that others can open. */
export function sharedOrigin() {
  return catalog?.shared_origin ?? null;
}

/**
 * Find a character by its name, numbered or not.
 *
 * @param {string} name
 */
export function characterOf(name) {
  const plain = name.replace(/ \d+$/, "");
  return catalog?.characters.find((one) => one.name === plain);
}

/**
 * What people call a game in the language of the page.
 *
 * @param {{ game: string, title: string }} entry
 */
export function gameTitle({ game, title }) {
  return tableOf(game).title ?? title;
}
