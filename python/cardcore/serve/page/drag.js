// Cards that are pulled out of a hand, and hands that tap others: dragging as well as clicking.

const FAR = 70;

/** @import { Properties } from "./types.d.ts" */

/**
 * Give the properties of a button that can also be pulled up far enough; a short press stays a
 * click.
 *
 * @param {() => void} drop
 */
export function draggable(drop) {
  return dragged((from, now) => from.y - now.clientY > FAR && drop());
}

/**
 * Give the properties of a button that can be dragged onto another element.
 *
 * @param {string} targets
 * @param {(target: HTMLElement) => void} drop
 */
export function dragOnto(targets, drop) {
  return dragged((_, now) => {
    const found = document.elementsFromPoint(now.clientX, now.clientY)
      .map((element) => element.closest(targets))
      .find((target) => target instanceof HTMLElement && target !== now.currentTarget);
    if (found instanceof HTMLElement) drop(found);
  });
}

/**
 * @param {(from: { x: number, y: number }, now: PointerEvent) => void} drop
 * @returns {Properties}
 */
function dragged(drop) {
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
        if (moved) card.addEventListener("click", stop, { capture: true, once: true });
        setTimeout(() => card.removeEventListener("click", stop, { capture: true }), 0);
        if (moved && now.type === "pointerup") drop(from, now);
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
