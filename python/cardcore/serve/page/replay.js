// A game that is over: every position with all cards open, and what the strongest bot thought.

import { ask, reason } from "./api.js";
import { alarm, announce } from "./announce.js";
import { withCards } from "./cards.js";
import { copyable, showDialog } from "./dialogs.js";
import { h, part, render } from "./dom.js";
import { showHeader } from "./header.js";
import { number, text } from "./language.js";
import { glide } from "./motion.js";
import { ownSeat } from "./memory.js";
import { lasting } from "./preferences.js";
import { felt } from "./tables/felt.js";
import { endLesson, isLesson, reviewBox, signOf } from "./review.js";
import { advised, gameTitle, loadTables, tableOf } from "./tables/index.js";

/** @import { Card, Choice, Described, Replay, ShownSeat, Step, Verdict } from "./types.d.ts" */

/**
 * @type {{
 *   link: string,
 *   about: Replay | null,
 *   steps: Map<number, Step>,
 *   advice: Map<number, Verdict>,
 *   count: number,
 *   side: number,
 *   open: boolean,
 *   playing: number | undefined,
 * }}
 */
const local = {
  link: "",
  about: null,
  steps: new Map(),
  advice: new Map(),
  count: 0,
  side: 0,
  open: true,
  playing: undefined,
};

/** How long a position is shown when the replay plays by itself. */
const STEP = 1100;

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
  showHeader(text.replay.title);
  document.addEventListener("keydown", keys);
  try {
    [local.about] = await Promise.all([ask(`/api/replays/${link}`), loadTables()]);
  } catch (error) {
    render(
      part("main"),
      h(
        "div",
        { class: "lobby" },
        h("h2", {}, text.replay.none),
        h("p", {}, reason(error)),
        h("a", { class: "button main", href: "/" }, text.toLobby),
      ),
    );
    return;
  }
  local.side = ownSeat(link) ?? Math.max(0, replay().players.indexOf("you"));
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

/**
 * Go to a position that somebody asked for: nothing else goes on there.
 *
 * @param {number} count
 */
function visit(count) {
  stop();
  endLesson();
  return go(count);
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
    // Who learns sees what they saw then.
    hands: local.open && !isLesson() ? hands : null,
    seats,
    deciders: step.deciders,
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
    fresh: new Set(),
    moment: null,
    said: new Map(),
    seen: () => true,
    dismiss: () => {},
  });
  const most = about.moves.length;
  showHeader(
    text.replay.of(gameTitle(about)),
    h("button", { class: "quiet", "data-focus": "share", onclick: share }, text.replay.share),
    h(
      "a",
      { class: "button quiet", href: `/api/replays/${local.link}/record`, download: true },
      text.replay.record,
    ),
  );
  /** @type {(label: string, words: string, to: number) => Described} */
  const button = (label, words, to) =>
    h("button", {
      "data-focus": words,
      "aria-label": words,
      disabled: to < 0 || to > most || to === count,
      onclick: () => visit(to),
    }, label);
  render(
    part("main"),
    h(
      "div",
      { class: "room" },
      felt(drawn, {
        me: side,
        game: about.game,
        more: "replay",
        over: step.is_over ? [h("div", { class: "sheet-box" }, final(step)), drawn.aside] : null,
      }),
      h(
        "aside",
        { class: "panel", "aria-label": text.replay.steps },
        h(
          "div",
          { class: "box steps" },
          h(
            "div",
            { class: "controls", "data-group": "steps" },
            button("|◀", text.replay.start, 0),
            button("◀", text.replay.back, count - 1),
            h("button", {
              class: "main",
              "data-focus": "autoplay",
              "aria-label": local.playing ? text.replay.pause : text.replay.play,
              onclick: autoplay,
            }, local.playing ? "❚❚" : "▶▶"),
            button("▶", text.replay.on, count + 1),
            button("▶|", text.replay.end, most),
          ),
          h(
            "label",
            {},
            text.replay.move(count, most),
            h("input", {
              type: "range",
              min: 0,
              max: most,
              value: count,
              "data-focus": "range",
              oninput: (event) => visit(Number(event.target.value)),
            }),
          ),
          h(
            "label",
            {},
            text.replay.seenFrom,
            h(
              "select",
              {
                "data-focus": "side",
                onchange: (event) => {
                  local.side = Number(event.target.value);
                  endLesson();
                  show();
                },
              },
              about.names.map((name, seat) =>
                h("option", { value: seat, selected: seat === side }, name)
              ),
            ),
          ),
          views.some((view) => Array.isArray(view.hand))
            ? h(
              "label",
              { class: "row" },
              h("input", {
                type: "checkbox",
                checked: local.open,
                "data-focus": "open hands",
                onchange: (event) => {
                  local.open = event.target.checked;
                  show();
                },
              }),
              text.review.allHands,
            )
            : null,
        ),
        reviewBox({
          link: local.link,
          about,
          side,
          own: ownSeat(local.link),
          count,
          go: (to) => {
            stop();
            return go(to);
          },
          show,
        }),
        isLesson() ? null : verdict(),
        h(
          "details",
          { class: "box", key: "moves", open: true, hidden: isLesson() },
          h("summary", {}, text.replay.moves),
          h(
            "ol",
            { class: "moves", tabindex: "0", "aria-label": text.replay.allMoves },
            about.moves.map(([seat, move], place) =>
              h(
                "li",
                { key: place, class: place === count - 1 ? "now" : "" },
                h(
                  "button",
                  {
                    class: "plain",
                    "data-focus": `step ${place}`,
                    onclick: () => visit(place + 1),
                  },
                  h("strong", {}, about.names[seat]),
                  " ",
                  line(move),
                  " ",
                  seat === side ? signOf(seat, place + 1) : null,
                ),
              )
            ),
          ),
        ),
      ),
    ),
  );
  reveal();
}

