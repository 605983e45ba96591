// How opponents are named in a list.

/** @import { Level } from "./types.d.ts" */

/**
 * Name a level or a bot, and say which bot plays if that is not the same.
 *
 * @param {Level} level
 */
export function levelLabel({ name, meaning }) {
  return meaning.startsWith(name) ? meaning : `${name}: ${meaning}`;
}
