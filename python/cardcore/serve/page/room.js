// A room: who sits where, and the table once a game has begun.

import { reason, RoomSocket } from "./api.js";
import { alarm, announce } from "./announce.js";
import { isCard, moveText } from "./cards.js";
import { connectionBanner, showConnection, showProblem } from "./connection.js";
import { copyable, showDialog } from "./dialogs.js";
import { h, part, render } from "./dom.js";
import { showHeader } from "./header.js";
import { forgetRoom, keep, newToken, rememberRoom, tokenOf } from "./memory.js";
import { glide } from "./motion.js";
import { showOdds } from "./odds.js";
import { over, standing } from "./over.js";
import { showPanel } from "./panel.js";
import { openSeats, seating } from "./seating.js";
import { loadTables, tableOf } from "./tables/index.js";

/** @import { ChatLine, Choice, ConnectionStatus, ErrorReason, Hint } from "./types.d.ts" */
/** @import { Message, Position } from "./types.d.ts" */
/** @import { Request, State, Tried, Turn, Welcome } from "./types.d.ts" */

/**
 * @type {{
 *   link: string,
 *   isSpectator: boolean,
 *   socket: RoomSocket | null,
 *   state: State | null,
 *   about: Welcome | null,
 *   history: Turn[],
 *   chat: ChatLine[],
 *   connection: ConnectionStatus | null,
 *   error: ErrorReason | null,
 *   chosen: Set<string>,
 *   tried: Tried | null,
 *   hint: Hint | null,
 *   waiting: string | null,
 * }}
 */
const room = {
  link: "",
  isSpectator: false,
  socket: null,
  state: null,
  about: null,
  history: [],
  chat: [],
  connection: null,
  error: null,
  chosen: new Set(),
  tried: null,
  hint: null,
  waiting: null,
};

/**
 * @param {string} link
 * @param {boolean} isSpectator
 */
export async function showRoom(link, isSpectator) {
  Object.assign(room, { link, isSpectator });
  showHeader("Room");
  try {
    await loadTables();
  } catch (error) {
    return showProblem("This page can't be loaded", reason(error));
  }
  enter();
}

function enter() {
  const { link, isSpectator } = room;
  const path = isSpectator ? `/api/watch/${link}` : `/api/rooms/${link}`;
  /** @returns {Request} */
  const hello = () => {
    const token = isSpectator ? undefined : tokenOf(link);
    return token ? { type: "hello", token } : { type: "hello" };
  };
  room.socket = new RoomSocket(path, hello, hear, (status) => {
    room.connection = status;
    if (status === "connected") {
      Object.assign(room, { history: [], chat: [], waiting: null, error: null });
    }
    if (room.state) show();
    else showConnection(status, room.error);
  });
}

/** @param {Message} message */
function hear(message) {
  switch (message.type) {
    case "welcome":
      room.about = message;
      break;
    case "token":
      rememberRoom({
        room: room.link,
        token: message.token,
        title: room.state?.title ?? "Room",
      });
      break;
    case "error":
      refuse(message);
      break;
    case "tried":
      showTried(message);
      break;
    case "hint":
      room.hint = message;
      announce(`Hint: ${message.words} ${message.move}`, ...message.reasons);
      show();
      break;
    case "odds":
      showOdds(message);
      break;
    case "state":
      take(message);
      break;
  }
}

/** @param {ErrorReason} refusal */
function refuse({ code, message }) {
  Object.assign(room, { waiting: null, error: { code, message } });
  if (code === "forbidden" && message.includes("token")) {
    // The seat is gone, so come in again as somebody new.
    forgetRoom(room.link);
    room.socket?.close();
    return enter();
  }
  // Without a room the connection is closed next, which shows the error.
  if (!room.state) return;
  alarm(message);
  show();
}

/** @param {Tried} message */
function showTried(message) {
  if (message.text !== [...room.chosen].join(" ")) return;
  room.tried = message;
  announce(
    message.legal
      ? `${message.kind ?? "legal"}, can be played`
      : `${message.kind ?? "no combination"}, cannot be played`,
  );
  show();
}

