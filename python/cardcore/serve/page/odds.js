// What the discards of a hand that is over were worth.

import { small } from "./cards.js";
import { showDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { percent, text } from "./language.js";

/** @import { Odds } from "./types.d.ts" */

/** @param {Odds} odds */
export function showOdds({ hand, thrown, rows, part }) {
  /** @param {string[]} cards */
  const key = (cards) => [...cards].sort().join(" ");
  const chosen = rows.findIndex((row) => key(row.discard) === key(thrown));
  const best = rows[0].value;
  showDialog(
    text.odds.title(part),
    h(
      "p",
      {},
      text.odds.had,
      " ",
      hand.map(small),
      " ",
      text.odds.against,
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
          h("th", { scope: "col" }, text.odds.keep),
          h("th", { scope: "col" }, text.odds.chance),
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
            h("td", {}, row.keep.length ? row.keep.map(small) : text.odds.nothing),
            h("td", {}, percent(row.value)),
            h(
              "td",
              {},
              place === chosen
                ? text.odds.yours(place ? percent(best - row.value) : null)
                : place === 0
                ? text.odds.best
                : "",
            ),
          )
        ),
      ),
    ),
  );
}
