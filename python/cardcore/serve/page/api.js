// Talking to the server: requests, and the socket of a room that comes back after it was lost.

export class Refused extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

export async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Refused({ code: "lost", message: "the server cannot be reached" });
  }
  const found = await answer.json().catch(() => ({
    error: { code: "lost", message: "the server gave no answer" },
  }));
  if (!answer.ok) throw new Refused(found.error);
  return found;
}

export function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const WAITS = [300, 700, 1500, 3000, 5000];

export class Line {
  constructor(path, hello, hear, changed) {
    this.path = path;
    this.hello = hello;
    this.hear = hear;
    this.changed = changed;
    this.tries = 0;
    this.isOver = false;
    this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.send(this.hello());
      this.changed(true);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      this.changed(false);
      // A refusal is final; everything else is worth another try.
      if (event.code === 1008 || this.isOver) return;
      this.timer = setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    };
  }

  hurry() {
    if (this.isOver || this.socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.timer);
    this.open();
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
