// Before a game: seats to take, and to give to bots.

import { field, h } from "./dom.js";
import { levelLabel } from "./levels.js";
import { recall } from "./memory.js";

/** @import { Send, State, Welcome } from "./types.d.ts" */

/** @param {State} state */
export function openSeats({ seats }) {
  return seats.flatMap((seat, place) => seat.kind === "open" ? [place] : []);
}

/**
 * @param {State} state
 * @param {{ about: Welcome | null, isSpectator: boolean }} room
 * @param {Send} send
 * @param {(name: string) => void} join
 */
export function seating(state, { about, isSpectator }, send, join) {
  const { you } = state;
  const open = openSeats(state);
  const usual = about?.usual_level ?? "best";
  return h(
    "section",
    { class: "table seating", "aria-label": "Seats" },
    h("h2", {}, "Take your seats"),
    !you.name && !isSpectator ? newcomer(join) : null,
    h(
      "ol",
      { class: "chairs" },
      state.seats.map((seat, place) =>
        h(
          "li",
          { key: place, class: `chair ${seat.kind}` },
          h(
            "span",
            { class: "chair-name" },
            h("span", { class: "faint" }, `Seat ${place + 1}`),
            h(
              "strong",
              {},
              seat.kind === "open" ? "open" : seat.name,
              place === you.seat ? " (you)" : "",
              state.host === place ? h("span", { class: "badge" }, "host") : null,
            ),
          ),
          h(
            "span",
            { class: "chair-tools" },
            seat.kind === "open" && you.name && !isSpectator
              ? h("button", {
                "data-focus": `sit ${place}`,
                onclick: () => send({ type: "sit", seat: place }),
              }, "Sit here")
              : null,
            you.host && seat.kind !== "person"
              ? h(
                "label",
                {},
                h("span", { class: "heard" }, `Bot at seat ${place + 1}`),
                h(
                  "select",
                  {
                    "data-focus": `bot ${place}`,
                    onchange: (event) =>
                      send({ type: "fill", seats: [place], level: event.target.value }),
                  },
                  h("option", { value: "", selected: seat.kind === "open" }, "for a person"),
                  (about?.levels ?? []).map((level) =>
                    h(
                      "option",
                      { value: level.name, selected: seat.level === level.name },
                      `bot, ${levelLabel(level)}`,
                    )
                  ),
                ),
              )
              : null,
            you.host && seat.kind === "person" && place !== you.seat
              ? h("button", {
                class: "quiet",
                onclick: () => send({ type: "remove", seat: place }),
              }, "Remove")
              : null,
          ),
        )
      ),
    ),
    you.host
      ? h(
        "div",
        { class: "controls" },
        open.length
          ? h("button", {
            "data-focus": "fill",
            onclick: () => send({ type: "fill", seats: open, level: usual }),
          }, `Fill with bots (${usual})`)
          : null,
        h("button", {
          class: "main",
          "data-focus": "start",
          disabled: open.length > 0,
          onclick: () => send({ type: "start" }),
        }, "Begin"),
        open.length
          ? h("p", { class: "faint" }, "Invite somebody, or let bots take the open seats.")
          : null,
      )
      : h("p", { class: "faint" }, you.name ? "The host begins the game." : ""),
  );
}

/** @param {(name: string) => void} join */
function newcomer(join) {
  /** @param {SubmitEvent & { target: HTMLFormElement }} event */
  const submit = (event) => {
    event.preventDefault();
    join(field(event.target, "name").value);
  };
  return h(
    "form",
    { class: "newcomer", onsubmit: submit },
    h(
      "label",
      {},
      "Your name",
      h("input", {
        name: "name",
        required: true,
        maxlength: 24,
        value: recall("name", ""),
        autocomplete: "nickname",
        "data-focus": "name",
      }),
    ),
    h("button", { class: "main", "data-focus": "join" }, "Take a seat"),
  );
}
