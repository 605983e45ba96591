// The table of Chopsticks: hands as hands. Tap one of theirs with one of yours, or drag it there.

import { h } from "../dom.js";
import { dragOnto } from "../drag.js";
import { gameText } from "../language.js";
import { knock } from "../motion.js";
import { plate } from "./plates.js";

/**
 * @import { Drawn, Table } from "../types.d.ts"
 *
 * @typedef {object} View
 * @property {number[][]} hands
 * @property {number} plies_left
 * @property {{ hands: number }} rules
 */

/** @type {typeof import("../strings/en/chopsticks.js").default} */
const own = await gameText("chopsticks");

export const { title, words, options, presets } = own;

export function picture() {
  return h("span", { class: "picture-hands" }, drawn(1), drawn(2));
}

export function scored() {
  return own.scored;
}

/** @param {number} result */
export function score(result) {
  return own.results[Math.sign(result) + 1];
}

/** @type {Record<number, string[]>} */
const LETTERS = { 1: ["L"], 2: ["L", "R"], 3: ["L", "M", "R"] };
// Fingers as people raise them: index, middle, ring, little, and the thumb last.
const FINGERS = ["M37 62V24", "M49 60V17", "M61 62V23", "M72 68 78 36", "M31 84 12 62"];

/** @param {number} fingers */
function drawn(fingers) {
  return h(
    "svg",
    { class: "fingers", viewBox: "0 0 100 124", "aria-hidden": "true" },
    FINGERS.map((path, place) => h("path", { d: path, class: place < fingers ? "up" : "down" })),
    h("path", {
      class: "palm",
      d: "M29 70q0-15 15-15h18q17 0 17 17v12q0 16-8 22v14H38v-14q-9-9-9-24z",
    }),
    h("path", { class: "crease", d: "M38 78q14-8 32 0" }),
    h("path", { class: "cuff", d: "M34 112H75V124H34z" }),
    h("text", { x: 54, y: 103, "text-anchor": "middle" }, String(fingers)),
  );
}

/**
 * @param {Table<View>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local } = table;
  const letters = LETTERS[view.rules.hands];
  const moves = table.moves ?? [];
  const chosen = [...local.chosen][0];
  /** @type {(from: string, to: string) => boolean} */
  const taps = (from, to) => moves.includes(`tap ${from} ${to}`) || equal(from, to);
  /**
   * Taps that come to the same are listed once; the server takes any of them.
   *
   * @param {string} from
   * @param {string} to
   */
  function equal(from, to) {
    const mine = view.hands[me ?? 0][letters.indexOf(from)],
      theirs = view.hands[1 - (me ?? 0)][letters.indexOf(to)];
    return act !== null && mine > 0 && theirs > 0;
  }
  const hinted = table.hint?.move ?? "";
  const [, hintFrom, hintTo] = hinted.startsWith("tap") ? hinted.split(" ") : [];
  /** @param {number} seat */
  function hands(seat) {
    const mine = seat === me;
    return h(
      "div",
      {
        class: `pair-of-hands${seat === (me ?? 0) ? " below" : " above"}`,
        role: "group",
        "aria-label": mine ? own.yourHands : own.handsOf(names[seat]),
        key: seat,
      },
      view.hands[seat].map((fingers, place) => {
        const letter = letters[place];
        const which = own.which(own.sides[view.rules.hands === 1 ? "one" : letter], fingers);
        const can = act && fingers > 0 && (mine || (chosen && taps(chosen, letter)));
        const picked = mine && chosen === letter;
        const star = mine ? hintFrom === letter : act && hintTo === letter;
        const click = () => mine ? local.only(letter) : act?.(`tap ${chosen} ${letter}`);
        return h(
          "button",
          {
            class: `one-hand${fingers ? "" : " out"}${picked ? " picked" : ""}${
              can ? " allowed" : ""
            }${star ? " hinted" : ""}`,
            key: place,
            disabled: !can,
            "data-focus": `hand ${seat} ${letter}`,
            "data-hand": `${seat} ${letter}`,
            "aria-pressed": mine ? String(picked) : undefined,
            "aria-label": (mine
              ? own.yours(which)
              : own.theirs(names[seat], which, chosen ? own.sides[chosen] : null)) +
              (star ? own.hinted : ""),
            onclick: click,
            ...(mine && can
              ? dragOnto("[data-hand]", (target) => {
                const [other, to] = (target.dataset.hand ?? "").split(" ");
                if (Number(other) !== seat && taps(letter, to)) {
                  act(`tap ${letter} ${to}`);
                }
              })
              : {}),
          },
          drawn(fingers),
          star ? h("span", { class: "mark-hint", "aria-hidden": "true" }, "★") : null,
        );
      }),
    );
  }
  const bottom = me ?? 0, top = 1 - bottom;
  const splits = moves.filter((move) => move.startsWith("split"));
  /** @param {number} seat */
  const lastAction = (seat) => {
    const made = table.history.filter(([who]) => who === seat).at(-1);
    return made && !table.is_over ? told(made[1]) : null;
  };
  return {
    plates: names.map((_, seat) => plate(table, seat, { action: lastAction(seat) })),
    center: [
      hands(top),
      h(
        "p",
        { class: "faint" },
        table.is_over ? "" : own.movesLeft(Math.ceil(view.plies_left / 2)),
      ),
      hands(bottom),
    ],
    aside: null,
    hand: null,
    controls: act
      ? [
        h("span", { class: "prompt" }, chosen ? own.nowTheirs : own.chooseHand),
        splits.map((move) => {
          const parts = move.split(" ").slice(1);
          return h("button", {
            key: move,
            "data-focus": move,
            class: hinted === move ? "hinted" : "",
            onclick: () => act(move),
            "aria-label": own.split(parts) + (hinted === move ? own.hinted : ""),
          }, own.split(parts));
        }),
      ]
      : [],
  };
}

/**
 * @param {number} seat
 * @param {string} move
 */
export function enact(seat, move) {
  const [verb, from, to] = move.split(" ");
  if (verb !== "tap") return;
  /** @type {(seat: number, letter: string) => Element | null} */
  const find = (who, letter) => document.querySelector(`[data-hand="${who} ${letter}"]`);
  knock(find(seat, from), find(1 - seat, to));
}

export function sound() {
  return "tap";
}

/** @param {string} move */
function told(move) {
  const [verb, ...rest] = move.split(" ");
  return verb === "tap" ? own.tapped(own.sides[rest[0]], own.sides[rest[1]]) : own.didSplit(rest);
}

/**
 * @param {string | null} who
 * @param {string} move
 */
export function say(who, move) {
  return `${who ?? own.you}: ${told(move)}`;
}

/** @param {string} move */
export function advise(move) {
  const [verb, ...rest] = move.split(" ");
  return verb === "tap" ? own.tap(own.sides[rest[0]], own.sides[rest[1]]) : own.split(rest);
}

/** @param {string} move */
export function line(move) {
  return told(move);
}
