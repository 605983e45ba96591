// The language of the page: all of its text comes from the catalog in `strings`.

import { recall } from "./memory.js";

/** The languages that there is a catalog for, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** @returns {Language} */
function choose() {
  const known = /** @type {Language[]} */ (Object.keys(LANGUAGES));
  const wished = [recall("language", ""), ...navigator.languages].map((one) => one.slice(0, 2));
  return known.find((one) => one === wished.find((wish) => wish in LANGUAGES)) ?? "en";
}

export const language = choose();
document.documentElement.lang = language;

/**
 * The text of everything but the games.
 *
 * @type {typeof import("./strings/en/page.js").default}
 */
export const text = (await import(`./strings/${language}/page.js`)).default;

/**
 * Load the text of a game; its table knows the type.
 *
 * @param {string} game
 * @returns {Promise<any>}
 */
export async function gameText(game) {
  return (await import(`./strings/${language}/${game}.js`)).default;
}

/** @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language).format(names);
}

/**
 * Write a number as people read it.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
  return value.toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * Write a gain or a loss.
 *
 * @param {number} value
 */
export function signed(value) {
  return value.toLocaleString(language, { signDisplay: "exceptZero" }).replace("-", "\u2212");
}

/**
 * Write a share of one in percent.
 *
 * @param {number} share
 * @param {number} [digits]
 */
export function percent(share, digits = 1) {
  return share.toLocaleString(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
