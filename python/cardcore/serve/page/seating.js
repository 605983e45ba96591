// Before a game: seats to take and to give to bots, and the link that brings others here.

import { copyable } from "./dialogs.js";
import { field, h } from "./dom.js";
import { localWarning, roomLink } from "./invite.js";
import { text } from "./language.js";
import { levelOptions } from "./levels.js";
import { guestName, recall } from "./memory.js";
import { characterOf } from "./tables/index.js";
import { sign } from "./tables/plates.js";

/**
 * @import { Send, State, Welcome } from "./types.d.ts"
 *
 * @typedef {{ about: Welcome | null, isSpectator: boolean, link: string }} Around
 * @typedef {{ send: Send, join: (name: string) => void }} Doing
 */

/** @param {State} state */
export function openSeats({ seats }) {
  return seats.flatMap((seat, place) => seat.kind === "open" ? [place] : []);
}

/**
 * @param {State} state
 * @param {Around} room
 * @param {Doing} doing
 */
export function seating(state, { about, isSpectator, link }, { send, join }) {
  const { you } = state;
  const open = openSeats(state);
  const usual = about?.usual_level ?? "best";
  return h(
    "section",
    { class: "table seating", "aria-label": text.seats.label },
    h("h2", {}, open.length ? text.seats.waiting(open.length) : text.seats.ready),
    !you.name && !isSpectator ? newcomer(join) : null,
    h(
      "ol",
      { class: "chairs" },
      state.seats.map((seat, place) =>
        h(
          "li",
          { key: place, class: `chair ${seat.kind}` },
          seat.kind === "open"
            ? h("span", { class: "face-sign empty", "aria-hidden": "true" }, "+")
            : sign(seat.kind === "bot", seat.name),
          h(
            "span",
            { class: "chair-name" },
            h(
              "span",
              { class: "faint" },
              seat.kind === "bot" ? introduce(seat.name, seat.level) : text.seats.seat(place + 1),
            ),
            h(
              "strong",
              {},
              seat.kind === "open" ? text.seats.open : seat.name,
              place === you.seat ? ` ${text.seats.you}` : "",
              state.host === place ? h("span", { class: "badge" }, text.seats.host) : null,
            ),
          ),
          h(
            "span",
            { class: "chair-tools" },
            seat.kind === "open" && you.name && !isSpectator
              ? h("button", {
                "data-focus": `sit ${place}`,
                onclick: () => send({ type: "sit", seat: place }),
              }, text.seats.sit)
              : null,
            you.host && seat.kind !== "person" ? botChoice(about, seat, place, send) : null,
            you.host && seat.kind === "person" && place !== you.seat
              ? h("button", {
                class: "quiet",
                onclick: () => send({ type: "remove", seat: place }),
              }, text.people.remove)
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
          }, text.seats.fill)
          : null,
        h("button", {
          class: "main",
          "data-focus": "start",
          disabled: open.length > 0,
          onclick: () => send({ type: "start" }),
        }, text.seats.begin),
      )
      : h("p", { class: "faint" }, you.name ? text.seats.hostBegins : ""),
    you.name && open.length
      ? h(
        "div",
        { class: "invitation" },
        copyable(text.invite.play, roomLink(link)),
        localWarning(),
      )
      : null,
  );
}

/**
 * Introduce a bot.
 *
 * @param {string} name
 * @param {string} level
 */
function introduce(name, level) {
  const character = characterOf(name);
  const temper = character ? text.tempers[character.temper] ?? character.temper : null;
  return [text.levels[level] ?? level, temper].filter(Boolean).join(", ");
}

/**
 * @param {Welcome | null} about
 * @param {State["seats"][number]} seat
 * @param {number} place
 * @param {Send} send
 */
function botChoice(about, seat, place, send) {
  const { levels, bots } = levelOptions(
    about?.levels ?? [],
    seat.level,
    (value, label, selected) => h("option", { value, selected }, text.seats.bot(label)),
  );
  return h(
    "label",
    {},
    h("span", { class: "heard" }, text.seats.botAt(place + 1)),
    h(
      "select",
      {
        "data-focus": `bot ${place}`,
        onchange: (event) => send({ type: "fill", seats: [place], level: event.target.value }),
      },
      h("option", { value: "", selected: seat.kind === "open" }, text.seats.person),
      levels,
      h("optgroup", { label: text.lobby.programs }, bots),
    ),
  );
}

/** @param {(name: string) => void} join */
function newcomer(join) {
  /** @param {SubmitEvent & { target: HTMLFormElement }} event */
  const submit = (event) => {
    event.preventDefault();
    join(field(event.target, "name").value.trim() || guestName(text.guest));
  };
  return h(
    "form",
    { class: "newcomer", onsubmit: submit },
    h(
      "label",
      {},
      text.name,
      h("input", {
        name: "name",
        maxlength: 24,
        value: recall("name", ""),
        placeholder: text.guest,
        autocomplete: "nickname",
        "data-focus": "name",
      }),
    ),
    h("button", { class: "main", "data-focus": "join" }, text.seats.take),
  );
}
