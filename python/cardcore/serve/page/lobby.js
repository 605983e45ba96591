// The lobby: choose a game and its rules, play at once or open a room for others.

import { post, reason } from "./api.js";
import { alarm } from "./announce.js";
import { h, part, render } from "./dom.js";
import { showHeader } from "./header.js";
import { levelLabel } from "./levels.js";
import { forgetRoom, keep, recall, rememberRoom, rooms } from "./memory.js";
import { loadTables, tableOf } from "./tables/index.js";

/** @import { GameEntry, Opened, Rule, RuleValue } from "./types.d.ts" */

/**
 * @type {{
 *   games: GameEntry[],
 *   chosen: string | null | undefined,
 *   rules: Record<string, RuleValue>,
 *   level: string | null,
 *   busy: boolean,
 * }}
 */
const local = { games: [], chosen: recall("game", null), rules: {}, level: null, busy: false };

export async function showLobby() {
  showHeader("Lobby");
  try {
    local.games = (await loadTables()).games;
    local.chosen ??= local.games.find((one) => tableOf(one.game).isFirst)?.game;
  } catch (error) {
    alarm(reason(error));
    return;
  }
  show();
}

function chosen() {
  return local.games.find((one) => one.game === local.chosen) ?? local.games[0];
}

function show() {
  const game = chosen();
  const level = local.level ?? game.usual_level;
  render(
    part("main"),
    h(
      "div",
      { class: "lobby" },
      back(),
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            open(true);
          },
        },
        h(
          "fieldset",
          { class: "games" },
          h("legend", {}, "Which game?"),
          local.games.map((one) =>
            h(
              "label",
              { class: "game", key: one.game },
              h(
                "span",
                { class: "picture" },
                tableOf(one.game).picture(),
              ),
              h(
                "span",
                { class: "title" },
                h("input", {
                  type: "radio",
                  name: "game",
                  value: one.game,
                  checked: one.game === game.game,
                  onchange: () => choose(one.game),
                }),
                one.title,
              ),
              h("span", { class: "words" }, tableOf(one.game).words),
            )
          ),
        ),
        h(
          "div",
          { class: "start" },
          h(
            "label",
            {},
            "Your name",
            h("input", {
              name: "name",
              value: recall("name", ""),
              maxlength: 24,
              required: true,
              autocomplete: "nickname",
              "data-focus": "name",
            }),
          ),
          h(
            "label",
            {},
            "Opponents",
            h(
              "select",
              {
                "data-focus": "level",
                onchange: (event) => {
                  local.level = event.target.value;
                },
              },
              game.levels.map((one) =>
                h(
                  "option",
                  { value: one.name, selected: one.name === level },
                  levelLabel(one),
                )
              ),
            ),
          ),
          h(
            "button",
            { class: "main", disabled: local.busy, "data-focus": "play" },
            "Play against bots",
          ),
          h("button", {
            type: "button",
            disabled: local.busy,
            onclick: () => open(false),
            "data-focus": "open",
          }, "Open a room for others"),
        ),
        h(
          "details",
          { class: "rules", key: `rules ${game.game}` },
          h("summary", {}, `Rules of ${game.title}`),
          h(
            "ul",
            { class: "about" },
            game.about.map((line) => h("li", {}, line)),
          ),
          h("div", { class: "fields" }, game.rules.map((rule) => field(game, rule))),
        ),
      ),
    ),
  );
}

/** @param {string} game */
function choose(game) {
  local.chosen = game;
  local.rules = {};
  local.level = null;
  keep("game", game);
  show();
}

/**
 * Make a field for a rule, whatever the rule is.
 *
 * @param {GameEntry} game
 * @param {Rule} rule
 */
function field(game, rule) {
  const name = rule.name.replaceAll("_", " ");
  const id = `rule-${rule.name}`;
  /** @param {RuleValue} value */
  const change = (value) => {
    local.rules[rule.name] = value;
  };
  let input;
  if (rule.kind === "switch") {
    input = h("input", {
      id,
      type: "checkbox",
      checked: local.rules[rule.name] ?? rule.default,
      onchange: (event) => change(event.target.checked),
    });
  } else if (rule.kind === "choice") {
    input = h(
      "select",
      { id, onchange: (event) => change(event.target.value) },
      rule.choices?.map((choice) =>
        h("option", {
          value: choice,
          selected: choice === (local.rules[rule.name] ?? rule.default),
        }, choice)
      ),
    );
  } else {
    const number = rule.kind === "number";
    input = h("input", {
      id,
      type: number ? "number" : "text",
      max: rule.largest,
      value: local.rules[rule.name] ?? rule.default ?? "",
      placeholder: rule.optional ? "none" : "",
      onchange: (event) =>
        change(
          event.target.value === ""
            ? (rule.optional ? null : rule.default)
            : number
            ? Number(event.target.value)
            : event.target.value,
        ),
    });
  }
  return h(
    "div",
    { class: "field", key: `${game.game} ${rule.name}` },
    h("label", { for: id }, name),
    input,
    h("p", {}, rule.meaning),
  );
}

/** @param {boolean} atOnce */
async function open(atOnce) {
  /** @type {HTMLInputElement | null} */
  const name = document.querySelector("input[name=name]");
  if (!name?.reportValidity()) return;
  keep("name", name.value);
  const game = chosen();
  local.busy = true;
  show();
  try {
    /** @type {Opened} */
    const made = await post("/api/rooms", {
      game: game.game,
      rules: local.rules,
      name: name.value,
    });
    rememberRoom({ room: made.room, token: made.token, title: game.title });
    if (atOnce) {
      sessionStorage.setItem(
        "cardcore.quick",
        JSON.stringify({ room: made.room, level: local.level ?? game.usual_level }),
      );
    }
    location.assign(`/room/${made.room}`);
  } catch (error) {
    local.busy = false;
    show();
    alarm(reason(error));
  }
}

function back() {
  const known = rooms().slice(0, 4);
  if (!known.length) return null;
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" });
  return h(
    "nav",
    { class: "back", "aria-label": "Your rooms" },
    h("h2", {}, "Go on"),
    h(
      "ul",
      {},
      known.map((room) =>
        h(
          "li",
          { key: room.room },
          h(
            "a",
            { href: `/room/${room.room}` },
            h("strong", {}, room.title),
            h("span", {}, when.format(room.at)),
          ),
          h("button", {
            class: "quiet",
            "aria-label": `Forget ${room.title}`,
            onclick: () => {
              forgetRoom(room.room);
              show();
            },
          }, "✕"),
        )
      ),
    ),
  );
}
