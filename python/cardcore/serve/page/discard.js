// The analysis page: five cards and a paytable, and at once the 32 discards, the best first.

import { ask, reason } from "./api.js";
import { alarm, announce } from "./announce.js";
import { face, small, spoken } from "./cards.js";
import { h, part, render, walk } from "./dom.js";
import { showHeader } from "./header.js";
import { number, percent, text } from "./language.js";

/** @import { Catalog, Discards } from "./types.d.ts" */

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];

/**
 * @type {{
 *   hand: string[], objective: string, objectives: string[], found: Discards | null, asked: string,
 * }}
 */
const local = { hand: [], objective: "class", objectives: ["class"], found: null, asked: "" };

export async function showDiscards() {
  showHeader(text.discard.title);
  const given = new URLSearchParams(location.search);
  local.hand = (given.get("hand") ?? "").match(/[2-9TJQKA][cdhs]/g)?.slice(0, 5) ?? [];
  local.objective = given.get("objective") ?? "class";
  show();
  try {
    /** @type {Catalog} */
    const { objectives } = await ask("/api/games");
    local.objectives = objectives;
  } catch (error) {
    alarm(reason(error));
  }
  show();
  look();
}

/** @param {string} card */
function toggle(card) {
  if (local.hand.includes(card)) local.hand = local.hand.filter((other) => other !== card);
  else if (local.hand.length < 5) local.hand = [...local.hand, card];
  look();
}

async function look() {
  local.found = null;
  show();
  const query = new URLSearchParams({ hand: local.hand.join(" "), objective: local.objective });
  history.replaceState(null, "", local.hand.length ? `?${query}` : location.pathname);
  if (local.hand.length < 5) return;
  local.asked = String(query);
  try {
    /** @type {Discards} */
    const found = await ask(`/api/discard?${query}`);
    if (local.asked !== String(query)) return;
    local.found = found;
    const best = found.rows[0];
    announce(
      text.discard.announce(best.keep.map(spoken).join(", "), number(best.value, 4)),
    );
  } catch (error) {
    alarm(reason(error));
  }
  show();
}

function show() {
  const full = local.hand.length === 5;
  render(
    part("main"),
    h(
      "div",
      { class: "analysis" },
      h(
        "section",
        { class: "deck", "aria-label": text.discard.choose },
        h(
          "div",
          { class: "chosen-hand", role: "status" },
          Array.from({ length: 5 }, (_, place) =>
            local.hand[place]
              ? h("button", {
                class: "card allowed",
                key: place,
                "aria-label": text.discard.putBack(spoken(local.hand[place])),
                onclick: () => toggle(local.hand[place]),
              }, face(local.hand[place]))
              : h(
                "span",
                { class: "card gap", key: place, "aria-hidden": "true" },
                String(place + 1),
              )),
        ),
        h(
          "p",
          { class: "faint" },
          full ? text.discard.tapBack : text.discard.more(5 - local.hand.length),
        ),
        h(
          "div",
          { class: "grid-of-cards" },
          SUITS.map((suit) =>
            h(
              "div",
              {
                class: "suit-row",
                key: suit,
                "data-group": `suit ${suit}`,
                "data-rove": "",
                onkeydown: walk,
              },
              RANKS.map((rank) => {
                const card = rank + suit, picked = local.hand.includes(card);
                return h("button", {
                  key: card,
                  class: `pick${picked ? " picked" : ""}`,
                  "aria-pressed": String(picked),
                  "aria-label": spoken(card),
                  disabled: full && !picked,
                  "data-focus": card,
                  onclick: () => toggle(card),
                }, small(card).children);
              }),
            )
          ),
        ),
        h(
          "div",
          { class: "controls" },
          h(
            "label",
            {},
            text.discard.valued,
            h(
              "select",
              {
                "data-focus": "objective",
                onchange: (event) => {
                  local.objective = event.target.value;
                  look();
                },
              },
              local.objectives.map((name) =>
                h(
                  "option",
                  { value: name, selected: name === local.objective },
                  text.discard.objective(name),
                )
              ),
            ),
          ),
          h("button", { onclick: random, "data-focus": "random" }, text.discard.random),
          h("button", {
            class: "quiet",
            "data-focus": "clear",
            onclick: () => {
              local.hand = [];
              look();
            },
          }, text.discard.clear),
        ),
      ),
      local.found ? rows(local.found) : h(
        "section",
        { class: "rows" },
        h("p", { class: "faint" }, text.discard.empty),
      ),
    ),
  );
}

function random() {
  const deck = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
  local.hand = Array.from(
    { length: 5 },
    () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0],
  );
  look();
}

/** @param {Discards} found */
function rows({ rows, lines, unit }) {
  const best = rows[0].value, worst = rows[rows.length - 1].value;
  const words = text.discard.unit(unit);
  return h(
    "section",
    { class: "rows", tabindex: "0", "aria-label": text.discard.label },
    h(
      "table",
      { class: "odds wide" },
      h("caption", {}, text.discard.caption(words)),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, text.odds.keep),
          h("th", { scope: "col" }, text.discard.worth),
          lines.map((line) => h("th", { scope: "col" }, line.name)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, place) =>
          h(
            "tr",
            { key: place, class: place === 0 ? "own-row" : "" },
            h(
              "th",
              { scope: "row" },
              place === 0 ? h("span", { class: "badge" }, text.odds.best) : null,
              row.keep.length ? row.keep.map(small) : text.odds.nothing,
            ),
            h(
              "td",
              { class: "worth" },
              h("span", {
                class: "bar",
                style: {
                  "--share": String(best === worst ? 1 : (row.value - worst) / (best - worst)),
                },
              }),
              number(row.value, 5),
            ),
            row.counts.map((count, line) =>
              h(
                "td",
                { key: line, class: count ? "" : "faint" },
                count ? share(count / row.draws) : "–",
              )
            ),
          )
        ),
      ),
    ),
  );
}

/** @param {number} value */
function share(value) {
  return value < 0.0005 ? text.discard.tiny : percent(value);
}
