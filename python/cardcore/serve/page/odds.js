// What the discards of a hand that is over were worth.

import { small } from "./cards.js";
import { showDialog } from "./dialogs.js";
import { h } from "./dom.js";

/** @import { Odds } from "./types.d.ts" */

/** @param {Odds} odds */
export function showOdds({ hand, thrown, rows, part }) {
  /** @param {string[]} cards */
  const key = (cards) => [...cards].sort().join(" ");
  const chosen = rows.findIndex((row) => key(row.discard) === key(thrown));
  const best = rows[0].value;
  showDialog(
    `Your discards in hand ${part}`,
    h(
      "p",
      {},
      "You had ",
      hand.map(small),
      ". The chance to win against one hand that stands pat:",
    ),
    h(
      "table",
      { class: "odds" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Keep"),
          h("th", { scope: "col" }, "Chance"),
          h("th", { scope: "col" }, ""),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, place) =>
          h(
            "tr",
            { key: place, class: place === chosen ? "own-row" : "" },
            h("td", {}, row.keep.length ? row.keep.map(small) : "nothing"),
            h("td", {}, `${(100 * row.value).toFixed(1)} %`),
            h(
              "td",
              {},
              place === chosen
                ? `◀ yours${
                  place ? `, ${(100 * (best - row.value)).toFixed(1)} below the best` : ", the best"
                }`
                : place === 0
                ? "best"
                : "",
            ),
          )
        ),
      ),
    ),
  );
}
