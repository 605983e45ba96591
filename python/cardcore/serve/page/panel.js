// Beside the table: the moves as this seat heard them, the chat, and the settings of the room.

import { field, h } from "./dom.js";
import { text } from "./language.js";
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
    { class: "panel", "aria-label": text.panel.label },
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
    { class: "box history", open: true, key: "history" },
    h("summary", {}, text.panel.moves(history.length)),
    h(
      "ol",
      {
        class: "moves",
        reversed: true,
        tabindex: "0",
        "aria-label": text.panel.movesLabel,
        start: history.length,
      },
      shown.map(([seat, move], place) =>
        h(
          "li",
          { key: history.length - shown.length + place },
          h("strong", {}, seat === state.you.seat ? text.you : state.seats[seat].name),
          " ",
          line(move),
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
    h("summary", {}, text.chat.title),
    h(
      "div",
      { class: "chat", role: "log", "aria-label": text.chat.title, tabindex: "0" },
      lines.length
        ? lines.map((line) =>
          h("p", { key: line.number }, h("strong", {}, line.name), " ", line.text)
        )
        : h("p", { class: "faint" }, text.chat.none),
    ),
    state.you.name
      ? [
        h(
          "div",
          { class: "reactions", role: "group", "aria-label": text.chat.reactions },
          text.chat.words.map((word) =>
            h("button", {
              key: word,
              type: "button",
              class: "reaction",
              onclick: () => send({ type: "say", text: word }),
            }, word)
          ),
        ),
        h(
          "form",
          { class: "pair", onsubmit: submit },
          h("input", {
            name: "line",
            maxlength: 200,
            autocomplete: "off",
            "aria-label": text.chat.message,
            "data-focus": "line",
          }),
          h("button", { "data-focus": "say" }, text.chat.send),
        ),
      ]
      : null,
  );
}

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
          [value, label],
        ) => h("option", { value, selected: Number(value) === settings[name] }, label)),
      ),
    );
  /** @type {(label: string, name: "hints" | "locked" | "listed") => Described} */
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
    h("summary", {}, text.room.title),
    you.host
      ? [
        choice(text.people.pace, "pace", text.people.paces),
        choice(text.people.away, "away", text.people.limits),
        option(text.people.hints, "hints"),
        option(text.people.locked, "locked"),
        option(text.people.listed, "listed"),
        isPlaying
          ? h("button", {
            "data-focus": "pause",
            onclick: () => send({ type: "pause", on: !state.paused }),
          }, state.paused ? text.people.resume : text.people.pause)
          : null,
        others.map(({ seat, place }) =>
          h("button", {
            key: place,
            class: "quiet",
            onclick: () => send({ type: "remove", seat: place }),
          }, text.people.removeName(seat.name))
        ),
      ]
      : null,
    watching(state, send),
    you.seat !== null && !isPlaying
      ? h("button", { class: "quiet", onclick: () => send({ type: "stand" }) }, text.people.stand)
      : null,
    h("button", {
      class: "quiet",
      "data-focus": "leave",
      onclick: () => confirm(text.people.confirmLeave) && leave(send),
    }, text.people.leave),
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
  return [
    people.filter(({ present }) => present || you.host).map(({ name, present }) =>
      h(
        "p",
        { key: name, class: "row" },
        present ? text.people.watches(name) : text.people.isAway(name),
        you.host && name !== you.name
          ? h("button", {
            class: "quiet",
            onclick: () => send({ type: "remove", name }),
          }, text.people.removeName(name))
          : null,
      )
    ),
    spectators
      ? h(
        "p",
        { key: "spectators", class: "row" },
        text.people.spectators(spectators),
        you.host
          ? h("button", {
            class: "quiet",
            onclick: () => send({ type: "remove", spectators: true }),
          }, text.people.removeSpectators)
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