/** @param {State} state */
function take(state) {
  const before = room.state;
  const heard = room.history.length;
  if (state.table) {
    if (before?.table?.number !== state.table.number) room.history = [];
    room.history = [
      ...room.history.slice(0, state.table.history.from),
      ...state.table.history.moves,
    ];
  }
  room.chat = [...room.chat, ...state.chat].slice(-50);
  room.state = state;
  if (!room.isSpectator && state.you.name) rememberRoom({ room: room.link, title: state.title });
  if (isDecided(before, state, heard)) {
    Object.assign(room, { chosen: new Set(), tried: null, hint: null, waiting: null });
  }
  tell(before, state, heard);
  quick(state);
  glide(show, source);
}

/**
 * Tell whether what was chosen is of no use any more. Others may decide meanwhile, as when cards
 * are passed.
 *
 * @param {State | null} before
 * @param {State} state
 * @param {number} heard
 */
function isDecided(before, state, heard) {
  const then = before?.table, now = state.table;
  if (
    !then || !now || then.number !== now.number || now.choices === null || now.count < then.count
  ) return true;
  const mine = room.history.slice(heard).some(([seat]) => seat === state.you.seat);
  return mine || JSON.stringify(then.choices) !== JSON.stringify(now.choices);
}

/**
 * Begin at once, if that was asked for in the lobby.
 *
 * @param {State} state
 */
function quick(state) {
  const wish = JSON.parse(sessionStorage.getItem("cardcore.quick") ?? "null");
  if (!wish || wish.room !== room.link || state.table) return;
  sessionStorage.removeItem("cardcore.quick");
  const open = openSeats(state);
  if (open.length) send({ type: "fill", seats: open, level: wish.level });
  send({ type: "start" });
}

/**
 * Say aloud what has happened since.
 *
 * @param {State | null} before
 * @param {State} state
 * @param {number} heard
 */
function tell(before, state, heard) {
  const table = state.table;
  if (!table) return;
  const names = state.seats.map((seat) => seat.name);
  const { say } = tableOf(state.game);
  const isNew = before?.table?.number !== table.number;
  const told = room.history.slice(isNew ? 0 : heard).slice(-6);
  if (before) {
    announce(
      ...told.map(([seat, text]) =>
        say(seat === state.you.seat ? "You" : names[seat], text, before.table?.view)
      ),
    );
  }
  const { seat: me } = state.you;
  const turn = me !== null && table.deciders.includes(me);
  if (turn && !(before?.table?.deciders.includes(me) && !isNew && !told.length)) {
    announce("It is your turn");
  }
  if (table.is_over && !before?.table?.is_over) {
    announce(`The game is over. ${standing(state, table)}`);
  }
  document.title = `${turn ? "● " : ""}${state.title} · cardcore`;
}

/**
 * Find where a card that was not seen before comes from: the plate of whoever played it.
 *
 * @param {HTMLElement} card
 */
function source(card) {
  const by = card.dataset.by;
  return by === undefined
    ? null
    : document.querySelector(`.plate[data-seat="${by}"]`)?.getBoundingClientRect();
}

/** @param {Request} message */
function send(message) {
  if (!room.socket?.send(message)) alarm("You're not connected right now.");
}

/** @param {string} text */
function act(text) {
  const table = room.state?.table;
  if (!table || room.waiting) return;
  room.waiting = text;
  send({ type: "move", text, game: table.number, count: table.count });
  show();
}

/** @type {Choice} */
const local = {
  get chosen() {
    return room.chosen;
  },
  get tried() {
    return room.tried;
  },
  set tried(value) {
    room.tried = value;
  },
  toggle(text, most) {
    if (room.chosen.has(text)) room.chosen.delete(text);
    else if (room.chosen.size < most) room.chosen.add(text);
    else return;
    room.chosen = new Set(room.chosen);
    show();
  },
  only(text) {
    room.chosen = new Set(room.chosen.has(text) ? [] : [text]);
    show();
  },
  clear() {
    room.chosen = new Set();
    room.tried = null;
    show();
  },
};

