// The table of President: the pile to beat, everyone's cards, and what chosen cards make.

import { laid, moveText, pictured, small, spoken, spokenMove } from "../cards.js";
import { h } from "../dom.js";
import { hand } from "./hand.js";
import { backs, open, plate } from "./plates.js";

/**
 * @import { Drawn, Table, Turn } from "../types.d.ts"
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
 *
 * @typedef {object} Trade
 * @property {number} upper
 * @property {string[]} taken
 * @property {string[]} returned
 * @property {string[]} refused
 *
 * @typedef {{ kind: string | null }} Remark
 */

export const words = "Get rid of your cards";

export function picture() {
  return pictured(["3d", "3c", "2s"]);
}

/** @type {Record<string, string>} */
const RANKS = { T: "tens", J: "jacks", Q: "queens", K: "kings", A: "aces" };
/** @param {string} rank */
const plural = (rank) => RANKS[rank] ?? `${rank}s`;

/**
 * @param {Table<View, Remark>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local, hands, remark } = table;
  const seats = names.map((_, seat) => seat);
  /** @param {number} seat */
  const lines = (seat) => [
    `${view.counts[seat]} ${view.counts[seat] === 1 ? "card" : "cards"}`,
    view.records[seat].length ? `places ${view.records[seat].join(", ")}` : null,
  ];
  /** @param {number} seat */
  const role = (seat) => view.roles?.[seat];
  /** @param {number} seat */
  const passed = (seat) =>
    view.phase === "play" && [...view.plays].reverse().find(([who]) =>
          who === seat
        )?.[1] === "pass" &&
      !table.deciders.includes(seat)
      ? "passed"
      : null;
  /** @param {number} seat */
  const out = (seat) =>
    view.phase === "play" && view.finished.includes(seat)
      ? `out, number ${view.finished.indexOf(seat) + 1}`
      : null;
  const top = [...view.plays].reverse().find(([, text]) => text !== "pass");
  const trading = view.phase === "trade";
  const requests = act && table.moves?.filter((move) => move.startsWith("request"));
  const gives = act && table.moves?.some((move) => move.startsWith("give"));
  return {
    others: seats.filter((seat) => seat !== me).map((seat) =>
      plate(table, seat, {
        lines: lines(seat),
        badges: [role(seat), out(seat) ?? passed(seat)],
        cards: hands ? open(hands[seat]) : backs(view.counts[seat]),
      })
    ),
    centre: trading ? trade(table) : [
      view.beat
        ? h("div", {
          class: "pile",
          role: "group",
          "aria-label": `To beat: ${spokenMove(view.beat)}`,
        }, view.beat.split(" ").map((card) => laid(card, { key: card, "data-by": top?.[0] })))
        : null,
      h(
        "p",
        { class: "call" },
        view.beat
          ? [h("strong", {}, remark.kind ?? ""), top ? ` of ${names[top[0]]}` : ""]
          : table.is_over
          ? ""
          : [
            table.to_move === me ? "You lead" : `${names[table.to_move ?? -1]} leads`,
            view.opening ? [" with ", small(view.opening)] : "",
            ".",
          ],
      ),
    ],
    aside: view.trade && !view.plays.some(([seat]) => seat === me) ? traded(view.trade, me) : null,
    mine: me === null ? null : plate(table, me, {
      lines: lines(me),
      badges: [role(me), out(me) ?? passed(me)],
      mine: true,
    }),
    hand: me === null ? null : hand(view.hand, {
      playable: act ? table.words : null,
      chosen: local.chosen,
      hinted: table.hinted,
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
      verb: gives ? "give" : "",
    }),
    controls: requests?.length
      ? [
        h("span", { class: "prompt" }, "Ask for"),
        requests.map((move) =>
          h("button", {
            key: move,
            "data-focus": move,
            onclick: () => act?.(move),
            "aria-label": `Request ${plural(move.slice(8))}`,
          }, plural(move.slice(8)))
        ),
      ]
      : gives
      ? [h("span", { class: "prompt" }, "Choose a card to give.")]
      : act
      ? [
        made(table),
        h("button", {
          class: "main",
          "data-focus": "play",
          disabled: !local.tried?.legal,
          onclick: () => play(table),
        }, "Play"),
        h("button", {
          "data-focus": "pass",
          disabled: table.moves !== null && !table.moves.includes("pass"),
          onclick: () => act("pass"),
        }, "Pass"),
        h("button", {
          "data-focus": "clear",
          class: "quiet",
          disabled: !local.chosen.size,
          onclick: () => local.clear(),
        }, "Clear"),
      ]
      : [],
  };
}

/** @param {Table<View>} table */
function attempt(table) {
  table.local.tried = null;
  const text = [...table.local.chosen].join(" ");
  if (text) table.attempt(text);
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
function made({ local, view }) {
  const { tried, chosen } = local;
  if (!chosen.size) {
    return h(
      "span",
      { class: "prompt" },
      view.beat ? "Choose cards that beat the pile, or pass." : "Choose cards to lead.",
    );
  }
  if (!tried) return h("span", { class: "prompt" }, "…");
  const kind = tried.kind ?? (chosen.size > 1 ? "no combination" : "one card");
  if (tried.legal) {
    return h("span", { class: "prompt good" }, `✓ ${kind}${view.beat ? ", beats the pile" : ""}`);
  }
  return h(
    "span",
    { class: "prompt bad" },
    `✗ ${kind}${tried.kind && tried.beats === false ? ", does not beat the pile" : ""}`,
  );
}

/** @param {Table<View>} table */
function trade({ view, names, me }) {
  if (!view.traders) return h("p", { class: "call" }, "Trading.");
  const [upper, lower] = view.traders;
  return h(
    "p",
    { class: "call" },
    h("strong", {}, upper === me ? "You" : names[upper]),
    " and ",
    h("strong", {}, lower === me ? "you" : names[lower]),
    " trade cards.",
  );
}

/**
 * @param {Trade} trade
 * @param {number | null} me
 */
function traded({ upper, taken, returned, refused }, me) {
  const [got, gave] = upper === me ? [taken, returned] : [returned, taken];
  return h(
    "p",
    { class: "last" },
    got.length ? [h("span", { class: "faint" }, "You got "), got.map(small)] : null,
    gave.length ? [h("span", { class: "faint" }, " and gave "), gave.map(small)] : null,
    refused.length
      ? h("span", { class: "faint" }, ` There were no ${refused.map(plural).join(", ")}.`)
      : null,
  );
}

/**
 * @param {string} who
 * @param {string} text
 */
export function say(who, text) {
  if (text === "pass") return `${who} passes`;
  if (text.startsWith("request")) {
    return `${who} asks for ${text.length > 8 ? plural(text.slice(8)) : "a rank"}`;
  }
  if (text.startsWith("give")) {
    return `${who} gives ${text.length > 5 ? spokenMove(text.slice(5)) : "a card"}`;
  }
  return `${who} plays ${text.split(" ").map(spoken).join(", ")}`;
}

/** @param {string} text */
export function line(text) {
  return moveText(text);
}
