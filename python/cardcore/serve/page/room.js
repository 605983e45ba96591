// A room: who sits where, and the table once a game has begun.

import { Line } from "./api.js";
import { alarm, announce } from "./announce.js";
import { isCard, moveText, small } from "./cards.js";
import { copyable, showDialog } from "./dialogs.js";
import { h, render } from "./dom.js";
import { showHeader } from "./header.js";
import { forgetRoom, keep, rememberRoom, tokenOf } from "./memory.js";
import { glide } from "./motion.js";
import { showPanel } from "./panel.js";
import { seating } from "./seating.js";
import { loadTables, tableOf } from "./tables/index.js";

const room = {
  link: null,
  isSpectator: false,
  line: null,
  state: null,
  about: null,
  history: [],
  chat: [],
  isConnected: false,
  chosen: new Set(),
  tried: null,
  hint: null,
  waiting: null,
  draft: "",
  refusal: null,
  wishes: null,
};

export async function showRoom(link, isSpectator) {
  Object.assign(room, { link, isSpectator });
  showHeader("Room");
  try {
    await loadTables();
  } catch (error) {
    return renderLost(error.message);
  }
  enter();
}

function enter() {
  const { link, isSpectator } = room;
  const path = isSpectator ? `/api/watch/${link}` : `/api/rooms/${link}`;
  const hello = () => {
    const token = isSpectator ? undefined : tokenOf(link);
    return token ? { type: "hello", token } : { type: "hello" };
  };
  room.line = new Line(path, hello, hear, (isConnected) => {
    room.isConnected = isConnected;
    if (isConnected) Object.assign(room, { history: [], chat: [], waiting: null });
    if (room.state) show();
  });
}

const answers = {
  welcome(message) {
    room.about = message;
  },
  token({ token }) {
    rememberRoom({ room: room.link, token, title: room.state?.title ?? "Room" });
  },
  refused({ code, message }) {
    room.waiting = null;
    if (code === "forbidden" && message.includes("token")) {
      // The seat is gone: come in again as somebody new.
      forgetRoom(room.link);
      room.line.close();
      return enter();
    }
    if (!room.state) return renderLost(message);
    alarm(message);
    show();
  },
  tried(message) {
    if (message.text !== [...room.chosen].join(" ")) return;
    room.tried = message;
    announce(
      message.legal
        ? `${message.kind ?? "legal"}, can be played`
        : `${message.kind ?? "no combination"}, cannot be played`,
    );
    show();
  },
  hint(message) {
    room.hint = message;
    announce(`Hint: ${message.words} ${message.move}`, ...message.reasons);
    show();
  },
  odds: showOdds,
  state: take,
};

function hear(message) {
  answers[message.type]?.(message);
}

function renderLost(message) {
  render(
    document.getElementById("main"),
    h(
      "div",
      { class: "lobby" },
      h("h2", {}, "No room here"),
      h("p", {}, message),
      h("p", {}, h("a", { class: "button main", href: "/" }, "To the lobby")),
    ),
  );
}

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

// Whether what was chosen is of no use any more. Others may decide meanwhile, as when cards are
// passed.
function isDecided(before, state, heard) {
  const then = before?.table, now = state.table;
  if (
    !then || !now || then.number !== now.number || now.choices === null || now.count < then.count
  ) return true;
  const mine = room.history.slice(heard).some(([seat]) => seat === state.you.seat);
  return mine || JSON.stringify(then.choices) !== JSON.stringify(now.choices);
}

// Begin at once, if that was asked for in the lobby.
function quick(state) {
  const wish = JSON.parse(sessionStorage.getItem("cardcore.quick") ?? "null");
  if (!wish || wish.room !== room.link || state.table) return;
  sessionStorage.removeItem("cardcore.quick");
  const open = state.seats.map((seat, place) => [seat, place]).filter(([seat]) =>
    seat.kind === "open"
  ).map(([, place]) => place);
  if (open.length) send({ type: "fill", seats: open, level: wish.level });
  send({ type: "start" });
}

// Say aloud what has happened since.
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
  const turn = table.deciders.includes(state.you.seat);
  if (turn && !(before?.table?.deciders.includes(state.you.seat) && !isNew && !told.length)) {
    announce("It is your turn");
  }
  if (table.is_over && !before?.table?.is_over) announce(`The game is over. ${standing(state)}`);
  document.title = `${turn ? "● " : ""}${state.title} · cardcore`;
}

// Where a card that was not seen before comes from: the plate of whoever played it.
function source(card) {
  const by = card.dataset.by;
  return by === undefined
    ? null
    : document.querySelector(`.plate[data-seat="${by}"]`)?.getBoundingClientRect();
}

export function send(message) {
  if (!room.line.send(message)) alarm("there is no connection: wait until it is back");
}

