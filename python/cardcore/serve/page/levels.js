// How opponents are named in a list.

import { language, text } from "./language.js";

/** @import { Described, Level } from "./types.d.ts" */

/**
 * Whether it is a level of difficulty, rather than a bot by its name.
 *
 * @param {Level} level
 */
function isLevel({ name }) {
  return name in text.levels;
}

/**
 * Name a level in plain words; a bot is named as programmers know it, in English.
 *
 * @param {Level} level
 */
function levelLabel({ name, title, meaning }) {
  return text.levels[name] ?? (language === "en" ? `${title}: ${meaning}` : title);
}

/**
 * List levels first, then bots for those who know them.
 *
 * @param {Level[]} levels
 * @param {string} chosen
 * @param {(value: string, label: string, selected: boolean) => Described} option
 */
export function levelOptions(levels, chosen, option) {
  return {
    levels: levels.filter(isLevel).map((one) =>
      option(one.name, levelLabel(one), one.name === chosen)
    ),
    bots: levels.filter((one) => !isLevel(one)).map((one) =>
      option(one.name, levelLabel(one), one.name === chosen)
    ),
  };
}
