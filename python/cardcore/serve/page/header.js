// The bar above every page: the way home, and how the page is to look.

import { SHAPES } from "./cards.js";
import { h, part, render } from "./dom.js";
import { keep, recall } from "./memory.js";
import { moves } from "./motion.js";

/** @import { Child } from "./types.d.ts" */

const THEMES = { system: "as the system", light: "light", dark: "dark" };

export function applyTheme() {
  const theme = recall("theme", "system");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/**
 * @param {string} title
 * @param {Child[]} more
 */
export function showHeader(title, ...more) {
  const theme = recall("theme", "system");
  render(
    part("header"),
    h(
      "a",
      { class: "brand", href: "/", "data-focus": "brand" },
      h(
        "svg",
        { viewBox: "0 0 32 32", "aria-hidden": "true", class: "mark" },
        h("path", { d: SHAPES.s }),
      ),
      "cardcore",
    ),
    h("h1", {}, title),
    h(
      "div",
      { class: "tools" },
      ...more,
      h(
        "details",
        { class: "menu", onkeydown: closeMenu },
        h("summary", { "data-focus": "look" }, "Look"),
        h(
          "div",
          { class: "sheet" },
          h(
            "label",
            {},
            "Colours",
            h(
              "select",
              {
                value: theme,
                onchange: (event) => {
                  keep("theme", event.target.value);
                  applyTheme();
                },
              },
              Object.entries(THEMES).map(([name, words]) =>
                h("option", { value: name, selected: name === theme }, words)
              ),
            ),
          ),
          h(
            "label",
            { class: "row" },
            h("input", {
              type: "checkbox",
              checked: moves(),
              onchange: (event) => keep("motion", event.target.checked),
            }),
            "Cards move",
          ),
          h("a", { href: "/discard" }, "What to discard"),
        ),
      ),
    ),
  );
  document.title = title === "cardcore" ? title : `${title} · cardcore`;
}

/** @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
function closeMenu(event) {
  if (event.key !== "Escape") return;
  event.currentTarget.removeAttribute("open");
  event.currentTarget.querySelector("summary")?.focus();
}
