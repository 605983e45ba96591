// How well somebody has decided in this browser: the accuracy of reviewed games, and in which
// phases they lose most. Nothing of it leaves the browser.

import { number, text } from "./language.js";
import { keep, recall } from "./memory.js";

/** @import { Review } from "./types.d.ts" */

/**
 * What decisions of one kind have brought.
 *
 * @typedef {object} Tally
 * @property {number} decisions
 * @property {number} accuracy The sum over all of them.
 * @property {number} lost
 * @property {number} errors Mistakes and blunders.
 */

/**
 * @typedef {object} GameTally
 * @property {string[]} games The links of the games that are counted, the last first.
 * @property {number[]} recent The accuracy of the last games, the last first.
 * @property {number} count
 * @property {{ [phase: string]: Tally }} phases
 */

const MAX_COUNTED = 200;

/** How many games tell how somebody does of late. */
const RECENT = 10;

/** @type {GameTally} */
const NONE = { games: [], recent: [], count: 0, phases: {} };

/**
 * @param {string} game
 * @returns {GameTally}
 */
export function tally(game) {
  return { ...NONE, ...recall("reviews", /** @type {{ [game: string]: GameTally }} */ ({}))[game] };
}

/**
 * Count a review, once however often it is looked at.
 *
 * @param {string} game
 * @param {string} link
 * @param {Review} review
 */
export function countReview(game, link, review) {
  const before = tally(game);
  if (before.games.includes(link)) return;
  const phases = { ...before.phases };
  for (const { phase, accuracy, loss, label } of review.decisions) {
    const known = phases[phase] ?? { decisions: 0, accuracy: 0, lost: 0, errors: 0 };
    phases[phase] = {
      decisions: known.decisions + 1,
      accuracy: known.accuracy + accuracy,
      lost: known.lost + loss,
      errors: known.errors + (label === "mistake" || label === "blunder" ? 1 : 0),
    };
  }
  keep("reviews", {
    ...recall("reviews", {}),
    [game]: {
      games: [link, ...before.games].slice(0, MAX_COUNTED),
      recent: [...(review.accuracy === null ? [] : [review.accuracy]), ...before.recent]
        .slice(0, RECENT),
      count: before.count + 1,
      phases,
    },
  });
}

/**
 * Say how somebody does in a game, and where most is lost; empty before the first review.
 *
 * @param {string} game
 */
export function summary(game) {
  const { count, phases, recent } = tally(game);
  const all = Object.entries(phases);
  const decisions = all.reduce((sum, [, { decisions }]) => sum + decisions, 0);
  if (!decisions) return "";
  const accuracy = all.reduce((sum, [, { accuracy }]) => sum + accuracy, 0) / decisions;
  const [worst, { lost, errors }] = all.reduce((one, other) =>
    other[1].lost > one[1].lost ? other : one
  );
  const lately = recent.reduce((sum, one) => sum + one, 0) / (recent.length || 1);
  return [
    text.review.soFar(count, number(accuracy)),
    count > recent.length && recent.length ? text.review.lately(recent.length, number(lately)) : "",
    lost && all.length > 1 ? text.review.typical(text.review.phases[worst] ?? worst, errors) : "",
  ].filter(Boolean).join(" ");
}
