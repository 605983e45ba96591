// What the server sends, what it is asked for, and what the modules of the page hand each other.
// `docs/play/browser.md` describes the messages for people; a view is described where it is drawn.

// Elements that are described by values.

type Handler<E extends Event, T extends Element> = (
  event: E & { target: T; currentTarget: HTMLElement },
) => unknown;

export interface Properties {
  key?: string | number;
  style?: Record<string, string>;
  onchange?: Handler<Event, HTMLInputElement>;
  onclick?: Handler<MouseEvent, HTMLElement>;
  onfocus?: Handler<FocusEvent, HTMLInputElement>;
  oninput?: Handler<InputEvent, HTMLInputElement>;
  onkeydown?: Handler<KeyboardEvent, HTMLElement>;
  onpointerdown?: Handler<PointerEvent, HTMLElement>;
  onsubmit?: Handler<SubmitEvent, HTMLFormElement>;
  [attribute: string]: unknown;
}

export interface Described {
  tag: string;
  properties: Properties;
  children: (Described | string | number)[];
}

export type Child = Described | string | number | false | null | undefined | readonly Child[];

// The catalog of strings.

/** What a language has to have: the same keys as the first one, with texts of its own. */
export type Texts<T> = T extends string ? string
  : T extends (...given: infer Given) => string ? (...given: Given) => string
  : T extends readonly string[] ? string[]
  : { [Key in keyof T]: Texts<T[Key]> };

// The catalog of games.

export interface Level {
  name: string;
  title: string;
  meaning: string;
  /** Which bot plays. */
  bot: string;
}

export type RuleValue = boolean | number | string | null | (number | string)[];

export interface Rule {
  name: string;
  /** Lists, as `choices` and `numbers` are, may also be given as text with commas. */
  kind: "switch" | "number" | "word" | "choice" | "choices" | "numbers";
  default: RuleValue;
  meaning: string;
  optional: boolean;
  /** The most that a number may be here. */
  largest?: number;
  choices?: string[];
}

export interface GameEntry {
  game: string;
  title: string;
  rules: Rule[];
  levels: Level[];
  usual_level: string;
  about: string[];
  /** Whether `tables` has a file for the game. */
  table: boolean;
  /** Sets of rules by the names that people use; none in some games. */
  presets?: Preset[];
}

export interface Preset {
  name: string;
  title: string;
  summary: string;
  /** The rules that differ from the defaults. */
  rules: Record<string, RuleValue>;
  /** All rules in words. */
  about: string[];
}

/** Somebody invented to play against. */
export interface Character {
  id: string;
  name: string;
  level: string;
  temper: string;
  about: string;
}

export interface Catalog {
  games: GameEntry[];
  objectives: string[];
  characters: Character[];
  /** The origin that others can open; nothing if links work on this computer only. */
  shared_origin: string | null;
}

/** A code that leads to a room for a while. */
export interface Invitation {
  code: string;
  url: string;
  expires: number;
  qr: { size: number; path: string };
}

/** A room that its host lets others find. */
export interface PublicRoom {
  game: string;
  title: string;
  host: string;
  /** How many seats people and bots have, of how many. */
  taken: number;
  seats: number;
  playing: boolean;
  /** The link for players, if a seat is open. */
  room: string | null;
  watch: string;
}

// A room.

export interface Opened {
  room: string;
  watch: string;
  token: string;
}

export interface ErrorReason {
  code: string;
  message: string;
}

/** Whether the socket of a room is connected, and if not, what happens next. */
export type ConnectionStatus = "connected" | "retrying" | "failing" | "closed";

/** A seat as a table draws it. */
export interface ShownSeat {
  kind: "open" | "person" | "bot";
  name: string;
  present: boolean;
  away?: boolean;
  /** The character of a bot. */
  character?: string | null;
}

export interface Seat extends ShownSeat {
  level: string;
}

export interface Settings {
  away: number;
  pace: number;
  hints: boolean;
  locked: boolean;
  listed: boolean;
}

/** The seat that moved, and its move as the viewer heard it. */
export type Turn = [seat: number, text: string];

