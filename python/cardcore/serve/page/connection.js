// What people see while there is no connection to a room: why, and what happens next.

import { h, part, render } from "./dom.js";

/** @import { ConnectionStatus, ErrorReason } from "./types.d.ts" */

/** @type {Record<string, string>} */
const TITLES = {
  damaged: "This room can't be opened",
  full: "This room is full",
  "not-found": "Room not found",
};

/** @type {Record<ConnectionStatus, string>} */
const TEXTS = {
  connected: "",
  retrying: "The connection is lost. Trying again …",
  failing: "Something went wrong on the server. Trying again …",
  closed: "The server has closed the connection.",
};

/**
 * Fill the page before there is a room to show.
 *
 * @param {ConnectionStatus} status
 * @param {ErrorReason | null} error The last one that the server has sent.
 */
export function showConnection(status, error) {
  if (status === "connected") return;
  const message = error?.message ?? TEXTS[status];
  if (status === "closed") {
    showProblem(TITLES[error?.code ?? ""] ?? "You can't enter this room", message);
  } else {
    showProblem("Connecting …", message);
  }
}

/**
 * Make the line above a room that is shown already.
 *
 * @param {ConnectionStatus | null} status
 * @param {ErrorReason | null} error The last one that the server has sent.
 */
export function connectionBanner(status, error) {
  if (!status || status === "connected") return null;
  if (status !== "closed") {
    return h("p", { class: "banner warn", role: "status" }, TEXTS[status]);
  }
  return h(
    "p",
    { class: "banner warn", role: "alert" },
    error?.message ?? TEXTS.closed,
    " ",
    h("button", { onclick: () => location.reload() }, "Reload the page"),
  );
}

/**
 * Fill the page with a problem.
 *
 * @param {string} title
 * @param {string} message
 */
export function showProblem(title, message) {
  render(
    part("main"),
    h(
      "div",
      { class: "lobby", role: "alert" },
      h("h2", {}, title),
      h("p", {}, message),
      h("p", {}, h("a", { class: "button main", href: "/" }, "To the lobby")),
    ),
  );
}
