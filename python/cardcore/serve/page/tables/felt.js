// The table itself: players around it, what lies in the middle, and one's own side below.

import { h } from "../dom.js";
import { text } from "../language.js";
import { around } from "./around.js";

/**
 * @import { Child, Drawn, Properties } from "../types.d.ts"
 *
 * @typedef {object} Felt
 * @property {number | null} me
 * @property {string} game
 * @property {string} more More classes.
 * @property {Properties} [properties]
 * @property {Child} [over] What lies over the middle.
 * @property {Child} [tools] More buttons beside the moves.
 * @property {Child} [hint]
 */

/**
 * @param {Drawn} drawn
 * @param {Felt} felt
 */
export function felt(drawn, { me, game, more, properties = {}, over, tools, hint }) {
  const places = around(drawn.plates.length, me ?? 0);
  /** @param {string} zone */
  const zone = (zone) => {
    const seats = places.flatMap((place, seat) => place.zone === zone ? [seat] : []);
    const bottom = me ?? 0, count = places.length;
    seats.sort((one, other) => (one - bottom + count) % count - (other - bottom + count) % count);
    if (zone === "left") seats.reverse();
    return h(
      "div",
      { class: `zone ${zone}`, key: zone },
      seats.map((seat) => drawn.plates[seat]),
    );
  };
  return h(
    "section",
    {
      class: `table game-${game} ${more}`,
      "aria-label": text.table.label,
      style: { "--players": String(places.length) },
      ...properties,
    },
    h("div", { class: "others" }, zone("left"), zone("top"), zone("right")),
    h(
      "div",
      { class: `center${over ? " covered" : ""}` },
      drawn.center,
      over ? null : drawn.aside,
    ),
    over ? h("div", { class: "over-felt", key: "over" }, over) : null,
    h(
      "div",
      { class: "own" },
      zone("own"),
      h(
        "div",
        {
          class: "controls",
          role: "group",
          "aria-label": text.table.moves,
          "data-group": "controls",
        },
        drawn.controls,
        tools,
      ),
      hint,
    ),
    drawn.hand,
  );
}