function show() {
  const { state } = room;
  if (!state) return;
  const isSeated = state.you.seat !== null;
  showHeader(
    state.title,
    state.you.name
      ? h(
        "button",
        { class: "quiet", "data-focus": "share", onclick: () => share(state) },
        "Invite",
      )
      : null,
    h("button", { class: "quiet", "data-focus": "rules", onclick: () => rules(state) }, "Rules"),
  );
  render(
    part("main"),
    connectionBanner(room.connection, room.error),
    room.isSpectator ? h("p", { class: "banner" }, "You are watching.") : null,
    state.paused ? h("p", { class: "banner" }, "The game is paused.") : null,
    undoBanner(state),
    h(
      "div",
      { class: "room" },
      state.table ? game(state, state.table) : seating(state, room, send, join),
      showPanel(state, room, send),
    ),
    !isSeated && !room.isSpectator && state.table && !state.you.name
      ? h("p", { class: "banner" }, "You look on. Seats are free again after the game.")
      : null,
  );
}

/** @param {State} state */
function undoBanner(state) {
  const asked = state.undo_asked;
  if (asked === null || state.you.seat === null) return null;
  if (asked === state.you.seat) {
    return h(
      "p",
      { class: "banner" },
      "You asked to take your move back. ",
      h("button", { onclick: () => send({ type: "decline" }) }, "Never mind"),
    );
  }
  return h(
    "p",
    { class: "banner", role: "alert" },
    `${state.seats[asked].name} would like to take a move back. `,
    h("button", { class: "main", onclick: () => send({ type: "undo" }) }, "Agree"),
    " ",
    h("button", { onclick: () => send({ type: "decline" }) }, "Decline"),
  );
}

/**
 * @param {State} state
 * @param {Position} table
 */
function game(state, table) {
  const { history } = room;
  const me = state.you.seat;
  const mayAct = table.choices !== null && !state.paused && room.connection === "connected" &&
    !room.waiting;
  const hint = room.hint && room.hint.game === table.number ? room.hint : null;
  const drawn = tableOf(state.game).show({
    ...table,
    me,
    history,
    hint,
    local,
    hands: null,
    names: state.seats.map((seat) => seat.name),
    seats: state.seats,
    act: mayAct ? act : null,
    moves: table.choices?.moves ?? null,
    words: table.choices ? new Set(table.choices.words) : null,
    hinted: new Set((hint?.move ?? "").split(" ").filter(isCard)),
    attempt: (text) => send({ type: "try", text }),
    odds: () => send({ type: "odds" }),
  });
  const turn = table.choices !== null;
  return h(
    "section",
    { class: `table game-${state.game}${turn ? " your-turn" : ""}`, "aria-label": "Table" },
    h("div", { class: "others", style: { "--count": String(drawn.others.length) } }, drawn.others),
    h("div", { class: "centre" }, table.is_over ? over(state, table, send) : null, drawn.centre),
    h("div", { class: "aside" }, drawn.aside),
    h(
      "div",
      { class: "own" },
      drawn.mine,
      h(
        "div",
        { class: "controls", role: "group", "aria-label": "Moves", "data-group": "controls" },
        drawn.controls,
        turn && state.settings.hints
          ? h("button", {
            class: "quiet",
            "data-focus": "hint",
            onclick: () => send({ type: "hint" }),
          }, "Hint")
          : null,
        me !== null && table.is_open && !table.is_over && history.some(([seat]) => seat === me)
          ? h("button", {
            class: "quiet",
            "data-focus": "undo",
            onclick: () => send({ type: "undo" }),
          }, "Undo")
          : null,
      ),
    ),
    drawn.hand,
    hint
      ? h(
        "div",
        { class: "hint" },
        h("p", {}, "★ ", hint.words, ": ", h("strong", {}, moveText(hint.move))),
        h(
          "ul",
          {},
          hint.reasons.slice(0, 8).map((reason) => h("li", {}, reason)),
        ),
      )
      : null,
  );
}

/** @param {string} name */
function join(name) {
  keep("name", name);
  const token = newToken();
  // Remembered first: if the reply is lost with the connection, the seat is still ours.
  rememberRoom({ room: room.link, token, title: room.state?.title ?? "Room" });
  send({ type: "join", name, token });
}

/** @param {State} state */
function share(state) {
  showDialog(
    "Invite others",
    copyable(
      "To play: whoever has this link may take a seat",
      `${location.origin}/room/${room.link}`,
    ),
    copyable(
      "To watch: a link that shows what bystanders see",
      `${location.origin}/watch/${state.watch}`,
    ),
  );
}

/** @param {State} state */
function rules(state) {
  showDialog(
    `Rules of ${state.title}`,
    h("ul", {}, (room.about?.rules ?? []).map((line) => h("li", {}, line))),
  );
}
