// The page in English: everything but the games. Other languages have the same keys, which
// `deno check` holds them to.

import { pluralizer } from "../plural.js";

const plural = pluralizer("en");
/** @type {Record<string, string>} */
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
const levels = {
  first: "First game",
  easy: "Easy",
  casual: "Casual",
  medium: "Medium",
  club: "Club player",
  hard: "Hard",
  master: "Master",
  best: "Expert",
};
/** @type {Record<string, string>} */
const tempers = {
  bold: "bold",
  calm: "calm",
  cautious: "cautious",
  cheerful: "cheerful",
  dreamy: "dreamy",
  grumpy: "grumpy",
  patient: "patient",
  sly: "sly",
};
/** @type {Record<string, string>} */
const values = {
  system: "as the system",
  light: "light",
  dark: "dark",
  green: "green",
  blue: "blue",
  wine: "wine red",
  slate: "slate",
  two: "two colors",
  four: "four colors",
  lattice: "lattice",
  waves: "waves",
  stars: "stars",
  normal: "normal",
  calm: "calm",
  quick: "quick",
  instant: "at once",
};
/** @type {Record<string, string>} */
const titles = {
  damaged: "This room can't be opened",
  full: "This room is full",
  "not-found": "Room not found",
};
/** @type {Record<number, string>} */
const paces = { 0: "at once", 300: "fast", 700: "at a normal pace", 1500: "slowly" };
/** @type {Record<number, string>} */
const limits = {
  0: "never",
  15: "after 15 seconds",
  60: "after 1 minute",
  300: "after 5 minutes",
  1800: "after 30 minutes",
};

