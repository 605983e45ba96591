// The trainer: hold the right cards of a video poker hand. Hands come by what one gets wrong.

import { post, reason } from "./api.js";
import { alarm, announce } from "./announce.js";
import { face, spoken } from "./cards.js";
import { h, part, render } from "./dom.js";
import { showHeader } from "./header.js";
import { number, percent, text } from "./language.js";
import { keep, recall } from "./memory.js";

/** @import { Drill } from "./types.d.ts" */

/** What one credit costs, and how many make a bet. */
const DENOMINATIONS = [0.05, 0.25, 1, 5];
const CREDITS = 5;

/**
 * `asked` is the hand that is shown, `found` the last answer of the server, `judged` whether that
 * answer is about the hand that is shown.
 *
 * @type {{
 *   paytables: string[], paytable: string, exam: boolean, line: number | null,
 *   denomination: number, found: Drill | null, asked: string[], held: Set<string>,
 *   judged: boolean, busy: boolean,
 * }}
 */
const local = {
  paytables: [],
  paytable: recall("drill paytable", "jacks-or-better-9-6"),
  exam: false,
  line: null,
  denomination: recall("drill denomination", 0.25),
  found: null,
  asked: [],
  held: new Set(),
  judged: false,
  busy: false,
};

/** Where this browser keeps how well it goes. */
const place = () => `drill ${local.exam ? "exam " : ""}${local.paytable}`;

export async function showTrainer() {
  showHeader(text.train.title);
  document.addEventListener("keydown", typed);
  try {
    const answer = await fetch("/api/games");
    /** @type {string[]} */
    const objectives = (await answer.json()).objectives;
    local.paytables = objectives.filter((name) => name !== "class");
  } catch (error) {
    alarm(reason(error));
    return;
  }
  await send({});
}

/** @param {{ hand?: string[], keep?: string[] }} answer */
async function send(answer) {
  local.busy = true;
  show();
  const request = {
    paytable: local.paytable,
    exam: local.exam,
    line: local.line,
    state: recall(place(), null),
    ...answer,
  };
  try {
    /** @type {Drill} */
    const found = await post("/api/drill", request);
    local.found = found;
    keep(place(), found.state);
    if (found.answer) {
      local.judged = true;
      announce(verdict(found.answer));
    } else {
      next();
    }
  } catch (error) {
    alarm(reason(error));
  }
  local.busy = false;
  show();
}

function next() {
  local.asked = local.found?.hand ?? [];
  local.held = new Set();
  local.judged = false;
}

/** Begin with another paytable, line or kind of run. */
function begin() {
  local.found = null;
  local.asked = [];
  send({});
}

/** @param {string} card */
function toggle(card) {
  if (local.judged) return;
  if (!local.held.delete(card)) local.held.add(card);
  show();
}

function go() {
  if (local.busy || !local.asked.length) return;
  if (!local.judged) {
    send({ hand: local.asked, keep: local.asked.filter((card) => local.held.has(card)) });
    return;
  }
  next();
  show();
}

/** @param {KeyboardEvent} event */
function typed(event) {
  if (event.target instanceof Element && event.target.closest("select, dialog")) return;
  const card = local.asked[Number(event.key) - 1];
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (card) toggle(card);
  // A button that has the focus hears Enter itself.
  const isFree = !(event.target instanceof Element && event.target.closest("button, a, input"));
  if (event.key === "Enter" && isFree) go();
}

/** @param {NonNullable<Drill["answer"]>} answer */
function verdict({ cost, best, best_value }) {
  if (!cost) return text.train.right(number(best_value, 4));
  return text.train.wrong(best.map(spoken).join(", "), number(best_value, 4), number(cost, 4));
}

function show() {
  render(
    part("main"),
    h(
      "div",
      { class: "analysis trainer" },
      h("section", { class: "deck", "aria-label": text.train.hand }, controls(), hand()),
      h("section", { class: "rows", tabindex: "0", "aria-label": text.train.results }, results()),
    ),
  );
}

