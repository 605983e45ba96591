// The lobby: one click to play, and behind it who plays, by which rules, and rooms of others.

import { ask, post, reason } from "./api.js";
import { alarm } from "./announce.js";
import { field, h, part, render } from "./dom.js";
import { showHeader } from "./header.js";
import { language, text } from "./language.js";
import { levelOptions } from "./levels.js";
import { forgetRoom, guestName, keep, recall, rememberRoom, rooms } from "./memory.js";
import { optionFields, presetChoice } from "./options.js";
import { showRoom } from "./room.js";
import { record } from "./stats.js";
import { gameTitle, loadTables, tableOf } from "./tables/index.js";

/** @import { GameEntry, Opened, PublicRoom, RuleValue } from "./types.d.ts" */

/**
 * @type {{
 *   games: GameEntry[],
 *   chosen: string | null | undefined,
 *   preset: string | null,
 *   rules: Record<string, RuleValue>,
 *   level: string | null,
 *   listed: boolean,
 *   found: PublicRoom[],
 *   busy: boolean,
 *   isGone: boolean,
 * }}
 */
const local = {
  games: [],
  chosen: recall("game", null),
  preset: null,
  rules: {},
  level: null,
  listed: false,
  found: [],
  busy: false,
  isGone: false,
};

/** How often the rooms of others are looked for. */
const LOOK_EVERY = 5000;

export async function showLobby() {
  showHeader(text.lobby.title);
  try {
    local.games = (await loadTables()).games;
    local.chosen ??= local.games.find((one) => tableOf(one.game).isFirst)?.game;
  } catch (error) {
    alarm(reason(error));
    return;
  }
  show();
  look();
  if (new URLSearchParams(location.search).has("code")) alarm(text.lobby.noCode);
}

async function look() {
  if (local.isGone) return;
  if (!document.hidden) {
    try {
      local.found = (await ask("/api/rooms")).rooms;
    } catch {
      local.found = [];
    }
    if (!local.isGone) show();
  }
  setTimeout(look, LOOK_EVERY);
}

function chosen() {
  return local.games.find((one) => one.game === local.chosen) ?? local.games[0];
}

