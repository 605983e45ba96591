// What this browser remembers: names, tokens of seats, and how the page is to look.

const PREFIX = "cardcore.";

export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage a reload loses the seat; the page still plays.
  }
}

const MOST_ROOMS = 20;

export function rooms() {
  return recall("rooms", []);
}

export function rememberRoom(room) {
  const others = rooms().filter((known) => known.room !== room.room);
  keep(
    "rooms",
    [{ ...rooms().find((known) => known.room === room.room), ...room, at: Date.now() }, ...others]
      .slice(0, MOST_ROOMS),
  );
}

export function forgetRoom(room) {
  keep("rooms", rooms().filter((known) => known.room !== room));
}

export function tokenOf(room) {
  return rooms().find((known) => known.room === room)?.token;
}