function controls() {
  const lines = local.found?.lines ?? [];
  return h(
    "div",
    { class: "controls training" },
    h(
      "label",
      {},
      text.train.paytable,
      h(
        "select",
        {
          "data-focus": "paytable",
          onchange: (event) => {
            Object.assign(local, { paytable: event.target.value, line: null });
            keep("drill paytable", local.paytable);
            begin();
          },
        },
        local.paytables.map((name) =>
          h("option", { value: name, selected: name === local.paytable }, name.replaceAll("-", " "))
        ),
      ),
    ),
    h(
      "label",
      {},
      text.train.practice,
      h(
        "select",
        {
          "data-focus": "practice",
          onchange: (event) => {
            const { value } = event.target;
            local.exam = value === "exam";
            local.line = value === "exam" || value === "weak" ? null : Number(value);
            // Every exam starts from zero.
            if (local.exam) keep(place(), null);
            begin();
          },
        },
        h(
          "option",
          { value: "weak", selected: !local.exam && local.line === null },
          text.train.weak,
        ),
        h("option", { value: "exam", selected: local.exam }, text.train.exam),
        h(
          "optgroup",
          { label: text.train.oneLine },
          lines.map((hold, index) =>
            h("option", { value: String(index), selected: index === local.line }, hold)
          ),
        ),
      ),
    ),
    h(
      "label",
      {},
      text.train.credit,
      h(
        "select",
        {
          "data-focus": "credit",
          onchange: (event) => {
            local.denomination = Number(event.target.value);
            keep("drill denomination", local.denomination);
            show();
          },
        },
        DENOMINATIONS.map((value) =>
          h(
            "option",
            { value: String(value), selected: value === local.denomination },
            number(value, 2),
          )
        ),
      ),
    ),
  );
}

function hand() {
  const answer = local.judged ? local.found?.answer : null;
  return [
    h(
      "div",
      { class: "chosen-hand" },
      local.asked.map((card, index) =>
        h("button", {
          key: index,
          class: `card allowed${local.held.has(card) ? " held" : ""}${
            answer?.best.includes(card) ? " best" : ""
          }`,
          "aria-pressed": String(local.held.has(card)),
          "aria-label": text.train.hold(spoken(card)),
          "aria-disabled": String(local.judged),
          "data-focus": `card ${index}`,
          onclick: () => toggle(card),
        }, face(card))
      ),
    ),
    h("p", { class: "verdict" }, answer ? verdict(answer) : text.train.choose),
    answer
      ? h(
        "p",
        { class: "faint" },
        text.train.line(answer.line + 1),
        local.found?.lines[answer.line],
      )
      : null,
    h(
      "button",
      { class: "main", "data-focus": "go", disabled: local.busy, onclick: go },
      local.judged ? text.train.next : text.train.exchange,
    ),
  ];
}

function results() {
  const { found } = local;
  if (!found?.hands) return h("p", { class: "faint" }, text.train.empty);
  const money = found.lost_an_hour * CREDITS * local.denomination;
  return [
    h("p", {}, text.train.score(found.right, found.hands, percent(found.right / found.hands))),
    h("p", {}, text.train.lost(number(found.lost, 4), number(money, 2))),
    local.exam
      ? h("p", {}, text.train.plays(percent(found.best - found.lost, 2), percent(found.best, 2)))
      : h("p", { class: "faint" }, text.train.repeat(found.to_repeat)),
    found.weak.length
      ? h(
        "table",
        { class: "odds" },
        h("caption", {}, text.train.weakest),
        h(
          "tbody",
          {},
          found.weak.map((line) =>
            h(
              "tr",
              { key: line.line },
              h("th", { scope: "row" }, found.lines[line.line]),
              h("td", {}, text.train.of(line.right, line.hands)),
              h("td", {}, text.train.bets(number(line.lost, 3))),
            )
          ),
        ),
      )
      : null,
  ];
}
