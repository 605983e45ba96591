// Beside the table: what was played, as this seat heard it, the chat, and what the host may do.

import { h } from "./dom.js";
import { tableOf } from "./tables/index.js";

export function showPanel(room, send) {
  const { state } = room;
  return h(
    "aside",
    { class: "panel", "aria-label": "Beside the table" },
    state.table ? history(room) : null,
    chat(room, send),
    people(room, send),
  );
}

function history({ state, history }) {
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
      shown.map(([seat, text], place) => [history.length - shown.length + place, seat, text])
        .reverse().map(([number, seat, text]) =>
          h("li", { key: number }, h("strong", {}, state.seats[seat].name), " ", line(text))
        ),
    ),
  );
}

function chat(room, send) {
  const { state, chat } = room;
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.line;
    if (!field.value.trim()) return;
    send({ type: "say", text: field.value });
    field.value = "";
  };
  return h(
    "details",
    { class: "box", open: true, key: "chat" },
    h("summary", {}, "Chat"),
    h(
      "div",
      { class: "chat", role: "log", "aria-label": "Chat", tabindex: "0" },
      chat.length
        ? chat.map((line) =>
          h("p", { key: line.number }, h("strong", {}, line.name), " ", line.text)
        )
        : h("p", { class: "faint" }, "Nothing was said yet."),
    ),
    state.you.name
      ? h(
        "form",
        { class: "pair", onsubmit: submit },
        h("input", {
          name: "line",
          maxlength: 200,
          autocomplete: "off",
          "aria-label": "Say something",
          "data-focus": "line",
        }),
        h("button", { "data-focus": "say" }, "Say"),
      )
      : null,
  );
}

const PACES = { 0: "at once", 300: "quickly", 700: "so that one can follow", 1500: "slowly" };
const LIMITS = {
  0: "never",
  15: "after 15 seconds",
  60: "after a minute",
  300: "after 5 minutes",
  1800: "after half an hour",
};

function people({ state, isSpectator }, send) {
  const { you, settings } = state;
  if (isSpectator || !you.name) return null;
  const set = (name, value) => send({ type: "settings", settings: { [name]: value } });
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
  const isPlaying = state.table && !state.table.is_over;
  const others = state.seats.map((seat, place) => [seat, place]).filter(([seat, place]) =>
    seat.kind === "person" && place !== you.seat
  );
  return h(
    "details",
    { class: "box", key: "people" },
    h("summary", {}, "Room"),
    you.host
      ? [
        choice("Bots move", "pace", PACES),
        choice("A bot plays for who is away", "away", LIMITS),
        h(
          "label",
          { class: "row" },
          h("input", {
            type: "checkbox",
            checked: settings.hints,
            onchange: (event) => set("hints", event.target.checked),
          }),
          "Hints are allowed",
        ),
        isPlaying
          ? h("button", {
            "data-focus": "pause",
            onclick: () => send({ type: "pause", on: !state.paused }),
          }, state.paused ? "Go on" : "Pause")
          : null,
        others.map(([seat, place]) =>
          h("button", {
            key: place,
            class: "quiet",
            onclick: () => send({ type: "remove", seat: place }),
          }, `Remove ${seat.name}`)
        ),
      ]
      : null,
    you.seat !== null && !isPlaying
      ? h("button", { class: "quiet", onclick: () => send({ type: "stand" }) }, "Stand up")
      : null,
    h("button", {
      class: "quiet",
      "data-focus": "leave",
      onclick: () => confirm("Leave for good? Your seat goes to a bot.") && leave(send),
    }, "Leave the room"),
  );
}

function leave(send) {
  send({ type: "leave" });
  setTimeout(() => location.assign("/"), 300);
}
