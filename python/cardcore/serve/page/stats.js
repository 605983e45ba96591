// How somebody has done in this browser: games, wins and streaks.

import { keep, recall } from "./memory.js";

/**
 * @typedef {object} Record
 * @property {number} played
 * @property {number} won
 * @property {number} streak Wins in a row until now.
 * @property {number} longest
 */

const NONE = { played: 0, won: 0, streak: 0, longest: 0 };
const MAX_COUNTED = 50;

/**
 * @param {string} game
 * @returns {Record}
 */
export function record(game) {
  return { ...NONE, ...recall("stats", /** @type {{ [game: string]: Record }} */ ({}))[game] };
}

/**
 * Count a finished game, once however often its end is seen; tells whether it is new.
 *
 * @param {string} game
 * @param {string} which What tells it from all other games.
 * @param {boolean} won
 */
export function count(game, which, won) {
  /** @type {string[]} */
  const counted = recall("counted", []);
  if (counted.includes(which)) return false;
  keep("counted", [which, ...counted].slice(0, MAX_COUNTED));
  const before = record(game);
  const streak = won ? before.streak + 1 : 0;
  keep("stats", {
    ...recall("stats", {}),
    [game]: {
      played: before.played + 1,
      won: before.won + (won ? 1 : 0),
      streak,
      longest: Math.max(before.longest, streak),
    },
  });
  return true;
}
