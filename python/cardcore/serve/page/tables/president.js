// The table of President: the pile to beat, everyone's cards, and what chosen cards make.

import { laid, moveText, pictured, read, small, spoken, spokenMove } from "../cards.js";
import { h } from "../dom.js";
import { gameText, listed, text } from "../language.js";
import { partMoment, trickMoment } from "../moments.js";
import { hand } from "./hand.js";
import { backs, open, plate } from "./plates.js";

/**
 * @import { Drawn, Moment, Passage, Sheet, Table, Turn } from "../types.d.ts"
 *
 * @typedef {object} View
 * @property {string[]} hand
 * @property {string} phase
 * @property {number[]} counts
 * @property {string | null} beat
 * @property {string | null} opening
 * @property {Turn[]} plays
 * @property {number[]} finished
 * @property {string[] | null} roles
 * @property {number[][]} records
 * @property {[upper: number, lower: number] | null} traders
 * @property {Trade | null} trade
 * @property {boolean} reversed
 * @property {number[]} locked
 * @property {number[][] | null} points
 * @property {{ number: number, of: number | null } | null} part
 * @property {LastRound | null} last
 *
 * @typedef {object} LastRound
 * @property {number} number
 * @property {number[]} scores
 * @property {number[]} places
 * @property {string[]} roles
 *
 * @typedef {object} Trade
 * @property {number} upper
 * @property {string[]} taken
 * @property {string[]} returned
 * @property {string[]} refused
 *
 * @typedef {{ kind: string | null }} Remark
 */

/** @type {typeof import("../strings/en/president.js").default} */
const own = await gameText("president");

export const { title, words, options, presets } = own;

export function picture() {
  return pictured(["3d", "3c", "2s"]);
}

/** @param {View} view */
export function scored({ points }) {
  return points ? own.pointsSum : own.placesSum;
}

/** @param {string} move */
const isPlay = (move) => !/^(pass|request|give)/.test(move);

/**
 * Tell whether somebody else's move of a trade is told without what was named or given.
 *
 * @param {string} move
 */
const isHidden = (move) => / a (rank|card)$/.test(move);

/**
 * @param {Passage<View, Remark>} passage
 * @returns {Moment[]}
 */
export function moments({ before, after, moves, me, names }) {
  /** @type {Moment[]} */
  const found = [];
  const last = after.last?.number !== before.last?.number ? after.last : null;
  const top = [...before.plays, ...moves].filter(([, move]) => isPlay(move)).at(-1);
  const isPlayed = before.beat !== null || moves.some(([, move]) => isPlay(move));
  // The pile goes to the last player once everybody has passed, or it was cleared, or the round is
  // over.
  if (top && after.beat === null && (isPlayed || last)) {
    const then = last ? { ...before, traders: null } : {};
    found.push(trickMoment(top[0], { ...then, phase: "play", beat: top[1] }));
  }
  if (last) found.push(partMoment(roundSheet(last, after, names, me), { beat: null }));
  return found;
}

/**
 * @param {LastRound} last
 * @param {View} after
 * @param {string[]} names
 * @param {number | null} me
 * @returns {Sheet}
 */
function roundSheet({ number, places, roles, scores }, after, names, me) {
  const order = names.map((_, seat) => seat).sort((one, other) => places[one] - places[other]);
  const isPlaces = String(scores) === String(places);
  return {
    title: own.roundOver(number),
    note: own.presides(order[0] === me ? null : names[order[0]]),
    columns: [own.place, own.role, isPlaces ? own.record : text.over.scores],
    rows: order.map((seat) => ({
      seat,
      wins: places[seat] === 1,
      cells: [
        String(places[seat]),
        own.roles(roles?.[seat] ?? ""),
        isPlaces ? after.records[seat].join(", ") : String(scores[seat]),
      ],
    })),
  };
}

