// Telling somebody that it is their turn: in the title, by sound, vibration or a notification.

import { text } from "./language.js";
import { keep, recall } from "./memory.js";
import { play } from "./sound.js";

/**
 * @param {string} title
 * @param {boolean} mine Whether it is one's turn.
 */
export function titleTurn(title, mine) {
  document.title = mine ? text.turn.title(title) : `${title} · cardcore`;
}

/** @param {string} title */
export function tellTurn(title) {
  play("turn");
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  if (document.hidden && notifies()) {
    const shown = new Notification(text.turn.yours, { body: title, tag: "turn" });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  }
}

export function notifies() {
  return "Notification" in window && Notification.permission === "granted" &&
    recall("notify", false);
}

/** @param {boolean} on */
export async function setNotifies(on) {
  const allowed = on && await Notification.requestPermission() === "granted";
  keep("notify", allowed);
  return allowed;
}