export default {
  skip: "Skip to the table",
  you: "You",
  guest: "Guest",
  name: "Your name",
  close: "Close",
  understood: "OK",
  toLobby: "To the lobby",
  levels,
  tempers,
  cards: {
    card: (/** @type {string} */ rank, /** @type {string} */ suit) =>
      `${RANKS[rank] ?? rank} of ${SUITS[suit]}`,
    numbered: (/** @type {string} */ rank, /** @type {number} */ suit) =>
      suit === 0 ? `${rank} of hearts` : `${rank} of suit ${suit}`,
    count: (/** @type {number} */ n) => plural(n, { one: `${n} card`, other: `${n} cards` }),
    play: "play",
    chosen: "chosen",
    hinted: "hinted",
    fresh: "new",
    barred: "cannot be played now",
  },
  says: {
    plays: (/** @type {string | null} */ who, /** @type {string} */ cards) =>
      `${who ?? "You"} played ${cards}`,
  },
  table: {
    label: "Table",
    moves: "Moves",
    hand: "Your cards",
    takes: "takes it",
    toMove: (/** @type {string} */ name) => `${name}, to move`,
    botPlays: "away: a bot plays",
    disconnected: "not connected",
  },
  turn: {
    yours: "Your turn",
    theirs: "thinking …",
    title: (/** @type {string} */ game) => `Your turn · ${game}`,
  },
  tried: {
    legal: (/** @type {string | null} */ kind) => `${kind ?? "legal"}, can be played`,
    illegal: (/** @type {string | null} */ kind) => `${kind ?? "no combination"}, cannot be played`,
  },
  hint: {
    button: "Hint",
    more: "More",
    spoken: (/** @type {string} */ words, /** @type {string} */ move) => `Hint: ${words} ${move}`,
  },
  undo: {
    button: "Undo",
    waiting: "You asked to take your move back.",
    cancel: "Never mind",
    asked: (/** @type {string} */ name) => `${name} would like to take a move back.`,
    agree: "Agree",
    decline: "Decline",
    declined: "Your move stands: the others declined to take it back.",
  },
  sheet: { player: "Player", go: "Continue", past: "Results" },
  over: {
    tie: "It's a tie.",
    won: "You win!",
    shared: (/** @type {string} */ names) => `You win, together with ${names}!`,
    lost: (/** @type {string} */ names, /** @type {number} */ n) =>
      `${names} ${n > 1 ? "win" : "wins"}.`,
    scores: "Scores",
    again: "Rematch",
    replay: "Replay and review",
  },
  stats: {
    short: (/** @type {number} */ played, /** @type {number} */ won) => `${won} of ${played} won`,
    line: (
      /** @type {number} */ played,
      /** @type {number} */ won,
      /** @type {number} */ streak,
    ) =>
      `You have won ${won} of ${
        plural(played, { one: `${played} game`, other: `${played} games` })
      } here${streak > 1 ? `, ${streak} in a row` : ""}.`,
  },
  room: {
    title: "Room",
    watching: "You are watching.",
    paused: "The game is paused.",
    onlooker: "You are watching. You can take a seat after this game.",
  },
  rules: { button: "Rules", of: (/** @type {string} */ game) => `How to play ${game}` },
  invite: {
    button: "Invite",
    title: "Invite others",
    play: "To play: send this link",
    watch: "To watch: a link without a seat",
    copy: "Copy",
    copied: "Copied",
    code: "Or read out this code, to be typed in the lobby:",
    codeNote: "It is valid for an hour.",
    qr: "QR code of the room",
    local: "These links work on this computer only. To invite others on your network, start " +
      "the server with “cardcore serve --lan”.",
  },
  seats: {
    label: "Seats",
    waiting: (/** @type {number} */ n) =>
      plural(n, { one: "Waiting for one more player", other: `Waiting for ${n} more players` }),
    ready: "Everyone is here",
    seat: (/** @type {number} */ n) => `Seat ${n}`,
    open: "open",
    you: "(you)",
    host: "host",
    sit: "Sit here",
    person: "for a person",
    bot: (/** @type {string} */ level) => `bot: ${level}`,
    botAt: (/** @type {number} */ n) => `Bot at seat ${n}`,
    fill: "Fill with bots",
    begin: "Start",
    hostBegins: "The host starts the game.",
    take: "Take a seat",
  },
  panel: {
    label: "Game panel",
    moves: (/** @type {number} */ n) => `Moves (${n})`,
    movesLabel: "Moves, the last first",
  },
  chat: {
    title: "Chat",
    none: "No messages yet.",
    message: "Message",
    send: "Send",
    reactions: "Quick words",
    words: ["Hello!", "Nice!", "Oops!", "Thanks!", "Good game!"],
    line: (/** @type {string} */ name, /** @type {string} */ said) => `${name}: ${said}`,
  },
  people: {
    pace: "Bots move",
    paces,
    away: "A bot takes over for absent players",
    limits,
    hints: "Allow hints",
    locked: "Don't let new people in",
    listed: "Show this room in the lobby",
    pause: "Pause",
    resume: "Resume",
    remove: "Remove",
    removeName: (/** @type {string} */ name) => `Remove ${name}`,
    stand: "Stand up",
    leave: "Leave the room",
    confirmLeave: "Leave the room? If a game is running, a bot takes over your seat.",
    watches: (/** @type {string} */ name) => `${name} is watching`,
    isAway: (/** @type {string} */ name) => `${name} is away`,
    spectators: (/** @type {number} */ n) =>
      plural(n, { one: `${n} spectator`, other: `${n} spectators` }),
    removeSpectators: "Remove spectators",
  },
  connection: {
    titles,
    refused: "You can't enter this room",
    connecting: "Connecting …",
    reload: "Reload the page",
    unloaded: "This page can't be loaded",
    offline: "You're not connected right now.",
    unreachable: "The server can't be reached. Check your connection and try again.",
    unavailable: "The server is not available right now. Try again in a moment.",
    status: {
      connected: "",
      retrying: "The connection is lost. Trying again …",
      failing: "Something went wrong on the server. Trying again …",
      closed: "The server has closed the connection.",
    },
  },
  settings: {
    title: "Settings",
    mute: "Mute",
    language: "Language",
    volume: "Volume",
    motion: "Animations",
    notify: "Notify me when it's my turn",
    name: "Your name",
    names: {
      theme: "Brightness",
      felt: "Table",
      deck: "Suits",
      back: "Card backs",
      tempo: "Pace of the table",
    },
    values,
  },
  lobby: {
    title: "Lobby",
    which: "What would you like to play?",
    play: "Play",
    playGame: (/** @type {string} */ game) => `Play ${game}`,
    opponents: "Opponents",
    programs: "Bots by name",
    name: "Your name (optional)",
    againstBots: "Play against bots",
    withFriends: "Play with friends",
    practice: "Practice",
    listed: "Anyone may find it in the lobby",
    presets: "By which rules?",
    moreOptions: "More options",
    none: "none",
    code: "Room code",
    enter: "Enter",
    noCode: "There is no open room with this code. Codes expire after an hour.",
    publicRooms: "Open rooms",
    openRoom: (/** @type {string} */ host, /** @type {number} */ n) =>
      `${host}, ${plural(n, { one: "1 seat free", other: `${n} seats free` })}`,
    playingRoom: (/** @type {string} */ host) => `${host}, watch the game`,
    yourRooms: "Your rooms",
    forget: (/** @type {string} */ title) => `Forget ${title}`,
  },
  replay: {
    title: "Replay",
    of: (/** @type {string} */ game) => `${game}, replay`,
    none: "No replay here",
    share: "Share",
    record: "Download",
    steps: "Steps",
    start: "To the start",
    back: "One move back",
    play: "Play",
    pause: "Pause",
    on: "One move on",
    end: "To the end",
    move: (/** @type {number} */ n, /** @type {number} */ of) => `Move ${n} of ${of}`,
    seenFrom: "Seen from",
    moves: "Moves",
    allMoves: "All moves",
    next: "Next:",
    same: "★ The strongest bot would do the same.",
    cost: (/** @type {string} */ loss, /** @type {string} */ unit) =>
      `✗ It cost about ${loss} ${unit}.`,
    free: "✓ It cost nothing.",
    ask: "What would the strongest bot do?",
    shareTitle: "Share this replay",
    shareNote: "Anyone who has this link sees the whole game, with all cards",
  },
  review: {
    title: "Review",
    begin: (/** @type {string} */ name) => `Review the decisions of ${name}`,
    of: (/** @type {string} */ name) => `Review: ${name}`,
    working: "Reviewing every decision…",
    progress: (/** @type {number} */ done, /** @type {number} */ of) =>
      of
        ? `${done} of ${plural(of, { one: `${of} decision`, other: `${of} decisions` })}`
        : "waiting",
    stop: "Stop",
    ready: (/** @type {number} */ n) =>
      `The review is ready: ${plural(n, { one: `${n} error`, other: `${n} errors` })}.`,
    sum: (
      /** @type {string} */ start,
      /** @type {string} */ luck,
      /** @type {string} */ skill,
      /** @type {string} */ result,
    ) => `Start ${start}, luck ${luck}, skill ${skill}: result ${result}`,
    accuracy: (/** @type {string} */ share, /** @type {number} */ n) =>
      `Accuracy ${share} of 100 in ${plural(n, { one: `${n} decision`, other: `${n} decisions` })}`,
    graph: (
      /** @type {string} */ luck,
      /** @type {string} */ skill,
      /** @type {string} */ result,
    ) => `Expected result over the game: luck ${luck}, skill ${skill}, result ${result}`,
    curves: { expected: "Expected result", luck: "Luck", skill: "Skill" },
    labels: {
      best: "Best move",
      good: "Good move",
      inaccuracy: "Inaccuracy",
      mistake: "Mistake",
      blunder: "Blunder",
    },
    move: (/** @type {number} */ n) => `Move ${n}:`,
    better: "Better:",
    by: (/** @type {string} */ loss, /** @type {string} */ unit) => `by ${loss} ${unit}`,
    compared: "The moves that were compared",
    learn: (/** @type {number} */ n) =>
      `Learn from ${plural(n, { one: `${n} mistake`, other: `${n} mistakes` })}`,
    lesson: (/** @type {number} */ n, /** @type {number} */ of) => `Mistake ${n} of ${of}`,
    question: "What is the best move here?",
    right: "✓ That is the best move.",
    fine: "✓ A good move: it loses next to nothing.",
    wrong: "✗ There is a better move.",
    next: "Next mistake",
    end: "Back to the review",
    flawless: "No mistakes.",
    allHands: "Show all hands",
    soFar: (/** @type {number} */ n, /** @type {string} */ share) =>
      `${
        plural(n, { one: `${n} game`, other: `${n} games` })
      } of yours reviewed here: accuracy ${share}.`,
    lately: (/** @type {number} */ n, /** @type {string} */ share) => `In the last ${n}: ${share}.`,
    typical: (/** @type {string} */ phase, /** @type {number} */ n) =>
      `You lose most when ${phase} (${
        plural(n, { one: `${n} mistake`, other: `${n} mistakes` })
      }).`,
    /** @type {Record<string, string>} */
    phases: {
      play: "playing",
      passing: "passing",
      leading: "leading",
      following: "following",
      discarding: "discarding",
      trading: "trading",
      drawing: "drawing",
      "first bets": "betting in the first round",
      "second bets": "betting in the second round",
    },
  },
  odds: {
    title: (/** @type {number} */ n) => `Your discards in hand ${n}`,
    had: "You had",
    against: "Your equity against one hand that stands pat:",
    keep: "Keep",
    chance: "Chance",
    nothing: "nothing",
    best: "best",
    yours: (/** @type {string | null} */ behind) =>
      behind === null ? "◀ yours, the best" : `◀ yours, ${behind} below the best`,
  },
  discard: {
    title: "What to discard",
    choose: "Choose five cards",
    announce: (/** @type {string} */ cards, /** @type {string} */ worth) =>
      `Best: keep ${cards || "nothing"}, worth ${worth}`,
    putBack: (/** @type {string} */ card) => `Put back ${card}`,
    tapBack: "Tap a card to put it back.",
    more: (/** @type {number} */ n) => `Choose ${n} more.`,
    valued: "Valued by",
    objective: (/** @type {string} */ name) =>
      name === "class" ? "hand category on average" : name.replaceAll("-", " "),
    random: "Random hand",
    clear: "Clear",
    empty: "All 32 ways to discard appear here, the best first.",
    label: "Discards, the best first",
    caption: (/** @type {string} */ unit) => `All 32 discards by ${unit}, exact`,
    unit: (/** @type {string} */ unit) => unit === "hand category" ? "mean category" : unit,
    worth: "Worth",
    tiny: "<0.1%",
  },
  train: {
    title: "Video poker trainer",
    hand: "The hand",
    results: "How it goes",
    paytable: "Paytable",
    practice: "Practice",
    weak: "what I get wrong",
    exam: "exam: hands as dealt",
    oneLine: "one line of the chart",
    credit: "One credit costs",
    hold: (/** @type {string} */ card) => `Hold ${card}`,
    choose: "Choose the cards to hold, or press 1 to 5 and Enter.",
    exchange: "Take new cards",
    next: "Next hand",
    right: (/** @type {string} */ value) => `Right! EV ${value} bets.`,
    wrong: (
      /** @type {string} */ cards,
      /** @type {string} */ value,
      /** @type {string} */ cost,
    ) => `Best: hold ${cards || "nothing"}, EV ${value}. Your hold costs ${cost} bets.`,
    line: (/** @type {number} */ n) => `Line ${n} of the chart: `,
    empty: "Your results appear here.",
    score: (
      /** @type {number} */ right,
      /** @type {number} */ hands,
      /** @type {string} */ share,
    ) => `${right} of ${hands} right (${share})`,
    lost: (/** @type {string} */ bets, /** @type {string} */ money) =>
      `EV lost per hand: ${bets} bets, that is ${money} an hour (600 hands, 5 credits each)`,
    plays: (/** @type {string} */ yours, /** @type {string} */ best) =>
      `Played like this, the game returns ${yours}; optimal play returns ${best}.`,
    repeat: (/** @type {number} */ n) =>
      n === 1 ? "1 hand will come back." : `${n} hands will come back.`,
    weakest: "Most expensive lines of the chart",
    of: (/** @type {number} */ right, /** @type {number} */ hands) => `${right} of ${hands} right`,
    bets: (/** @type {string} */ bets) => `${bets} bets lost`,
  },
};
