// The tables of all games, by name: a game has a file of its own here, or the table for any game.

import { ask } from "../api.js";
import * as any from "./any.js";

/** @import { Catalogue, TableModule } from "../types.d.ts" */

/** @type {Map<string, TableModule>} */
const tables = new Map();

/** Load the tables of all games; gives what the server says of its games. */
export async function loadTables() {
  /** @type {Catalogue} */
  const found = await ask("/api/games");
  const own = found.games.filter((one) => one.table).map((one) => one.game);
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
