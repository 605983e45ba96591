// A game that is over: every position with all cards open, and what the strongest bot thought.

import { ask } from "./api.js";
import { alarm, announce } from "./announce.js";
import { moveText } from "./cards.js";
import { copyable, showDialog } from "./dialogs.js";
import { h, render } from "./dom.js";
import { showHeader } from "./header.js";
import { glide } from "./motion.js";
import { loadTables, tableOf } from "./tables/index.js";

const local = { link: null, about: null, steps: new Map(), advice: new Map(), count: 0, side: 0 };

export async function showReplay(link) {
  local.link = link;
  showHeader("Replay");
  try {
    [local.about] = await Promise.all([ask(`/api/replays/${link}`), loadTables()]);
  } catch (error) {
    render(
      document.getElementById("main"),
      h(
        "div",
        { class: "lobby" },
        h("h2", {}, "No replay here"),
        h("p", {}, error.message),
        h("a", { class: "button main", href: "/" }, "To the lobby"),
      ),
    );
    return;
  }
  local.side = Math.max(0, local.about.players.indexOf("you"));
  const wanted = Number(location.hash.slice(1));
  await go(Number.isInteger(wanted) ? wanted : 0);
}

async function go(count) {
  const most = local.about.moves.length;
  local.count = Math.min(Math.max(count, 0), most);
  history.replaceState(null, "", `#${local.count}`);
  if (!local.steps.has(local.count)) {
    try {
      local.steps.set(local.count, await ask(`/api/replays/${local.link}/steps/${local.count}`));
    } catch (error) {
      alarm(error.message);
      return;
    }
  }
  glide(show);
  const [seat, text] = local.about.moves[local.count - 1] ?? [];
  if (text) announce(tableOf(local.about.game).say(local.about.names[seat], text));
}

async function advise() {
  const { count } = local;
  try {
    local.advice.set(count, await ask(`/api/replays/${local.link}/advice/${count}`));
  } catch (error) {
    alarm(error.message);
  }
  show();
}

function show() {
  const { about, count, side } = local;
  const step = local.steps.get(count);
  if (!step) return;
  const { show: table, line } = tableOf(about.game);
  const views = step.views;
  const hands = views.map((view) => Array.isArray(view.hand) ? view.hand : []);
  const drawn = table({
    view: views[side],
    remark: step.remarks[side],
    me: side,
    names: about.names,
    hands,
    seats: about.names.map((name, seat) => ({
      name,
      kind: about.players[seat] === "you" ? "person" : "bot",
      present: true,
    })),
    deciders: step.to_move === null ? [] : [step.to_move],
    to_move: step.to_move,
    is_over: step.is_over,
    history: about.moves.slice(0, count),
    act: null,
    moves: null,
    words: null,
    hint: null,
    hinted: new Set(),
    local: { chosen: new Set() },
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
  const button = (label, words, to) =>
    h("button", {
      "data-focus": words,
      "aria-label": words,
      disabled: to < 0 || to > most || to === count,
      onclick: () => go(to),
    }, label);
  render(
    document.getElementById("main"),
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

function keys(event) {
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.key in steps) go(local.count + steps[event.key]);
}

function final(step) {
  const { about } = local;
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
  const { about, count } = local;
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
