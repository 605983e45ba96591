// The server's API: requests, and the WebSocket of a room, which reconnects when it is lost.

import { language, text } from "./language.js";

/** @import { ConnectionStatus, ErrorReason, Message, Request } from "./types.d.ts" */

/** An error that the server has answered with, or that kept it from answering. */
export class RequestError extends Error {
  /** @param {ErrorReason} reason */
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/**
 * Return the text of an error.
 *
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Send a request; the caller knows the type of the answer.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, options) {
  let answer;
  try {
    // The server answers in the language of the page.
    const headers = { ...options?.headers, "accept-language": language };
    answer = await fetch(path, { ...options, headers });
  } catch {
    throw new RequestError({ code: "lost", message: text.connection.unreachable });
  }
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return found;
  // A proxy answers without our JSON when the server is down.
  throw new RequestError(found.error ?? { code: "lost", message: text.connection.unavailable });
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

/** The server refuses the connection, and would refuse it again. */
const POLICY_VIOLATION = 1008;

/** The server has failed, or asks to try again later. */
const FAILURES = [1011, 1013];

export class RoomSocket {
  /**
   * @param {string} path
   * @param {() => Request} hello Makes the first message.
   * @param {(message: Message) => void} receive
   * @param {(status: ConnectionStatus) => void} changed
   */
  constructor(path, hello, receive, changed) {
    this.path = path;
    this.hello = hello;
    this.receive = receive;
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
      this.send(this.hello());
      this.changed("connected");
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      // A server that accepts connections but fails each of them is not asked more often.
      if (message.type !== "error") this.tries = 0;
      this.receive(message);
    };
    socket.onclose = ({ code }) => {
      if (this.isOver) return;
      if (code === POLICY_VIOLATION) {
        this.isOver = true;
        this.changed("closed");
        return;
      }
      this.changed(FAILURES.includes(code) ? "failing" : "retrying");
      const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
      this.timer = setTimeout(() => {
        this.socket = this.open();
      }, wait);
    };
    return socket;
  }

  /** Reconnect at once if the connection is lost. */
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
