// The tables of all games, by their names.

import * as any from "./any.js";
import * as chopsticks from "./chopsticks.js";
import * as draw from "./draw.js";
import * as ends from "./ends.js";
import * as hearts from "./hearts.js";
import * as president from "./president.js";

const TABLES = { chopsticks, draw, ends, hearts, president };

export function tableOf(game) {
  return TABLES[game] ?? any;
}
