// What people see while there is no connection to a room: why, and what happens next.

import { h, part, render } from "./dom.js";
import { text } from "./language.js";

/** @import { ConnectionStatus, ErrorReason } from "./types.d.ts" */

/**
 * Fill the page before there is a room to show.
 *
 * @param {ConnectionStatus} status
 * @param {ErrorReason | null} error The last one that the server has sent.
 */
export function showConnection(status, error) {
  if (status === "connected") return;
  const message = error?.message ?? text.connection.status[status];
  if (status === "closed") {
    showProblem(text.connection.titles[error?.code ?? ""] ?? text.connection.refused, message);
  } else {
    showProblem(text.connection.connecting, message);
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
    return h("p", { class: "banner warn", role: "status" }, text.connection.status[status]);
  }
  return h(
    "p",
    { class: "banner warn", role: "alert" },
    error?.message ?? text.connection.status.closed,
    " ",
    h("button", { onclick: () => location.reload() }, text.connection.reload),
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
      h("p", {}, h("a", { class: "button main", href: "/" }, text.toLobby)),
    ),
  );
}
