// Talking to the server: requests, and the socket of a room that comes back after it was lost.

/** @import { Message, ErrorReason, Request } from "./types.d.ts" */

export class Refused extends Error {
  /** @param {ErrorReason} reason */
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/**
 * Say why something went wrong.
 *
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Ask the server; the caller knows what it answers.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
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

/**
 * @param {string} path
 * @param {unknown} body
 */
export function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const WAITS = [300, 700, 1500, 3000, 5000];

export class Line {
  /**
   * @param {string} path
   * @param {() => Request} hello
   * @param {(message: Message) => void} hear
   * @param {(isConnected: boolean) => void} changed
   */
  constructor(path, hello, hear, changed) {
    this.path = path;
    this.hello = hello;
    this.hear = hear;
    this.changed = changed;
    this.tries = 0;
    this.isOver = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.socket = this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  /** @returns {WebSocket} */
  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
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
      const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
      this.timer = setTimeout(() => {
        this.socket = this.open();
      }, wait);
    };
    return socket;
  }

  hurry() {
    if (this.isOver || this.socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.timer);
    this.socket = this.open();
  }

  /** @param {Request} message */
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
