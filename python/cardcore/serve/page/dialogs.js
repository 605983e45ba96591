// Windows above the page. The browser keeps the focus inside and closes them at Escape.

import { h, render } from "./dom.js";
import { text as words } from "./language.js";

/** @import { Child } from "./types.d.ts" */

/**
 * @param {string} title
 * @param {Child[]} content
 */
export function showDialog(title, ...content) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  render(
    dialog,
    h(
      "header",
      {},
      h("h2", {}, title),
      h(
        "button",
        { class: "quiet", onclick: () => dialog.close(), "aria-label": words.close },
        "✕",
      ),
    ),
    h("div", { class: "content" }, ...content),
  );
  dialog.showModal();
  return dialog;
}

/**
 * @param {string} label
 * @param {string} text
 */
export function copyable(label, text) {
  /** @param {MouseEvent & { target: HTMLElement, currentTarget: HTMLElement }} event */
  const copy = async (event) => {
    event.currentTarget.parentElement?.querySelector("input")?.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy");
    }
    event.target.textContent = words.invite.copied;
  };
  return h(
    "label",
    { class: "copyable" },
    label,
    h(
      "span",
      { class: "pair" },
      h("input", { readonly: true, value: text, onfocus: (event) => event.target.select() }),
      h("button", { type: "button", onclick: copy }, words.invite.copy),
    ),
  );
}
