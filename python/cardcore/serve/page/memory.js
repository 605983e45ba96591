// What this browser remembers: names, tokens of seats, and how the page is to look.

/**
 * A room that somebody was in here.
 *
 * @typedef {object} KnownRoom
 * @property {string} room
 * @property {string} title
 * @property {string} [token]
 * @property {number} [at] When they were there last.
 */

const PREFIX = "cardcore.";

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage a reload loses the seat; the page still plays.
  }
}

const MAX_ROOMS = 20;

/** @returns {KnownRoom[]} */
export function rooms() {
  return recall("rooms", []);
}

/** @param {KnownRoom} room */
export function rememberRoom(room) {
  const others = rooms().filter((known) => known.room !== room.room);
  keep(
    "rooms",
    [{ ...rooms().find((known) => known.room === room.room), ...room, at: Date.now() }, ...others]
      .slice(0, MAX_ROOMS),
  );
}

/** @param {string} room */
export function forgetRoom(room) {
  keep("rooms", rooms().filter((known) => known.room !== room));
}

const MAX_SEATS = 100;

/**
 * Remember which seat somebody had in a game that is over.
 *
 * @param {string} replay
 * @param {number} seat
 */
export function rememberSeat(replay, seat) {
  if (ownSeat(replay) === seat) return;
  /** @type {[string, number][]} */
  const known = recall("seats", []);
  keep("seats", [[replay, seat], ...known].slice(0, MAX_SEATS));
}

/**
 * @param {string} replay
 * @returns {number | null}
 */
export function ownSeat(replay) {
  /** @type {[string, number][]} */
  const known = recall("seats", []);
  return known.find(([link]) => link === replay)?.[1] ?? null;
}

/** Make a random token, which proves who somebody is in a room. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} room */
export function tokenOf(room) {
  return rooms().find((known) => known.room === room)?.token;
}

/**
 * The name of somebody who has given none: a guest with a number.
 *
 * @param {string} guest
 */
export function guestName(guest) {
  return recall("name", "") || `${guest} ${Math.ceil(Math.random() * 99)}`;
}
