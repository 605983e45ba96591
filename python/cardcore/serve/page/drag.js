// Cards that are pulled out of a hand: let go far enough away, they count as chosen.

const FAR = 70;

/** @import { Properties } from "./types.d.ts" */

/**
 * Give the properties of a button that can also be dragged; a short press stays a click.
 *
 * @param {() => void} drop
 * @returns {Properties}
 */
export function draggable(drop) {
  return {
    onpointerdown(event) {
      if (event.button !== 0 || event.currentTarget.matches(":disabled")) return;
      const card = event.currentTarget;
      const from = { x: event.clientX, y: event.clientY };
      let moved = false;
      // From here on the card hears of the pointer wherever it is.
      card.setPointerCapture(event.pointerId);
      /** @param {PointerEvent} now */
      const follow = (now) => {
        const x = now.clientX - from.x, y = now.clientY - from.y;
        if (!moved && Math.hypot(x, y) < 8) return;
        moved = true;
        card.classList.add("dragged");
        card.style.setProperty("translate", `${x}px ${y}px`);
      };
      /** @param {PointerEvent} now */
      const end = (now) => {
        card.removeEventListener("pointermove", follow);
        card.removeEventListener("pointerup", end);
        card.removeEventListener("pointercancel", end);
        card.classList.remove("dragged");
        const far = moved && now.type === "pointerup" && from.y - now.clientY > FAR;
        if (moved) card.addEventListener("click", stop, { capture: true, once: true });
        setTimeout(() => card.removeEventListener("click", stop, { capture: true }), 0);
        if (far) drop();
        card.style.removeProperty("translate");
      };
      card.addEventListener("pointermove", follow);
      card.addEventListener("pointerup", end);
      card.addEventListener("pointercancel", end);
    },
  };
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
