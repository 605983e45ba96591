// A game that is over: every position with all cards open, and what the strongest bot thought.

import { ask, reason } from "./api.js";
import { alarm, announce } from "./announce.js";
import { moveText } from "./cards.js";
import { copyable, showDialog } from "./dialogs.js";
import { h, part, render } from "./dom.js";
import { showHeader } from "./header.js";
import { glide } from "./motion.js";
import { loadTables, tableOf } from "./tables/index.js";

/** @import { Card, Choice, Described, Replay, ShownSeat, Step, Verdict } from "./types.d.ts" */

/**
 * @type {{
 *   link: string,
 *   about: Replay | null,
 *   steps: Map<number, Step>,
 *   advice: Map<number, Verdict>,
 *   count: number,
 *   side: number,
 * }}
 */
const local = { link: "", about: null, steps: new Map(), advice: new Map(), count: 0, side: 0 };

/**
 * Nobody chooses anything in a replay.
 *
 * @type {Choice}
 */
const UNCHOSEN = { chosen: new Set(), tried: null, toggle() {}, only() {}, clear() {} };

function replay() {
  if (!local.about) throw new Error("the replay is not there yet");
  return local.about;
}

/** @param {string} link */
export async function showReplay(link) {
  local.link = link;
  showHeader("Replay");
  try {
    [local.about] = await Promise.all([ask(`/api/replays/${link}`), loadTables()]);
  } catch (error) {
    render(
      part("main"),
      h(
        "div",
        { class: "lobby" },
        h("h2", {}, "No replay here"),
        h("p", {}, reason(error)),
        h("a", { class: "button main", href: "/" }, "To the lobby"),
      ),
    );
    return;
  }
  local.side = Math.max(0, replay().players.indexOf("you"));
  const wanted = Number(location.hash.slice(1));
  await go(Number.isInteger(wanted) ? wanted : 0);
}

/** @param {number} count */
async function go(count) {
  const about = replay();
  const most = about.moves.length;
  local.count = Math.min(Math.max(count, 0), most);
  history.replaceState(null, "", `#${local.count}`);
  if (!local.steps.has(local.count)) {
    try {
      local.steps.set(local.count, await ask(`/api/replays/${local.link}/steps/${local.count}`));
    } catch (error) {
      alarm(reason(error));
      return;
    }
  }
  glide(show);
  const made = about.moves[local.count - 1];
  if (made) announce(tableOf(about.game).say(about.names[made[0]], made[1]));
}

async function advise() {
  const { count } = local;
  try {
    local.advice.set(count, await ask(`/api/replays/${local.link}/advice/${count}`));
  } catch (error) {
    alarm(reason(error));
  }
  show();
}

