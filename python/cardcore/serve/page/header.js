// The bar above every page: the way home, sound on or off, and how the page is to look.

import { SHAPES } from "./cards.js";
import { showDialog } from "./dialogs.js";
import { h, part, render } from "./dom.js";
import { language, LANGUAGES, text } from "./language.js";
import { keep, recall } from "./memory.js";
import { CHOICES, moves, prefer, preference } from "./preferences.js";
import { isMuted, mute, play, setVolume, volume } from "./sound.js";
import { notifies, setNotifies } from "./turn.js";

/** @import { Child } from "./types.d.ts" */
/** @import { Choosable } from "./preferences.js" */

/** @type {[string, Child[]]} */
let last = ["", []];

/**
 * @param {string} title
 * @param {Child[]} more
 */
export function showHeader(title, ...more) {
  last = [title, more];
  const muted = isMuted();
  render(
    part("header"),
    h(
      "a",
      { class: "brand", href: "/", "data-focus": "brand", "aria-label": "cardcore" },
      h(
        "svg",
        { viewBox: "0 0 32 32", "aria-hidden": "true", class: "mark" },
        h("path", { d: SHAPES.s }),
      ),
      h("span", {}, "cardcore"),
    ),
    h("h1", {}, title),
    h(
      "div",
      { class: "tools" },
      ...more,
      h("button", {
        class: "quiet icon",
        "data-focus": "mute",
        "aria-pressed": String(muted),
        "aria-label": text.settings.mute,
        title: text.settings.mute,
        onclick: () => {
          mute(!muted);
          showHeader(last[0], ...last[1]);
          play("card");
        },
      }, speaker(muted)),
      h("button", {
        class: "quiet icon",
        "data-focus": "settings",
        "aria-label": text.settings.title,
        title: text.settings.title,
        onclick: settings,
      }, gear()),
    ),
  );
  document.title = `${title} · cardcore`;
}

/** @param {boolean} muted */
function speaker(muted) {
  return h(
    "svg",
    { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
    h("path", { d: "M4 9v6h4l5 5V4L8 9z" }),
    h("path", {
      class: "stroke",
      d: muted ? "M16 9l6 6M22 9l-6 6" : "M16 8.5a5 5 0 0 1 0 7M18.5 6a9 9 0 0 1 0 12",
    }),
  );
}

function gear() {
  return h(
    "svg",
    { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
    h("path", {
      class: "stroke",
      d: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
    }),
  );
}

function settings() {
  /** @param {Choosable} name */
  const choice = (name) =>
    h(
      "label",
      { key: name },
      text.settings.names[name],
      h(
        "select",
        { "data-setting": name, onchange: (event) => prefer(name, event.target.value) },
        CHOICES[name].map((value) =>
          h("option", { value, selected: value === preference(name) }, text.settings.values[value])
        ),
      ),
    );
  showDialog(
    text.settings.title,
    h(
      "div",
      { class: "settings" },
      h(
        "label",
        { key: "language" },
        text.settings.language,
        h(
          "select",
          {
            "data-setting": "language",
            onchange: (event) => {
              keep("language", event.target.value);
              location.reload();
            },
          },
          Object.entries(LANGUAGES).map(([value, name]) =>
            h("option", { value, selected: value === language, lang: value }, name)
          ),
        ),
      ),
      /** @type {Choosable[]} */ (Object.keys(CHOICES)).map(choice),
      h(
        "label",
        { key: "volume" },
        text.settings.volume,
        h("input", {
          type: "range",
          min: 0,
          max: 100,
          value: Math.round(volume() * 100),
          onchange: (event) => {
            setVolume(Number(event.target.value) / 100);
            play("card");
          },
        }),
      ),
      h(
        "label",
        { class: "row", key: "motion" },
        h("input", {
          type: "checkbox",
          checked: moves(),
          onchange: (event) => keep("motion", event.target.checked),
        }),
        text.settings.motion,
      ),
      "Notification" in window
        ? h(
          "label",
          { class: "row", key: "notify" },
          h("input", {
            type: "checkbox",
            checked: notifies(),
            onchange: async (event) => {
              const { target } = event;
              target.checked = await setNotifies(target.checked);
            },
          }),
          text.settings.notify,
        )
        : null,
      recall("name", "")
        ? h(
          "label",
          { key: "name" },
          text.settings.name,
          h("input", {
            value: recall("name", ""),
            maxlength: 24,
            onchange: (event) => keep("name", event.target.value.trim()),
          }),
        )
        : null,
    ),
  );
}