export interface Position {
  number: number;
  count: number;
  view: Record<string, unknown>;
  remark: Record<string, unknown>;
  to_move: number | null;
  deciders: number[];
  decided: number[];
  choices: { moves: string[] | null; words: string[] } | null;
  history: { from: number; moves: Turn[] };
  scores: number[];
  low_score_wins: boolean;
  is_open: boolean;
  is_over: boolean;
  replay: string | null;
}

export interface ChatLine {
  number: number;
  name: string;
  text: string;
}

export interface State {
  type: "state";
  version: number;
  game: string;
  title: string;
  settings: Settings;
  seats: Seat[];
  host: number | null;
  you: { seat: number | null; name: string | null; host: boolean };
  /** Those who have joined and have no seat. */
  people: { name: string; present: boolean }[];
  spectators: number;
  paused: boolean;
  undo_asked: number | null;
  watch: string | null;
  table: Position | null;
  chat: ChatLine[];
}

export interface Welcome {
  type: "welcome";
  rules: string[];
  levels: Level[];
  usual_level: string;
}

export interface Tried {
  type: "tried";
  text: string;
  legal: string | null;
  reason: string | null;
  kind: string | null;
  beats?: boolean | null;
}

export interface Advice {
  words: string;
  move: string;
  reasons: string[];
}

export interface Hint extends Advice {
  type: "hint";
  game: number;
  count: number;
}

export interface Odds {
  type: "odds";
  hand: string[];
  thrown: string[];
  part: number;
  rows: { keep: string[]; discard: string[]; value: number }[];
}

/** What comes over the socket of a room. */
export type Message =
  | State
  | Welcome
  | { type: "token"; token: string }
  | { type: "error" } & ErrorReason
  | Tried
  | Hint
  | Odds;

/** What goes over it. */
export type Request =
  | { type: "hello"; token?: string; language?: string }
  | { type: "join"; name: string; seat?: number; token: string }
  | { type: "sit"; seat: number }
  | { type: "stand" | "leave" | "start" | "hint" | "odds" | "undo" | "decline" }
  | { type: "fill"; seats: number[]; level: string }
  | { type: "settings"; settings: Partial<Settings> }
  | { type: "move"; text: string; game: number; count: number }
  | { type: "try"; text: string }
  | { type: "pause"; on: boolean }
  | { type: "remove"; seat?: number; name?: string; spectators?: true }
  | { type: "say"; text: string };

export type Send = (message: Request) => void;

// Replays and the analysis of discards.

export interface Replay {
  game: string;
  title: string;
  names: string[];
  players: string[];
  moves: Turn[];
  scores: number[];
  low_score_wins: boolean;
}

export type Label = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** A decision in a review, and the moves that were compared. */
export interface Decision {
  number: number;
  part: number;
  phase: string;
  move: string;
  ev: number;
  best: string;
  best_ev: number;
  loss: number;
  interval: [number, number];
  label: Label;
  accuracy: number;
  luck: number;
  skill: number;
  alternatives: { move: string; ev: number; interval: [number, number]; label: Label }[];
  deals: number;
  assumption: string;
  reasons: string[];
}

export interface Review {
  seat: number;
  unit: string;
  meaning: string;
  digits: number;
  start: number;
  luck: number;
  skill: number;
  result: number;
  accuracy: number | null;
  parts: { number: number; start: number; luck: number; skill: number; result: number }[];
  decisions: Decision[];
}

export interface Step {
  count: number;
  to_move: number | null;
  deciders: number[];
  scores: number[];
  is_over: boolean;
  views: Record<string, unknown>[];
  remarks: Record<string, unknown>[];
}

export interface Verdict extends Advice {
  seat: number;
  made: string;
  cost: { loss: number; unit: string; by: string } | null;
}

export interface Discards {
  hand: string[];
  objective: string;
  unit: string;
  lines: { name: string; worth: number }[];
  rows: { keep: string[]; discard: string[]; value: number; draws: number; counts: number[] }[];
}

