// Beside the table: the moves as this seat heard them, the chat, and the settings of the room.

import { field, h } from "./dom.js";
import { tableOf } from "./tables/index.js";

/**
 * @import { ChatLine, Described, Send, Settings, State, Turn } from "./types.d.ts"
 *
 * @typedef {object} Beside
 * @property {Turn[]} history
 * @property {ChatLine[]} chat
 * @property {boolean} isSpectator
 */

/**
 * @param {State} state
 * @param {Beside} room
 * @param {Send} send
 */
export function showPanel(state, room, send) {
  return h(
    "aside",
    { class: "panel", "aria-label": "Game panel" },
    state.table ? moves(state, room.history) : null,
    chat(state, room.chat, send),
    room.isSpectator ? null : people(state, send),
  );
}

/**
 * @param {State} state
 * @param {Turn[]} history
 */
function moves(state, history) {
  const { line } = tableOf(state.game);
  const shown = history.slice(-200);
  return h(
    "details",
    { class: "box", open: true, key: "history" },
    h("summary", {}, `Moves (${history.length})`),
    h(
      "ol",
      {
        class: "moves",
        reversed: true,
        tabindex: "0",
        "aria-label": "Moves, the last first",
        start: history.length,
      },
      shown.map(([seat, text], place) =>
        h(
          "li",
          { key: history.length - shown.length + place },
          h("strong", {}, state.seats[seat].name),
          " ",
          line(text),
        )
      ).reverse(),
    ),
  );
}

/**
 * @param {State} state
 * @param {ChatLine[]} lines
 * @param {Send} send
 */
function chat(state, lines, send) {
  /** @param {SubmitEvent & { target: HTMLFormElement }} event */
  const submit = (event) => {
    event.preventDefault();
    const line = field(event.target, "line");
    if (!line.value.trim()) return;
    send({ type: "say", text: line.value });
    line.value = "";
  };
  return h(
    "details",
    { class: "box", open: true, key: "chat" },
    h("summary", {}, "Chat"),
    h(
      "div",
      { class: "chat", role: "log", "aria-label": "Chat", tabindex: "0" },
      lines.length
        ? lines.map((line) =>
          h("p", { key: line.number }, h("strong", {}, line.name), " ", line.text)
        )
        : h("p", { class: "faint" }, "No messages yet."),
    ),
    state.you.name
      ? h(
        "form",
        { class: "pair", onsubmit: submit },
        h("input", {
          name: "line",
          maxlength: 200,
          autocomplete: "off",
          "aria-label": "Message",
          "data-focus": "line",
        }),
        h("button", { "data-focus": "say" }, "Send"),
      )
      : null,
  );
}

const PACES = { 0: "at once", 300: "fast", 700: "at a normal pace", 1500: "slowly" };
const LIMITS = {
  0: "never",
  15: "after 15 seconds",
  60: "after 1 minute",
  300: "after 5 minutes",
  1800: "after 30 minutes",
};

/**
 * @param {State} state
 * @param {Send} send
 */
function people(state, send) {
  const { you, settings } = state;
  if (!you.name) return null;
  /** @type {(name: keyof Settings, value: number | boolean) => void} */
  const set = (name, value) => send({ type: "settings", settings: { [name]: value } });
  /** @type {(label: string, name: "pace" | "away", words: Record<number, string>) => Described} */
  const choice = (label, name, words) =>
    h(
      "label",
      {},
      label,
      h(
        "select",
        { "data-focus": name, onchange: (event) => set(name, Number(event.target.value)) },
        Object.entries({ ...{ [settings[name]]: `${settings[name]}` }, ...words }).map((
          [value, text],
        ) => h("option", { value, selected: Number(value) === settings[name] }, text)),
      ),
    );
  /** @type {(label: string, name: "hints" | "locked") => Described} */
  const option = (label, name) =>
    h(
      "label",
      { class: "row" },
      h("input", {
        type: "checkbox",
        checked: settings[name],
        onchange: (event) => set(name, event.target.checked),
      }),
      label,
    );
  const isPlaying = state.table && !state.table.is_over;
  const others = state.seats.map((seat, place) => ({ seat, place })).filter(({ seat, place }) =>
    seat.kind === "person" && place !== you.seat
  );
  return h(
    "details",
    { class: "box", key: "people" },
    h("summary", {}, "Room"),
    you.host
      ? [
        choice("Bots move", "pace", PACES),
        choice("A bot takes over for absent players", "away", LIMITS),
        option("Allow hints", "hints"),
        option("Don't let new people in", "locked"),
        isPlaying
          ? h("button", {
            "data-focus": "pause",
            onclick: () => send({ type: "pause", on: !state.paused }),
          }, state.paused ? "Resume" : "Pause")
          : null,
        others.map(({ seat, place }) =>
          h("button", {
            key: place,
            class: "quiet",
            onclick: () => send({ type: "remove", seat: place }),
          }, `Remove ${seat.name}`)
        ),
      ]
      : null,
    watching(state, send),
    you.seat !== null && !isPlaying
      ? h("button", { class: "quiet", onclick: () => send({ type: "stand" }) }, "Stand up")
      : null,
    h("button", {
      class: "quiet",
      "data-focus": "leave",
      onclick: () =>
        confirm("Leave the room? If a game is running, a bot takes over your seat.") && leave(send),
    }, "Leave the room"),
  );
}

/**
 * Show who is in the room without a seat; the host can remove them.
 *
 * @param {State} state
 * @param {Send} send
 */
function watching(state, send) {
  const { people, spectators, you } = state;
  const count = spectators === 1 ? "1 spectator" : `${spectators} spectators`;
  return [
    people.filter(({ present }) => present || you.host).map(({ name, present }) =>
      h(
        "p",
        { key: name, class: "row" },
        `${name} is ${present ? "watching" : "away"}`,
        you.host && name !== you.name
          ? h("button", {
            class: "quiet",
            onclick: () => send({ type: "remove", name }),
          }, `Remove ${name}`)
          : null,
      )
    ),
    spectators
      ? h(
        "p",
        { key: "spectators", class: "row" },
        count,
        you.host
          ? h("button", {
            class: "quiet",
            onclick: () => send({ type: "remove", spectators: true }),
          }, "Remove spectators")
          : null,
      )
      : null,
  ];
}

/** @param {Send} send */
function leave(send) {
  send({ type: "leave" });
  setTimeout(() => location.assign("/"), 300);
}
