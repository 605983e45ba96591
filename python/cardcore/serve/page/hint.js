// A hint over the table: the move first, then why, and the figures for those who want more.

import { h } from "./dom.js";
import { text } from "./language.js";
import { advised, explained } from "./tables/index.js";

/** @import { Advice } from "./types.d.ts" */

/**
 * @param {string} game
 * @param {Advice} hint
 * @param {string[] | null} moves Those that may be made.
 * @param {() => void} close
 */
export function hintBox(game, { words, move, reasons }, moves, close) {
  const [first, ...others] = reasons;
  /** @param {string} reason */
  const write = (reason) => explained(game, reason, moves);
  return h(
    "div",
    { class: "hint", key: "hint", role: "region", "aria-label": text.hint.button },
    h("button", {
      class: "quiet close",
      "data-focus": "close hint",
      "aria-label": text.close,
      onclick: close,
    }, "✕"),
    h("p", {}, "★ ", words, ": ", h("strong", {}, advised(game, move))),
    first ? h("p", { class: "why" }, write(first)) : null,
    others.length
      ? h(
        "details",
        {},
        h("summary", {}, text.hint.more),
        h("ul", {}, others.slice(0, 8).map((reason) => h("li", {}, write(reason)))),
      )
      : null,
  );
}