function act(text) {
  const { number, count } = room.state.table;
  if (room.waiting) return;
  room.waiting = text;
  send({ type: "move", text, game: number, count });
  show();
}

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
  const isSeated = state.you.seat !== null;
  showHeader(
    state.title,
    state.you.name
      ? h("button", { class: "quiet", "data-focus": "share", onclick: share }, "Invite")
      : null,
    h("button", { class: "quiet", "data-focus": "rules", onclick: rules }, "Rules"),
  );
  render(
    document.getElementById("main"),
    room.isConnected
      ? null
      : h("p", { class: "banner warn", role: "status" }, "The connection is lost. Trying again …"),
    room.isSpectator ? h("p", { class: "banner" }, "You are watching.") : null,
    state.paused ? h("p", { class: "banner" }, "The game is paused.") : null,
    undoBanner(),
    h(
      "div",
      { class: "room" },
      state.table ? game() : seating(room, send, join),
      showPanel(room, send),
    ),
    !isSeated && !room.isSpectator && state.table && !state.you.name
      ? h("p", { class: "banner" }, "You look on. Seats are free again after the game.")
      : null,
  );
}

function undoBanner() {
  const { state } = room;
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

function game() {
  const { state, history } = room;
  const { table } = state;
  const me = state.you.seat;
  const mayAct = table.choices !== null && !state.paused && room.isConnected && !room.waiting;
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
    h("div", { class: "centre" }, table.is_over ? over() : null, drawn.centre),
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

function standing(state) {
  const { scores, low_score_wins: low } = state.table;
  const best = low ? Math.min(...scores) : Math.max(...scores);
  const winners = state.seats.map((seat, place) => [seat.name, place]).filter(([, place]) =>
    scores[place] === best
  );
  const mine = winners.some(([, place]) => place === state.you.seat);
  if (winners.length === scores.length) return "It is a tie";
  if (mine && winners.length === 1) return "You have won";
  return `${winners.map(([name]) => name).join(" and ")} ${
    winners.length > 1 ? "have" : "has"
  } won`;
}

function over() {
  const { state } = room;
  const { table } = state;
  const order = state.seats.map((seat, place) => [seat.name, table.scores[place], place]).sort((
    one,
    other,
  ) => table.low_score_wins ? one[1] - other[1] : other[1] - one[1]);
  const mayStart = state.you.seat !== null || state.you.host;
  return h(
    "div",
    { class: "over" },
    h("h2", {}, standing(state), "."),
    h(
      "table",
      { class: "scores" },
      h("caption", { class: "heard" }, "Scores"),
      h(
        "tbody",
        {},
        order.map(([name, score, place]) =>
          h(
            "tr",
            { key: place, class: place === state.you.seat ? "own-row" : "" },
            h("th", { scope: "row" }, name),
            h("td", {}, String(score)),
          )
        ),
      ),
    ),
    h(
      "div",
      { class: "controls" },
      mayStart
        ? h("button", {
          class: "main",
          "data-focus": "again",
          onclick: () => send({ type: "start" }),
        }, "Play again")
        : null,
      h(
        "a",
        { class: "button", href: `/replay/${table.replay}`, "data-focus": "replay" },
        "Look at it again",
      ),
    ),
  );
}

function join(name, seat) {
  keep("name", name);
  send(seat === undefined ? { type: "join", name } : { type: "join", name, seat });
}

function share() {
  const { state } = room;
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

function rules() {
  showDialog(
    `Rules of ${room.state.title}`,
    h("ul", {}, (room.about?.rules ?? []).map((line) => h("li", {}, line))),
  );
}

function showOdds({ hand, thrown, rows, part }) {
  const key = (cards) => [...cards].sort().join(" ");
  const chosen = rows.findIndex((row) => key(row.discard) === key(thrown));
  const best = rows[0].value;
  showDialog(
    `Your discards in hand ${part}`,
    h(
      "p",
      {},
      "You had ",
      hand.map(small),
      ". The chance to win against one hand that stands pat:",
    ),
    h(
      "table",
      { class: "odds" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Keep"),
          h("th", { scope: "col" }, "Chance"),
          h("th", { scope: "col" }, ""),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, place) =>
          h(
            "tr",
            { key: place, class: place === chosen ? "own-row" : "" },
            h("td", {}, row.keep.length ? row.keep.map(small) : "nothing"),
            h("td", {}, `${(100 * row.value).toFixed(1)} %`),
            h(
              "td",
              {},
              place === chosen
                ? `◀ yours${
                  place ? `, ${(100 * (best - row.value)).toFixed(1)} below the best` : ", the best"
                }`
                : place === 0
                ? "best"
                : "",
            ),
          )
        ),
      ),
    ),
  );
}