function show() {
  const game = chosen();
  render(
    part("main"),
    h(
      "div",
      { class: "lobby" },
      h(
        "fieldset",
        { class: "games" },
        h("legend", {}, text.lobby.which),
        local.games.map((one) => tile(one, one === game)),
      ),
      setup(game),
      h(
        "div",
        { class: "more-rooms" },
        codeForm(),
        back(),
        others(),
        h(
          "nav",
          { class: "back", "aria-label": text.lobby.practice },
          h("h2", {}, text.lobby.practice),
          h(
            "ul",
            {},
            h("li", {}, h("a", { href: "/discard" }, h("strong", {}, text.discard.title))),
            h("li", {}, h("a", { href: "/train" }, h("strong", {}, text.train.title))),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {GameEntry} entry
 * @param {boolean} isChosen
 */
function tile(entry, isChosen) {
  const { game } = entry;
  const table = tableOf(game), stats = record(game);
  return h(
    "div",
    { class: "game", key: game },
    h(
      "label",
      {},
      h("span", { class: "picture" }, table.picture()),
      h(
        "span",
        { class: "title" },
        h("input", {
          type: "radio",
          name: "game",
          value: game,
          checked: isChosen,
          onchange: () => choose(game),
        }),
        gameTitle(entry),
      ),
      h("span", { class: "words" }, table.words),
    ),
    h("button", {
      class: isChosen ? "main" : "",
      disabled: local.busy,
      "data-focus": `play ${game}`,
      "aria-label": text.lobby.playGame(gameTitle(entry)),
      onclick: () => {
        if (!isChosen) choose(game);
        open(true);
      },
    }, text.lobby.play),
    stats.played
      ? h("span", { class: "faint stats" }, text.stats.short(stats.played, stats.won))
      : null,
  );
}

/** @param {GameEntry} game */
function setup(game) {
  const level = local.level ?? game.usual_level;
  const { levels, bots } = levelOptions(
    game.levels,
    level,
    (value, label, selected) => h("option", { value, selected }, label),
  );
  const preset = game.presets?.find((one) => one.name === local.preset);
  const about = preset?.about ?? game.about;
  return h(
    "form",
    {
      class: "setup",
      "aria-label": gameTitle(game),
      onsubmit: (event) => {
        event.preventDefault();
        open(true);
      },
    },
    presetChoice(game, local.preset, (preset) => {
      local.preset = preset.name;
      local.rules = { ...preset.rules };
      show();
    }),
    h(
      "div",
      { class: "start" },
      h(
        "label",
        {},
        text.lobby.opponents,
        h(
          "select",
          {
            "data-focus": "level",
            onchange: (event) => {
              local.level = event.target.value;
            },
          },
          levels,
          h("optgroup", { label: text.lobby.programs }, bots),
        ),
      ),
      h(
        "label",
        {},
        text.lobby.name,
        h("input", {
          name: "name",
          value: recall("name", ""),
          maxlength: 24,
          placeholder: text.guest,
          autocomplete: "nickname",
          "data-focus": "name",
          onchange: (event) => keep("name", event.target.value.trim()),
        }),
      ),
      h(
        "button",
        { class: "main", disabled: local.busy, "data-focus": "play" },
        text.lobby.againstBots,
      ),
    ),
    h(
      "div",
      { class: "start" },
      h("button", {
        type: "button",
        disabled: local.busy,
        onclick: () => open(false),
        "data-focus": "open",
      }, text.lobby.withFriends),
      h(
        "label",
        { class: "row" },
        h("input", {
          type: "checkbox",
          checked: local.listed,
          "data-focus": "listed",
          onchange: (event) => {
            local.listed = event.target.checked;
          },
        }),
        text.lobby.listed,
      ),
    ),
    h(
      "details",
      { class: "rules", key: `rules ${game.game}` },
      h("summary", {}, text.rules.of(gameTitle(game))),
      h("ul", { class: "about" }, about.map((line) => h("li", {}, line))),
    ),
    h(
      "details",
      { class: "rules", key: `options ${game.game}` },
      h("summary", {}, text.lobby.moreOptions),
      optionFields(game, local.rules, (name, value) => {
        local.rules[name] = value;
        // None of the presets.
        local.preset = "";
      }),
    ),
  );
}

/** @param {string} game */
function choose(game) {
  Object.assign(local, { chosen: game, rules: {}, preset: null, level: null });
  keep("game", game);
  show();
}

/** @param {boolean} atOnce */
async function open(atOnce) {
  const game = chosen();
  local.busy = true;
  show();
  try {
    /** @type {Opened} */
    const made = await post("/api/rooms", {
      game: game.game,
      rules: local.rules,
      name: guestName(text.guest),
      // Hints are for those who play alone, unless the host allows them.
      settings: atOnce ? {} : { hints: false, listed: local.listed },
    });
    rememberRoom({ room: made.room, token: made.token, title: game.title });
    if (atOnce) {
      sessionStorage.setItem(
        "cardcore.quick",
        JSON.stringify({ room: made.room, level: local.level ?? game.usual_level }),
      );
    }
    local.isGone = true;
    // Without loading the page again, the first card is there at once.
    history.pushState(null, "", `/room/${made.room}`);
    addEventListener("popstate", () => location.reload());
    scrollTo(0, 0);
    showRoom(made.room, false);
  } catch (error) {
    local.busy = false;
    show();
    alarm(reason(error));
  }
}

/** A code that somebody has read out leads to their room. */
function codeForm() {
  return h(
    "form",
    {
      class: "pair code-form",
      onsubmit: async (event) => {
        event.preventDefault();
        const code = field(event.target, "code").value.trim();
        if (!code) return;
        try {
          const { room } = await ask(`/api/codes/${encodeURIComponent(code)}`);
          location.assign(`/room/${room}`);
        } catch (error) {
          alarm(reason(error));
        }
      },
    },
    h(
      "label",
      {},
      text.lobby.code,
      h("input", {
        name: "code",
        maxlength: 12,
        autocomplete: "off",
        autocapitalize: "characters",
        "data-focus": "code",
        value: new URLSearchParams(location.search).get("code") ?? "",
      }),
    ),
    h("button", { "data-focus": "enter" }, text.lobby.enter),
  );
}

/** Rooms of others that anybody may join or watch. */
function others() {
  const known = new Set(rooms().map((one) => one.room));
  const found = local.found.filter((one) => !one.room || !known.has(one.room));
  if (!found.length) return null;
  return h(
    "nav",
    { class: "back", "aria-label": text.lobby.publicRooms },
    h("h2", {}, text.lobby.publicRooms),
    h(
      "ul",
      {},
      found.map((one) =>
        h(
          "li",
          { key: one.watch },
          h(
            "a",
            { href: one.room ? `/room/${one.room}` : `/watch/${one.watch}` },
            h("strong", {}, gameTitle(one)),
            h(
              "span",
              {},
              one.room
                ? text.lobby.openRoom(one.host, one.seats - one.taken)
                : text.lobby.playingRoom(one.host),
            ),
          ),
        )
      ),
    ),
  );
}

function back() {
  const known = rooms().slice(0, 4);
  if (!known.length) return null;
  const when = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
  return h(
    "nav",
    { class: "back", "aria-label": text.lobby.yourRooms },
    h("h2", {}, text.lobby.yourRooms),
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
            "aria-label": text.lobby.forget(room.title),
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
