// Moments: what ended is shown for a while, and only then does the game go on.

import { h } from "./dom.js";
import { text } from "./language.js";
import { lasting } from "./preferences.js";

/** @import { Moment, Sheet } from "./types.d.ts" */

/** How long a trick lies on the table, and how long others wait at a sheet for somebody. */
const TRICK = 1300;
const PATIENCE = 12000;

/** A press sooner than this after a sheet has come was meant for what was there before. */
const GLANCE = 500;

/** The most moments that are shown at once, to somebody who was away. */
const MOST = 3;

/**
 * Make the moment of a trick: its cards lie there, then they go to their taker.
 *
 * @param {number} taker
 * @param {Record<string, unknown>} view
 * @returns {Moment}
 */
export function trickMoment(taker, view) {
  return { kind: "trick", time: TRICK, taker, view };
}

/**
 * Make the moment of a deal, hand or round.
 *
 * @param {Sheet} sheet
 * @param {Record<string, unknown>} view
 * @returns {Moment}
 */
export function partMoment(sheet, view = {}) {
  return { kind: "part", time: 0, sheet, view };
}

/** The moments of a table one after the other, each for its time. */
export class Moments {
  /**
   * @param {() => void} show Shows the moment that has begun, or that there is none.
   * @param {(moment: Moment) => Promise<void>} leave Moves what was taken.
   */
  constructor(show, leave) {
    /** @type {Moment | null} */
    this.now = null;
    /** @type {Moment[]} */
    this.waiting = [];
    /** @type {Sheet[]} */
    this.past = [];
    this.othersWait = false;
    this.since = 0;
    this.show = show;
    this.leave = leave;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {Moment[]} moments
   * @param {boolean} othersWait Whether other people wait for the player who looks at a sheet.
   * @param {boolean} isLate Whether the game is far ahead of what is shown.
   */
  begin(moments, othersWait, isLate) {
    const isSeen = !isLate && !document.hidden;
    const shown = moments.filter((one) => one.sheet || (isSeen && lasting(one.time) > 0));
    this.past.push(...moments.flatMap(({ sheet }) => sheet ? [sheet] : []));
    this.waiting = shown.slice(-MOST);
    this.othersWait = othersWait;
    this.next();
  }

  /** Whether a sheet is shown, or comes after what is shown: nobody moves on before it. */
  get hasSheet() {
    return [this.now, ...this.waiting].some((moment) => moment?.sheet);
  }

  next() {
    clearTimeout(this.timer);
    const moment = this.waiting.shift() ?? null;
    this.now = moment;
    this.since = performance.now();
    this.show();
    if (!moment) return;
    if (!moment.sheet) {
      this.timer = setTimeout(() => this.end(moment), lasting(moment.time));
    } else if (this.othersWait) {
      this.timer = setTimeout(() => this.end(moment), PATIENCE);
    }
  }

  /**
   * End a moment that somebody has seen.
   *
   * @param {Moment} moment
   */
  dismiss(moment) {
    if (performance.now() - this.since >= lasting(GLANCE)) this.end(moment);
  }

  /**
   * End a moment that may be over already.
   *
   * @param {Moment | null} moment
   */
  async end(moment) {
    if (!moment || this.now !== moment) return;
    clearTimeout(this.timer);
    if (moment.taker !== undefined) await this.leave(moment);
    if (this.now === moment) this.next();
  }

  /** Forget everything, as when another game begins. */
  clear() {
    clearTimeout(this.timer);
    this.now = null;
    this.waiting = [];
  }
}

/**
 * Draw a sheet.
 *
 * @param {Sheet} sheet
 * @param {{ names: string[], me: number | null, heading?: boolean }} who
 */
export function sheetContent({ title, note, columns, rows, more }, { names, me, heading = true }) {
  return [
    heading ? h("h2", {}, title) : null,
    note ? h("p", { class: "call" }, note) : null,
    h(
      "table",
      { class: "scores" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, text.sheet.player),
          columns.map((column) => h("th", { scope: "col", key: column }, column)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ seat, cells, wins }) =>
          h(
            "tr",
            {
              key: seat,
              class: `${seat === me ? "own-row" : ""}${wins ? " wins" : ""}`,
            },
            h("th", { scope: "row" }, seat === me ? text.you : names[seat]),
            cells.map((cell, place) => h("td", { key: place }, cell)),
          )
        ),
      ),
    ),
    more,
  ];
}
