// A room: who sits where, and the table once a game has begun.
//
// States arrive as they happen and wait in a queue while a moment is shown, so nobody misses the
// end of a trick or of a deal however quickly the others go on.

import { reason, RoomSocket } from "./api.js";
import { alarm, announce, toast } from "./announce.js";
import { isCard } from "./cards.js";
import { connectionBanner, showConnection, showProblem } from "./connection.js";
import { showDialog } from "./dialogs.js";
import { h, part, render } from "./dom.js";
import { showHeader } from "./header.js";
import { hintBox } from "./hint.js";
import { invite } from "./invite.js";
import { language, text } from "./language.js";
import { forgetRoom, keep, newToken, rememberRoom, tokenOf } from "./memory.js";
import { Moments, sheetContent } from "./moments.js";
import { celebrate, collect, glide, seatPlace } from "./motion.js";
import { showOdds } from "./odds.js";
import { countGame, hasWon, over, standing } from "./over.js";
import { showPanel } from "./panel.js";
import { lasting } from "./preferences.js";
import { openSeats, seating } from "./seating.js";
import { play } from "./sound.js";
import { felt } from "./tables/felt.js";
import { narrow as twoRows } from "./tables/hand.js";
import { gameTitle, loadTables, tableOf } from "./tables/index.js";
import { tellTurn, titleTurn } from "./turn.js";

/** @import { ChatLine, Choice, ConnectionStatus, ErrorReason, Hint } from "./types.d.ts" */
/** @import { Message, Moment, Position } from "./types.d.ts" */
/** @import { Request, State, Tried, Turn, Welcome } from "./types.d.ts" */

/** How long a move is looked at before the next one that waits, and in a hurry. */
const STEP = 420;
const HURRIED = 40;

/** Somebody who is this many changes behind the game catches up with it. */
const BEHIND = 12;

/** How long a word stays at a seat. */
const SPOKEN = 6000;

const narrow = matchMedia("(max-width: 900px)");
twoRows.addEventListener("change", () => show());

/**
 * @type {{
 *   link: string,
 *   isSpectator: boolean,
 *   socket: RoomSocket | null,
 *   state: State | null,
 *   queue: State[],
 *   about: Welcome | null,
 *   history: Turn[],
 *   chat: ChatLine[],
 *   unread: number,
 *   isPanelOpen: boolean,
 *   said: Map<number, string>,
 *   connection: ConnectionStatus | null,
 *   error: ErrorReason | null,
 *   chosen: Set<string>,
 *   tried: Tried | null,
 *   hint: Hint | null,
 *   waiting: string | null,
 *   fresh: Set<string>,
 *   seen: Set<string>,
 *   isStepping: boolean,
 *   hasCancelled: boolean,
 * }}
 */
const room = {
  link: "",
  isSpectator: false,
  socket: null,
  state: null,
  queue: [],
  about: null,
  history: [],
  chat: [],
  unread: 0,
  isPanelOpen: false,
  said: new Map(),
  connection: null,
  error: null,
  chosen: new Set(),
  tried: null,
  hint: null,
  waiting: null,
  fresh: new Set(),
  seen: new Set(),
  isStepping: false,
  hasCancelled: false,
};

const moments = new Moments(
  () => {
    if (!moments.now) conclude();
    glide(show, source);
    if (moments.now) {
      play(moments.now.sheet ? "deal" : "take");
      const found = document.querySelector("[data-focus=continue]");
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    } else {
      settle();
    }
  },
  (moment) => collect(moment.taker ?? 0),
);

/**
 * @param {string} link
 * @param {boolean} isSpectator
 */
export async function showRoom(link, isSpectator) {
  Object.assign(room, { link, isSpectator });
  showHeader(text.room.title);
  try {
    await loadTables();
  } catch (error) {
    return showProblem(text.connection.unloaded, reason(error));
  }
  enter();
}

