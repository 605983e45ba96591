// The table of five-card draw: chips and pot, bets, and cards to throw away.

import { moveText, pictured, small } from "../cards.js";
import { h } from "../dom.js";
import { hand } from "./hand.js";
import { backs, open, plate } from "./plates.js";

export const words = "Bet, draw, bluff";

export function picture() {
  return pictured(["Qd", "Ks", "As"]);
}

const chips = (count) => `${count} ${count === 1 ? "chip" : "chips"}`;
const LABELS = { fold: "Fold", check: "Check", call: "Call", bet: "Bet", raise: "Raise" };

function stack(count) {
  const shown = Math.min(12, Math.ceil(count / 2));
  return h(
    "span",
    { class: "chips", "aria-hidden": "true" },
    Array.from(
      { length: shown },
      (_, place) => h("span", { key: place, style: { "--i": String(place) } }),
    ),
  );
}

export function show(table) {
  const { view, me, names, act, local, hands, remark } = table;
  const seats = names.map((_, seat) => seat);
  const status = (seat) =>
    ({ folded: "folded", "all in": "all in", out: table.is_over ? null : "out of chips" })[
      view.status[seat]
    ] ?? null;
  const lines = (seat) => [
    chips(view.stacks[seat]),
    view.bets[seat] ? `bet ${view.bets[seat]}` : null,
    view.drawn[seat] === null
      ? null
      : view.drawn[seat] === 0
      ? "stood pat"
      : `drew ${view.drawn[seat]}`,
  ];
  const badges = (seat) => [seat === view.button ? "dealer" : null, status(seat)];
  const inHand = (seat) => ["in", "all in"].includes(view.status[seat]);
  const discarding = act && view.phase === "discard";
  const size = view.phase === "second bets" ? view.rules.big_bet : view.rules.small_bet;
  const costs = { call: view.to_call, bet: size, raise: view.to_call + size };
  return {
    others: seats.filter((seat) => seat !== me).map((seat) =>
      plate(table, seat, {
        lines: lines(seat),
        badges: badges(seat),
        cards: hands ? open(hands[seat]) : inHand(seat) && !table.is_over ? backs(5) : null,
      })
    ),
    centre: [
      h(
        "div",
        { class: "pot" },
        stack(view.pot),
        h("p", { class: "call" }, h("strong", {}, "Pot "), chips(view.pot)),
        view.to_call && act ? h("p", {}, `${view.to_call} to call`) : null,
      ),
      h(
        "p",
        { class: "faint" },
        table.is_over ? "" : `Hand ${view.hand_number} of ${view.hands}, ${view.phase}`,
      ),
    ],
    aside: view.last ? ending(table) : null,
    mine: me === null
      ? null
      : plate(table, me, { lines: [...lines(me), remark.rank], badges: badges(me), mine: true }),
    hand: me === null ? null : hand(view.hand, {
      chosen: local.chosen,
      hinted: table.hinted,
      act: discarding ? (card) => local.toggle(card, 5) : null,
    }),
    controls: discarding
      ? [
        h("span", { class: "prompt" }, "Tap what you throw away."),
        h("button", {
          class: "main",
          "data-focus": "discard",
          onclick: () => act(["discard", ...local.chosen].join(" ")),
        }, local.chosen.size ? `Discard ${local.chosen.size}` : "Stand pat"),
      ]
      : act
      ? (table.moves ?? []).map((move) =>
        h("button", {
          key: move,
          "data-focus": move,
          class: move === "fold" ? "" : "main",
          onclick: () => act(move),
        }, costs[move] ? `${LABELS[move]} ${costs[move]}` : LABELS[move] ?? move)
      )
      : [],
  };
}

function ending({ view, names, me, remark, odds }) {
  const { number, shown, pots } = view.last;
  return h(
    "div",
    { class: "ending" },
    h(
      "p",
      {},
      h("span", { class: "faint" }, `Hand ${number}: `),
      pots.map((pot) =>
        `${pot.winners.map((seat) => names[seat]).join(" and ")} ${
          pot.winners.length > 1 ? "share" : "won"
        } ${chips(pot.chips)}`
      ).join("; "),
      ".",
    ),
    shown.map((cards, seat) =>
      cards
        ? h(
          "p",
          { class: "shown", key: seat },
          `${names[seat]}: `,
          cards.map(small),
          " ",
          h("span", { class: "faint" }, remark.shown?.[seat] ?? ""),
        )
        : null
    ),
    me !== null && odds
      ? h(
        "button",
        { class: "quiet", "data-focus": "odds", onclick: odds },
        "What your discards were worth",
      )
      : null,
  );
}

export function say(who, text) {
  if (text.startsWith("draw ")) {
    return text === "draw 0" ? `${who} stands pat` : `${who} draws ${text.slice(5)}`;
  }
  if (text === "discard") return `${who} stands pat`;
  if (text.startsWith("discard ")) return `${who} draws ${text.split(" ").length - 1}`;
  return `${who}: ${text}`;
}

export function line(text) {
  return text === "discard" ? ["stands pat"] : moveText(text);
}