export interface Drill {
  lines: string[];
  best: number;
  hand: string[];
  answer: {
    line: number;
    cost: number;
    keep: string[];
    value: number;
    best: string[];
    best_value: number;
  } | null;
  state: unknown;
  hands: number;
  right: number;
  lost: number;
  lost_an_hour: number;
  to_repeat: number;
  weak: { line: number; hands: number; right: number; lost: number }[];
}

// Tables.

/** A card as views have it: "Qs" of the 52, "1-12" or [1, 12] by suit and value, or a number. */
export type Card = string | number | readonly number[];

/** What somebody has chosen and not yet played. */
export interface Choice {
  readonly chosen: Set<string>;
  tried: Tried | null;
  toggle(text: string, most: number): void;
  only(text: string): void;
  clear(): void;
}

/** The result of a deal, hand or round, as a table of its players. */
export interface Sheet {
  title: string;
  /** What was special about it. */
  note?: Child;
  columns: string[];
  rows: { seat: number; cells: Child[]; wins?: boolean }[];
  more?: Child;
}

/** Something that ended: it is shown for a while before the game goes on. */
export interface Moment {
  kind: "trick" | "part";
  /** How many milliseconds it is shown; a sheet stays until somebody goes on. */
  time: number;
  /** What the table shows meanwhile, over its view. */
  view?: Record<string, unknown>;
  /** Who takes what lies on the table. */
  taker?: number;
  sheet?: Sheet;
}

/** What a table finds its moments in: two positions of a game and the moves between them. */
// deno-lint-ignore no-explicit-any
export interface Passage<View = any, Remark = any> {
  before: View;
  after: View;
  remark: Remark;
  moves: Turn[];
  me: number | null;
  names: string[];
  is_over: boolean;
}

/** What a table is drawn of. Its view and remark depend on the game. */
// deno-lint-ignore no-explicit-any
export interface Table<View = any, Remark = any> {
  view: View;
  remark: Remark;
  me: number | null;
  names: string[];
  seats: ShownSeat[];
  /** The hands of all seats, in a replay. */
  hands: Card[][] | null;
  to_move: number | null;
  deciders: number[];
  is_over: boolean;
  history: Turn[];
  /** Makes a move; nothing where none can be made. */
  act: ((text: string) => void) | null;
  moves: string[] | null;
  words: Set<string> | null;
  hint: Advice | null;
  hinted: Set<string>;
  local: Choice;
  attempt: (text: string) => void;
  odds: (() => void) | null;
  /** Cards that have just come to the hand. */
  fresh: Set<string>;
  moment: Moment | null;
  /** What people have just said, by seat. */
  said: Map<number, string>;
  /** Whether something was acknowledged already. */
  seen: (what: string) => boolean;
  dismiss: (what: string) => void;
}

export interface Drawn {
  /** The plates of all players, by seat. */
  plates: Child[];
  center: Child;
  aside: Child;
  hand: Child;
  controls: Child;
}

/** What a file of `tables` exports. */
export interface TableModule {
  /** What people call the game, if not what the server says. */
  title?: string;
  /** The game in a few words. */
  words: string;
  /** What people call its rules, and the values of those. */
  options?: Record<string, RuleWords>;
  /** What people call its presets, if not what the server says. */
  presets?: Record<string, { title: string; summary: string }>;
  /** Whether the game is chosen for the first visit. */
  isFirst?: boolean;
  picture(): Child;
  show(table: Table): Drawn;
  /** Finds what ended between two positions. */
  moments?(passage: Passage): Moment[];
  /** Shows a move as it is made. */
  enact?(seat: number, text: string): void;
  /** The sound of a move. */
  sound?(text: string): string;
  /** Tells a move aloud; `who` is nobody for one's own. `before` is the view before it. */
  // deno-lint-ignore no-explicit-any
  say(who: string | null, text: string, before?: any): string;
  line(text: string): Child;
  /** What the scores of a game that is over are called. */
  // deno-lint-ignore no-explicit-any
  scored?(view: any): string;
  /** Writes such a score; by default, the number. */
  score?(score: number): string;
  /** Names a move to somebody who may make it; by default, by its cards. */
  advise?(text: string): Child;
}

export interface RuleWords {
  label: string;
  about?: string;
  choices?: Record<string, string>;
}