/**
 * @param {Table<View, Remark>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local, hands, remark, moment } = table;
  /** @param {number} seat */
  const out = (seat) =>
    view.phase === "play" && view.finished.includes(seat)
      ? own.outAs(view.finished.indexOf(seat) + 1)
      : null;
  const top = [...view.plays].reverse().find(([, move]) => isPlay(move));
  const trading = view.phase === "trade";
  const requests = act && table.moves?.filter((move) => move.startsWith("request"));
  const gives = act && table.moves?.some((move) => move.startsWith("give"));
  return {
    plates: names.map((_, seat) =>
      plate(table, seat, {
        lines: [
          text.cards.count(view.counts[seat]),
          view.points?.[seat].length
            ? own.points(view.points[seat].join(", "))
            : view.records[seat].length
            ? own.places(view.records[seat].join(", "))
            : null,
        ],
        badges: [
          view.roles ? own.roles(view.roles[seat]) : null,
          out(seat),
          view.locked.includes(seat) && !moment ? own.locked : null,
        ],
        action: view.phase === "play" && !moment ? lastAction(view, seat) : null,
        cards: seat === me ? null : hands ? open(hands[seat]) : backs(view.counts[seat]),
      })
    ),
    center: trading ? trade(table) : [
      view.beat
        ? h("div", {
          class: "pile",
          role: "group",
          "aria-label": own.toBeat(spokenMove(view.beat)),
        }, view.beat.split(" ").map((card) => laid(card, { key: card, "data-by": top?.[0] })))
        : null,
      h(
        "p",
        { class: "call" },
        view.beat
          ? moment ? own.takesPile(moment.taker === me ? null : names[moment.taker ?? 0]) : [
            h("strong", {}, own.kind(remark.kind)),
            top ? ` ${own.of(top[0] === me ? null : names[top[0]])}` : "",
          ]
          : table.is_over || moment
          ? ""
          : [
            table.to_move === me ? own.youLead : own.leads(names[table.to_move ?? -1] ?? ""),
            view.opening ? [" ", small(view.opening)] : "",
          ],
      ),
      view.reversed ? h("p", { class: "call" }, own.reversed) : null,
      traded(table),
    ],
    aside: null,
    hand: me === null ? null : hand(view.hand, {
      playable: act ? table.words : null,
      chosen: local.chosen,
      hinted: table.hinted,
      fresh: view.plays.length ? new Set() : table.fresh,
      act: act
        ? (gives ? (card) => act(`give ${card}`) : requests?.length ? null : (card) => {
          local.toggle(card, 5);
          attempt(table);
        })
        : null,
      drop: act && !gives && !requests?.length
        ? (card) => {
          if (!local.chosen.has(card)) local.toggle(card, 5);
          play(table);
        }
        : null,
      verb: gives ? own.give : "",
    }),
    controls: requests?.length
      ? [
        h("span", { class: "prompt" }, own.askFor),
        requests.map((move) =>
          h("button", {
            key: move,
            class: "rank",
            "data-focus": move,
            onclick: () => act?.(move),
            "aria-label": own.request(own.ranks(move.slice(8))),
          }, read(`${move.slice(8)}s`).label)
        ),
      ]
      : gives
      ? [h("span", { class: "prompt" }, own.chooseGift)]
      : act
      ? [
        made(table),
        h("button", {
          class: "main",
          "data-focus": "play",
          disabled: !local.tried?.legal,
          onclick: () => play(table),
        }, own.play),
        h("button", {
          class: table.words?.size === 1 ? "main" : "",
          "data-focus": "pass",
          disabled: !table.words?.has("pass"),
          onclick: () => act("pass"),
        }, own.pass),
        h("button", {
          "data-focus": "clear",
          class: "quiet",
          disabled: !local.chosen.size,
          onclick: () => local.clear(),
        }, own.clear),
      ]
      : [],
  };
}

/**
 * Give what somebody did last since the pile was cleared.
 *
 * @param {View} view
 * @param {number} seat
 */
