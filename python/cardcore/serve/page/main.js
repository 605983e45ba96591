// The beginning: which page this is.

import { showDiscards } from "./discard.js";
import { part } from "./dom.js";
import { text } from "./language.js";
import { showLobby } from "./lobby.js";
import { showReplay } from "./replay.js";
import { showRoom } from "./room.js";
import { showTrainer } from "./train.js";

part("skip").textContent = text.skip;
const [, page, link] = location.pathname.split("/");
/** @type {Record<string, () => void>} */
const pages = {
  "": showLobby,
  discard: showDiscards,
  train: showTrainer,
  room: () => showRoom(link, false),
  watch: () => showRoom(link, true),
  replay: () => showReplay(link),
};
pages[page]();