function enter() {
  const { link, isSpectator } = room;
  const path = isSpectator ? `/api/watch/${link}` : `/api/rooms/${link}`;
  /** @returns {Request} */
  const hello = () => {
    const token = isSpectator ? undefined : tokenOf(link);
    return token ? { type: "hello", language, token } : { type: "hello", language };
  };
  room.socket = new RoomSocket(path, hello, hear, (status) => {
    room.connection = status;
    if (status === "connected") {
      Object.assign(room, { history: [], queue: [], chat: [], waiting: null, error: null });
      moments.clear();
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
        title: room.state?.title ?? text.room.title,
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
      announce(text.hint.spoken(message.words, message.move), ...message.reasons.slice(0, 2));
      show();
      break;
    case "odds":
      showOdds(message);
      break;
    case "state":
      listen(message);
      room.queue.push(message);
      next();
      break;
  }
}

/** @param {ErrorReason} refusal */
function refuse({ code, message }) {
  Object.assign(room, { waiting: null, error: { code, message } });
  if (code === "forbidden" && /token/i.test(message)) {
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
  announce(message.legal ? text.tried.legal(message.kind) : text.tried.illegal(message.kind));
  show();
}

/**
 * Hear what people say at once, also while a moment is shown.
 *
 * @param {State} state
 */
function listen(state) {
  const isNew = room.chat.length > 0 || room.state !== null;
  for (const line of isNew ? state.chat : []) {
    const seat = state.seats.findIndex(({ name }) => name === line.name);
    if (line.name !== state.you.name) {
      play("chat");
      if (!room.isPanelOpen) room.unread++;
      // Where there is room for it, the chat is beside the table.
      if (narrow.matches && !room.isPanelOpen) toast(text.chat.line(line.name, line.text));
    }
    if (seat >= 0) {
      room.said.set(seat, line.text);
      setTimeout(() => {
        room.said.delete(seat);
        show();
      }, SPOKEN);
    }
  }
  room.chat = [...room.chat, ...state.chat].slice(-50);
}

/** Take the next state, once nothing else is shown any more. */
function next() {
  if (moments.now || room.isStepping) return;
  const state = room.queue.shift();
  if (state) take(state);
}

/** @param {State} state */
function take(state) {
  const before = room.state;
  const table = state.table, then = before?.table ?? null;
  const isSame = then !== null && table !== null && then.number === table.number;
  const heard = isSame ? Math.min(then.count, table.count) : 0;
  if (table) {
    if (!isSame) {
      room.history = [];
      room.seen.clear();
      moments.past = [];
    }
    room.history = [...room.history.slice(0, table.history.from), ...table.history.moves];
  }
  room.state = state;
  room.fresh = arrivals(before, state);
  if (!room.isSpectator && state.you.name) rememberRoom({ room: room.link, title: state.title });
  if (isDecided(before, state, heard)) {
    Object.assign(room, { chosen: new Set(), tried: null, hint: null, waiting: null });
  }
  tellUndo(before, state);
  tell(before, state, heard);
  quick(state);
  const made = isSame && table ? room.history.slice(heard) : [];
  sound(state, made, table !== null && before !== null && !isSame);
  /** @type {Moment[]} */
  let moment = [];
  try {
    if (isSame && made.length) moment = ended(then, state, made);
  } catch (error) {
    // Whatever is wrong with a moment, the game goes on.
    reportError(error);
  }
  moments.begin(moment, othersWait(state), room.queue.length > BEHIND);
  enact(state, made);
}

/**
 * Find what ended with some moves.
 *
 * @param {Position} before
 * @param {State} state
 * @param {Turn[]} moves
 */
function ended(before, state, moves) {
  const table = state.table;
  if (!table) return [];
  return tableOf(state.game).moments?.({
    before: before.view,
    after: table.view,
    remark: table.remark,
    moves,
    me: state.you.seat,
    names: state.seats.map((seat) => seat.name),
    is_over: table.is_over,
  }) ?? [];
}

/** @param {State} state */
function othersWait(state) {
  const { seat: me } = state.you;
  return me === null ||
    state.seats.some((seat, place) => seat.kind === "person" && place !== me && seat.present);
}

/** Count a game that is over, once, and celebrate with the player who won it. */
function conclude() {
  const { state } = room;
  const table = state?.table;
  if (!state || !table?.is_over || !countGame(state, table, room.link)) return;
  const won = hasWon(state, table);
  play(won ? "win" : "lose");
  if (won) celebrate();
}

/** Nothing is shown for its time any more: the game goes on. */
function settle() {
  if (!room.queue.length) return;
  room.isStepping = true;
  setTimeout(() => {
    room.isStepping = false;
    next();
  }, room.queue.length > BEHIND ? Math.min(HURRIED, lasting(STEP)) : lasting(STEP));
}

/**
 * Find the cards that came to the hand in the middle of a hand or deal.
 *
 * @param {State | null} before
 * @param {State} state
 */
function arrivals(before, state) {
  /** @param {State | null} one */
  const part = (one) => JSON.stringify([one?.table?.number, one?.table?.view.part]);
  /** @param {State | null} one */
  const hand = (one) => /** @type {unknown[]} */ (one?.table?.view.hand ?? []).map(String);
  if (part(before) !== part(state)) return new Set();
  const held = new Set(hand(before));
  const come = hand(state).filter((card) => !held.has(card));
  if (come.length) return new Set(come);
  const gone = hand(state).length < held.size;
  return gone ? new Set() : room.fresh;
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
 * Tell the player who asked for an undo that it was declined.
 *
 * @param {State | null} before
 * @param {State} state
 */
function tellUndo(before, state) {
  const me = state.you.seat;
  if (!before || me === null || before.undo_asked !== me || state.undo_asked === me) return;
  const isSame = before.table?.count === state.table?.count;
  if (isSame && !room.hasCancelled) toast(text.undo.declined);
  room.hasCancelled = false;
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
  const told = room.history.slice(heard).slice(-6);
  if (before) {
    announce(
      ...told.map(([seat, move]) =>
        say(seat === state.you.seat ? null : names[seat], move, before.table?.view)
      ),
    );
  }
  const { seat: me } = state.you;
  const turn = me !== null && table.deciders.includes(me);
  if (turn && !(before?.table?.deciders.includes(me) && !isNew && !told.length)) {
    announce(text.turn.yours);
    tellTurn(gameTitle(state));
  }
  if (table.is_over && !before?.table?.is_over) announce(standing(state, table));
}

/**
 * @param {State} state
 * @param {Turn[]} made
 * @param {boolean} isNew
 */
function sound(state, made, isNew) {
  if (isNew) play("deal");
  const last = made.at(-1);
  if (last) play(tableOf(state.game).sound?.(last[1]) ?? "card");
}

/**
 * @param {State} state
 * @param {Turn[]} made
 */
function enact(state, made) {
  const last = made.at(-1);
  if (last) tableOf(state.game).enact?.(...last);
}

/**
 * Find where a card that was not seen before comes from: the plate of the player who played it,
 * or the middle of the table if it is dealt.
 *
 * @param {HTMLElement} card
 */
function source(card) {
  const { by } = card.dataset;
  if (by !== undefined) return seatPlace(by);
  return card.closest(".hand") ? document.querySelector(".center")?.getBoundingClientRect() : null;
}

/** @param {Request} message */
function send(message) {
  if (message.type === "decline") room.hasCancelled = true;
  if (!room.socket?.send(message)) alarm(text.connection.offline);
}

/** @param {string} move */
function act(move) {
  const table = room.state?.table;
  if (!table || room.waiting) return;
  room.waiting = move;
  send({ type: "move", text: move, game: table.number, count: table.count });
  // A player who moves has seen enough of the last trick.
  moments.clear();
  show();
  next();
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
  toggle(card, most) {
    if (room.chosen.has(card)) room.chosen.delete(card);
    else if (room.chosen.size < most) room.chosen.add(card);
    else return;
    room.chosen = new Set(room.chosen);
    show();
  },
  only(card) {
    room.chosen = new Set(room.chosen.has(card) ? [] : [card]);
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
    gameTitle(state),
    state.you.name
      ? h("button", {
        class: "quiet",
        "data-focus": "share",
        onclick: () => invite(room.link, state),
      }, text.invite.button)
      : null,
    h("button", {
      class: "quiet",
      "data-focus": "rules",
      onclick: () => rules(state),
    }, text.rules.button),
    h(
      "button",
      {
        class: "quiet panel-button",
        "data-focus": "panel",
        "aria-expanded": String(room.isPanelOpen),
        onclick: togglePanel,
      },
      text.chat.title,
      room.unread ? h("span", { class: "unread" }, String(room.unread)) : null,
    ),
  );
  titleTurn(gameTitle(state), Boolean(state.table?.choices));
  render(
    part("main"),
    connectionBanner(room.connection, room.error),
    room.isSpectator ? h("p", { class: "banner" }, text.room.watching) : null,
    state.paused ? h("p", { class: "banner" }, text.room.paused) : null,
    undoBanner(state),
    !isSeated && !room.isSpectator && state.table && !state.you.name
      ? h("p", { class: "banner" }, text.room.onlooker)
      : null,
    h(
      "div",
      { class: `room${room.isPanelOpen ? " panel-open" : ""}` },
      state.table
        ? game(state, state.table)
        : seating(state, { about: room.about, isSpectator: room.isSpectator, link: room.link }, {
          send,
          join,
        }),
      showPanel(state, room, send),
    ),
  );
}

function togglePanel() {
  room.isPanelOpen = !room.isPanelOpen;
  room.unread = 0;
  show();
}

/** @param {State} state */
function undoBanner(state) {
  const asked = state.undo_asked;
  if (asked === null || state.you.seat === null) return null;
  if (asked === state.you.seat) {
    return h(
      "p",
      { class: "banner" },
      text.undo.waiting,
      " ",
      h("button", { onclick: () => send({ type: "decline" }) }, text.undo.cancel),
    );
  }
  return h(
    "p",
    { class: "banner", role: "alert" },
    text.undo.asked(state.seats[asked].name),
    " ",
    h("button", { class: "main", onclick: () => send({ type: "undo" }) }, text.undo.agree),
    " ",
    h("button", { onclick: () => send({ type: "decline" }) }, text.undo.decline),
  );
}

/**
 * @param {State} state
 * @param {Position} table
 */
function game(state, table) {
  const { history } = room;
  const me = state.you.seat;
  const moment = moments.now;
  const isSheet = moments.hasSheet;
  const mayAct = table.choices !== null && !state.paused && room.connection === "connected" &&
    !room.waiting && !isSheet;
  const hint = room.hint && room.hint.game === table.number ? room.hint : null;
  const names = state.seats.map((seat) => seat.name);
  const isOver = table.is_over && !moment;
  const drawn = tableOf(state.game).show({
    ...table,
    view: { ...table.view, ...moment?.view },
    is_over: isOver,
    me,
    history,
    hint,
    local,
    moment,
    names,
    hands: null,
    seats: state.seats,
    act: mayAct ? act : null,
    moves: table.choices?.moves ?? null,
    words: table.choices ? new Set(table.choices.words) : null,
    hinted: new Set((hint?.move ?? "").split(" ").filter(isCard)),
    attempt: (cards) => send({ type: "try", text: cards }),
    odds: () => send({ type: "odds" }),
    fresh: room.fresh,
    said: room.said,
    seen: (what) => room.seen.has(what),
    dismiss: (what) => {
      room.seen.add(what);
      show();
    },
  });
  const turn = table.choices !== null && !isSheet;
  return felt(drawn, {
    me,
    game: state.game,
    more: `${turn ? "your-turn" : ""}${moment ? ` moment-${moment.kind}` : ""}`,
    properties: { "data-count": table.count, "data-part": JSON.stringify(table.view.part ?? null) },
    over: moment?.sheet
      ? h(
        "div",
        { class: "sheet-box", role: "dialog", "aria-label": moment.sheet.title },
        sheetContent(moment.sheet, { names, me }),
        h(
          "div",
          { class: "sheet-foot" },
          h("button", {
            class: "main",
            "data-focus": "continue",
            onclick: () => moments.dismiss(moment),
          }, text.sheet.go),
        ),
      )
      : isOver
      ? [over(state, table, send), drawn.aside]
      : null,
    tools: [
      turn && state.settings.hints
        ? h("button", {
          class: "quiet",
          "data-focus": "hint",
          onclick: () => send({ type: "hint" }),
        }, text.hint.button)
        : null,
      me !== null && table.is_open && !table.is_over && history.some(([seat]) => seat === me)
        ? h("button", {
          class: "quiet",
          "data-focus": "undo",
          onclick: () => send({ type: "undo" }),
        }, text.undo.button)
        : null,
      moments.past.length && !isSheet
        ? h("button", {
          class: "quiet",
          "data-focus": "past",
          onclick: () => lookBack(names, me),
        }, text.sheet.past)
        : null,
    ],
    hint: hint && turn
      ? hintBox(state.game, hint, table.choices?.moves ?? null, () => {
        room.hint = null;
        show();
      })
      : null,
  });
}

/**
 * Show what has ended so far, the last first.
 *
 * @param {string[]} names
 * @param {number | null} me
 */
function lookBack(names, me) {
  showDialog(
    text.sheet.past,
    moments.past.map((sheet, place) =>
      h("section", { class: "past", key: place }, sheetContent(sheet, { names, me }))
    ).reverse(),
  );
}

/** @param {string} name */
function join(name) {
  keep("name", name);
  const token = newToken();
  // Remembered first: if the reply is lost with the connection, the seat is still ours.
  rememberRoom({ room: room.link, token, title: room.state?.title ?? text.room.title });
  send({ type: "join", name, token });
}

/** @param {State} state */
function rules(state) {
  showDialog(
    text.rules.of(gameTitle(state)),
    h("ul", {}, (room.about?.rules ?? []).map((line) => h("li", {}, line))),
  );
}