/** Show the move in the list of all moves, without moving anything but the list. */
function reveal() {
  const now = document.querySelector(".moves .now");
  const list = now?.closest(".moves");
  if (!now || !list) return;
  const [row, box] = [now.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += row.top - box.top - (box.height - row.height) / 2;
}

/**
 * Arrow keys step wherever one is on the page, except in fields that use them.
 *
 * @param {KeyboardEvent} event
 */
function keys(event) {
  const { target } = event;
  if (!local.about || event.altKey || event.ctrlKey || event.metaKey) return;
  const busy = "input:not([type=checkbox]), select, textarea, dialog";
  if (target instanceof Element && target.closest(busy)) return;
  /** @type {Record<string, number>} */
  const places = {
    ArrowLeft: local.count - 1,
    ArrowRight: local.count + 1,
    Home: 0,
    End: local.about.moves.length,
  };
  if (event.key in places) {
    event.preventDefault();
    visit(places[event.key]);
  } else if (
    event.key === " " && !(target instanceof Element && target.closest("button, input, summary"))
  ) {
    event.preventDefault();
    autoplay();
  }
}

/** Play the game by itself, or stop. */
function autoplay() {
  if (local.playing) {
    stop();
    return show();
  }
  endLesson();
  const most = replay().moves.length;
  const step = async () => {
    await go(local.count + 1);
    if (!local.playing) return;
    if (local.count >= most) {
      stop();
      return show();
    }
    local.playing = setTimeout(step, Math.max(300, lasting(STEP)));
  };
  local.playing = setTimeout(step, 150);
  if (local.count >= most) go(0);
  else show();
}

function stop() {
  clearTimeout(local.playing);
  local.playing = undefined;
}

/** @param {Step} step */
function final(step) {
  const about = replay();
  return h(
    "table",
    { class: "scores" },
    h("caption", {}, text.over.scores),
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
  const [seat, move] = about.moves[count];
  const advice = local.advice.get(count);
  const { line } = tableOf(about.game);
  return h(
    "div",
    { class: "box" },
    h("p", {}, text.replay.next, " ", h("strong", {}, about.names[seat]), " ", line(move)),
    advice
      ? [
        h(
          "p",
          {},
          advice.move === move
            ? text.replay.same
            : ["★ ", advice.words, ": ", h("strong", {}, advised(about.game, advice.move))],
        ),
        advice.cost
          ? h(
            "p",
            { class: advice.cost.loss > 0 ? "bad" : "good" },
            advice.cost.loss > 0
              ? text.replay.cost(number(advice.cost.loss, 1), advice.cost.unit)
              : text.replay.free,
          )
          : null,
        h("ul", {}, advice.reasons.slice(0, 8).map((why) => h("li", {}, withCards(why)))),
      ]
      : h(
        "button",
        { "data-focus": "advise", onclick: advise },
        text.replay.ask,
      ),
  );
}

function share() {
  showDialog(
    text.replay.shareTitle,
    copyable(
      text.replay.shareNote,
      `${location.origin}/replay/${local.link}#${local.count}`,
    ),
  );
}