function lastAction(view, seat) {
  const made = view.plays.filter(([who]) => who === seat).at(-1);
  if (!made || !view.beat) return null;
  return made[1] === "pass" ? own.passed : moveText(made[1]);
}

/** @param {Table<View>} table */
function attempt(table) {
  table.local.tried = null;
  const cards = [...table.local.chosen].join(" ");
  if (cards) table.attempt(cards);
}

/** @param {Table<View>} table */
function play(table) {
  table.act?.([...table.local.chosen].join(" "));
}

/**
 * Say what the chosen cards are, and whether they beat the pile.
 *
 * @param {Table<View>} table
 */
function made({ local, view, moment, words }) {
  const { tried, chosen } = local;
  const beat = moment ? null : view.beat;
  if (!chosen.size) {
    const prompt = !beat ? own.chooseLead : words?.has("pass") ? own.beatOrPass : own.beatIt;
    return h("span", { class: "prompt" }, prompt);
  }
  if (!tried) return h("span", { class: "prompt" }, "…");
  const kind = own.kind(tried.kind ?? (chosen.size > 1 ? null : "one card"));
  if (tried.legal) {
    return h("span", { class: "prompt good" }, `✓ ${kind}${beat ? own.beats : ""}`);
  }
  return h(
    "span",
    { class: "prompt bad" },
    `✗ ${kind}${tried.kind && tried.beats === false ? own.beatsNot : ""}`,
  );
}

/** @param {Table<View>} table */
function trade({ view, names, me }) {
  if (!view.traders) return h("p", { class: "call" }, own.trading);
  const both = view.traders.map((seat) => seat === me ? own.youInList : names[seat]);
  return h("p", { class: "call" }, own.trade(listed(both)));
}

/**
 * Show what one got in the trade, until that was seen.
 *
 * @param {Table<View>} table
 */
function traded({ view, me, seen, dismiss, is_over, moment }) {
  const what = `traded ${view.part?.number ?? 0}`;
  if (!view.trade || is_over || moment || seen(what)) return null;
  if (view.plays.some(([seat]) => seat === me)) return null;
  const { upper, taken, returned, refused } = view.trade;
  const [got, gave] = upper === me ? [taken, returned] : [returned, taken];
  if (!got.length && !gave.length) return null;
  return h(
    "div",
    { class: "notice", key: "traded", role: "status" },
    got.length ? h("p", {}, own.youGot, " ", got.map(small)) : null,
    gave.length ? h("p", {}, own.youGave, " ", gave.map(small)) : null,
    refused.length
      ? h("p", { class: "faint" }, own.refused(listed(refused.map(own.ranks)), upper === me))
      : null,
    h("button", { "data-focus": "seen", onclick: () => dismiss(what) }, text.understood),
  );
}

/** @param {string} move */
export function sound(move) {
  return isPlay(move) ? "card" : "tap";
}

/**
 * @param {string | null} who
 * @param {string} move
 */
export function say(who, move) {
  if (move === "pass") return own.saysPass(who);
  if (move.startsWith("request")) {
    return own.saysRequest(who, isHidden(move) ? null : own.ranks(move.slice(8)));
  }
  if (move.startsWith("give")) {
    return own.saysGive(who, isHidden(move) ? null : spokenMove(move.slice(5)));
  }
  return text.says.plays(who, move.split(" ").map(spoken).join(", "));
}

/** @param {string} move */
export function advise(move) {
  if (move === "pass") return own.pass;
  if (move.startsWith("request")) return own.request(own.ranks(move.slice(8)));
  if (move.startsWith("give")) return [own.give, " ", moveText(move.slice(5))];
  return moveText(move);
}

/** @param {string} move */
export function line(move) {
  if (move === "pass") return own.passes;
  if (move.startsWith("request")) {
    return [own.asks, " ", isHidden(move) ? own.someRank : own.ranks(move.slice(8))];
  }
  if (move.startsWith("give")) {
    return [own.gives, " ", isHidden(move) ? own.someCard : moveText(move.slice(5))];
  }
  return moveText(move);
}
