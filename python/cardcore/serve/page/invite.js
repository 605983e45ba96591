// Links to a room: to play, to watch, a code to read out, and whether others can open them at all.

import { post, reason } from "./api.js";
import { copyable, showDialog } from "./dialogs.js";
import { h, render } from "./dom.js";
import { text } from "./language.js";
import { sharedOrigin } from "./tables/index.js";

/** @import { Invitation, State } from "./types.d.ts" */

function origin() {
  return sharedOrigin() ?? location.origin;
}

/** @param {string} link */
export function roomLink(link) {
  return `${origin()}/room/${link}`;
}

/** Warn if the address of this page means nothing on another computer. */
export function localWarning() {
  const isLocal = sharedOrigin() === null && /^(localhost|127\.|\[?::1)/.test(location.hostname);
  return isLocal ? h("p", { class: "note", key: "local" }, text.invite.local) : null;
}

/**
 * @param {string} link
 * @param {State} state
 */
export async function invite(link, state) {
  const dialog = showDialog(
    text.invite.title,
    localWarning(),
    h("div", { class: "code-box", key: "code" }),
    copyable(text.invite.play, roomLink(link)),
    copyable(text.invite.watch, `${origin()}/watch/${state.watch}`),
  );
  const place = dialog.querySelector(".code-box");
  if (!place) return;
  try {
    render(place, codeBox(await post(`/api/rooms/${link}/invitation`, {})));
  } catch (error) {
    render(place, h("p", { class: "faint" }, reason(error)));
  }
}

/** @param {Invitation} invitation */
function codeBox({ code, qr }) {
  const size = qr.size + 4;
  return [
    h(
      "svg",
      {
        class: "qr",
        viewBox: `-2 -2 ${size} ${size}`,
        role: "img",
        "aria-label": text.invite.qr,
      },
      h("rect", { x: -2, y: -2, width: size, height: size, fill: "#fff" }),
      h("path", { d: qr.path, fill: "#000" }),
    ),
    h(
      "p",
      {},
      text.invite.code,
      h("strong", { class: "code" }, code),
      h("span", { class: "faint" }, text.invite.codeNote),
    ),
  ];
}
