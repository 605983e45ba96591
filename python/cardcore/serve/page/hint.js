// A hint over the table: the move first, then why, and the figures for those who want more.

import { moveText, withCards } from "./cards.js";
import { h } from "./dom.js";
import { text } from "./language.js";

/** @import { Advice } from "./types.d.ts" */

/**
 * @param {Advice} hint
 * @param {() => void} close
 */
export function hintBox({ words, move, reasons }, close) {
  const [first, ...others] = reasons;
  return h(
    "div",
    { class: "hint", key: "hint", role: "region", "aria-label": text.hint.button },
    h("button", {
      class: "quiet close",
      "data-focus": "close hint",
      "aria-label": text.close,
      onclick: close,
    }, "✕"),
    h("p", {}, "★ ", words, ": ", h("strong", {}, moveText(move))),
    first ? h("p", { class: "why" }, withCards(first)) : null,
    others.length
      ? h(
        "details",
        {},
        h("summary", {}, text.hint.more),
        h("ul", {}, others.slice(0, 8).map((reason) => h("li", {}, withCards(reason)))),
      )
      : null,
  );
}
