// The table of Chopsticks: hands as hands. Choose one of yours, then one of theirs to tap.

import { h } from "../dom.js";
import { plate } from "./plates.js";

/**
 * @import { Drawn, Table } from "../types.d.ts"
 *
 * @typedef {object} View
 * @property {number[][]} hands
 * @property {number} plies_left
 * @property {{ hands: number }} rules
 */

export const words = "Tap and split hands";

export function picture() {
  return h("span", { class: "glyph", "aria-hidden": "true" }, "✌ ☝");
}

/** @type {Record<number, string[]>} */
const SIDES = { 1: ["hand"], 2: ["left", "right"], 3: ["left", "middle", "right"] };
/** @type {Record<number, string[]>} */
const LETTERS = { 1: ["L"], 2: ["L", "R"], 3: ["L", "M", "R"] };
// Fingers as lines from the palm: thumb last, as people count.
const FINGERS = ["M38 62V22", "M50 60V16", "M62 62V22", "M72 68 82 38", "M30 78 14 60"];

/** @param {number} fingers */
function drawn(fingers) {
  return h(
    "svg",
    { class: "fingers", viewBox: "0 0 100 120", "aria-hidden": "true" },
    FINGERS.map((path, place) => h("path", { d: path, class: place < fingers ? "up" : "down" })),
    h("path", { class: "palm", d: "M28 70q0-14 14-14h20q16 0 16 16v14q0 24-24 24-26 0-26-26z" }),
    h("text", { x: 53, y: 92, "text-anchor": "middle" }, String(fingers)),
  );
}

/**
 * @param {Table<View>} table
 * @returns {Drawn}
 */
export function show(table) {
  const { view, me, names, act, local } = table;
  const sides = SIDES[view.rules.hands], letters = LETTERS[view.rules.hands];
  const moves = table.moves ?? [];
  const own = [...local.chosen][0];
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
        class: "pair-of-hands",
        role: "group",
        "aria-label": mine ? "Your hands" : `Hands of ${names[seat]}`,
        key: seat,
      },
      view.hands[seat].map((fingers, place) => {
        const letter = letters[place];
        const words = `${sides[place]} hand, ${
          fingers === 0 ? "out" : `${fingers} ${fingers === 1 ? "finger" : "fingers"}`
        }`;
        const can = act && fingers > 0 && (mine || (own && taps(own, letter)));
        const picked = mine && own === letter;
        const star = mine ? hintFrom === letter : act && hintTo === letter;
        const click = () => mine ? local.only(letter) : act?.(`tap ${own} ${letter}`);
        return h(
          "button",
          {
            class: `one-hand${fingers ? "" : " out"}${picked ? " picked" : ""}${
              can ? " allowed" : ""
            }${star ? " hinted" : ""}`,
            key: place,
            disabled: !can,
            "data-focus": `hand ${seat} ${letter}`,
            "aria-pressed": mine ? String(picked) : undefined,
            "aria-label": mine
              ? `Your ${words}${star ? ", hinted" : ""}`
              : `${own ? `Tap with your ${own}: ` : ""}${names[seat]}, ${words}${
                star ? ", hinted" : ""
              }`,
            onclick: click,
          },
          drawn(fingers),
          h("span", { class: "side" }, sides[place]),
          star ? h("span", { class: "mark-hint", "aria-hidden": "true" }, "★") : null,
        );
      }),
    );
  }
  const bottom = me ?? 0, top = 1 - bottom;
  const splits = moves.filter((move) => move.startsWith("split"));
  const left = Math.ceil(view.plies_left / 2);
  return {
    others: [plate(table, top)],
    centre: [
      hands(top),
      h(
        "p",
        { class: "faint" },
        table.is_over ? "" : `${left} ${left === 1 ? "move" : "moves"} left each`,
      ),
      hands(bottom),
    ],
    aside: null,
    mine: plate(table, bottom, { mine: me !== null }),
    hand: null,
    controls: act
      ? [
        h(
          "span",
          { class: "prompt" },
          own ? "Now tap one of theirs." : "Choose one of your hands to tap with, or split.",
        ),
        splits.map((move) =>
          h("button", {
            key: move,
            "data-focus": move,
            class: hinted === move ? "hinted" : "",
            onclick: () => act(move),
            "aria-label": `Split into ${move.split(" ").slice(1).join(" and ")}${
              hinted === move ? ", hinted" : ""
            }`,
          }, `Split ${move.split(" ").slice(1).join(" – ")}`)
        ),
      ]
      : [],
  };
}

/**
 * @param {string} who
 * @param {string} text
 */
export function say(who, text) {
  /** @type {Record<string, string>} */
  const names = { L: "left", M: "middle", R: "right" };
  const [verb, ...rest] = text.split(" ");
  if (verb === "tap") return `${who} taps with the ${names[rest[0]]} hand the ${names[rest[1]]}`;
  return `${who} splits into ${rest.join(" and ")}`;
}

/** @param {string} text */
export function line(text) {
  return [text];
}