function show() {
  const { count, side } = local;
  const about = replay();
  const step = local.steps.get(count);
  if (!step) return;
  const { show: table, line } = tableOf(about.game);
  const views = step.views;
  /** @type {Card[][]} */
  const hands = views.map((view) => Array.isArray(view.hand) ? view.hand : []);
  /** @type {ShownSeat[]} */
  const seats = about.names.map((name, seat) => ({
    name,
    kind: about.players[seat] === "you" ? "person" : "bot",
    present: true,
  }));
  const drawn = table({
    view: views[side],
    remark: step.remarks[side],
    me: side,
    names: about.names,
    hands,
    seats,
    deciders: step.to_move === null ? [] : [step.to_move],
    to_move: step.to_move,
    is_over: step.is_over,
    history: about.moves.slice(0, count),
    act: null,
    moves: null,
    words: null,
    hint: null,
    hinted: new Set(),
    local: UNCHOSEN,
    attempt: () => {},
    odds: null,
  });
  const most = about.moves.length;
  showHeader(
    `${about.title}, replay`,
    h("button", { class: "quiet", "data-focus": "share", onclick: share }, "Share"),
    h(
      "a",
      { class: "button quiet", href: `/api/replays/${local.link}/record`, download: true },
      "Record",
    ),
  );
  /** @type {(label: string, words: string, to: number) => Described} */
  const button = (label, words, to) =>
    h("button", {
      "data-focus": words,
      "aria-label": words,
      disabled: to < 0 || to > most || to === count,
      onclick: () => go(to),
    }, label);
  render(
    part("main"),
    h(
      "div",
      { class: "room" },
      h(
        "section",
        { class: `table replay game-${about.game}`, "aria-label": "Table", onkeydown: keys },
        h("div", { class: "others" }, drawn.others),
        h("div", { class: "centre" }, drawn.centre, step.is_over ? final(step) : null),
        h("div", { class: "aside" }, drawn.aside),
        h("div", { class: "own" }, drawn.mine),
        drawn.hand,
      ),
      h(
        "aside",
        { class: "panel", "aria-label": "Steps" },
        h(
          "div",
          { class: "box steps" },
          h(
            "div",
            { class: "controls", "data-group": "steps" },
            button("|◀", "To the start", 0),
            button("◀", "One move back", count - 1),
            button("▶", "One move on", count + 1),
            button("▶|", "To the end", most),
          ),
          h(
            "label",
            {},
            `Move ${count} of ${most}`,
            h("input", {
              type: "range",
              min: 0,
              max: most,
              value: count,
              "data-focus": "range",
              oninput: (event) => go(Number(event.target.value)),
            }),
          ),
          h(
            "label",
            {},
            "Seen from",
            h(
              "select",
              {
                "data-focus": "side",
                onchange: (event) => {
                  local.side = Number(event.target.value);
                  show();
                },
              },
              about.names.map((name, seat) =>
                h("option", { value: seat, selected: seat === side }, name)
              ),
            ),
          ),
        ),
        verdict(),
        h(
          "details",
          { class: "box", open: true },
          h("summary", {}, "Moves"),
          h(
            "ol",
            { class: "moves", tabindex: "0", "aria-label": "All moves" },
            about.moves.map(([seat, text], place) =>
              h(
                "li",
                { key: place, class: place === count - 1 ? "now" : "" },
                h(
                  "button",
                  {
                    class: "plain",
                    "data-focus": `step ${place}`,
                    onclick: () => go(place + 1),
                  },
                  h("strong", {}, about.names[seat]),
                  " ",
                  line(text),
                ),
              )
            ),
          ),
        ),
      ),
    ),
  );
  document.querySelector(".moves .now")?.scrollIntoView({ block: "nearest" });
}

/** @param {KeyboardEvent} event */
function keys(event) {
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.key in steps) go(local.count + steps[event.key]);
}

/** @param {Step} step */
function final(step) {
  const about = replay();
  return h(
    "table",
    { class: "scores" },
    h("caption", {}, "Scores"),
    h(
      "tbody",
      {},
      about.names.map((name, seat) =>
        h(
          "tr",
          { key: seat },
          h("th", { scope: "row" }, name),
          h("td", {}, String(step.scores[seat])),
        )
      ),
    ),
  );
}

function verdict() {
  const { count } = local;
  const about = replay();
  if (count >= about.moves.length) return null;
  const [seat, text] = about.moves[count];
  const advice = local.advice.get(count);
  const { line } = tableOf(about.game);
  return h(
    "div",
    { class: "box" },
    h("p", {}, "Next: ", h("strong", {}, about.names[seat]), " ", line(text)),
    advice
      ? [
        h(
          "p",
          {},
          advice.move === text
            ? "★ The strongest bot would do the same."
            : ["★ ", advice.words, ": ", h("strong", {}, moveText(advice.move))],
        ),
        advice.cost
          ? h(
            "p",
            { class: advice.cost.loss > 0 ? "bad" : "good" },
            advice.cost.loss > 0
              ? `✗ It cost ${advice.cost.loss} ${advice.cost.unit}, ${advice.cost.by}.`
              : `✓ It cost nothing, ${advice.cost.by}.`,
          )
          : null,
        h("ul", {}, advice.reasons.slice(0, 8).map((reason) => h("li", {}, reason))),
      ]
      : h(
        "button",
        { "data-focus": "advise", onclick: advise },
        "What would the strongest bot do?",
      ),
  );
}

function share() {
  showDialog(
    "Share this replay",
    copyable(
      "Whoever has this link sees the whole game, with all cards",
      `${location.origin}/replay/${local.link}#${local.count}`,
    ),
  );
}
