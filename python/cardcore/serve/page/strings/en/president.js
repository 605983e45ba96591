// President in English.

/** @type {Record<string, string>} */
const RANKS = { T: "tens", J: "jacks", Q: "queens", K: "kings", A: "aces" };

export default {
  title: "President",
  words: "Get rid of your cards first",
  roundOver: (/** @type {number} */ n) => `Round ${n} is over`,
  presides: (/** @type {string | null} */ who) =>
    who === null ? "You are President!" : `${who} is President.`,
  place: "Place",
  role: "Role",
  record: "Places so far",
  roles: (/** @type {string} */ role) => role,
  kind: (/** @type {string | null} */ kind) => kind ?? "not a combination",
  placesSum: "Sum of places",
  pointsSum: "Sum of points",
  someRank: "a rank",
  someCard: "a card",
  outAs: (/** @type {number} */ n) => `place ${n}`,
  places: (/** @type {string} */ places) => `places ${places}`,
  toBeat: (/** @type {string} */ cards) => `To beat: ${cards}`,
  takesPile: (/** @type {string | null} */ who) =>
    who === null ? "You take the lead." : `${who} takes the lead.`,
  of: (/** @type {string | null} */ who) => who === null ? "by you" : `by ${who}`,
  youLead: "You lead.",
  leads: (/** @type {string} */ name) => `${name} leads.`,
  give: "give",
  askFor: "Ask for",
  ranks: (/** @type {string} */ rank) => RANKS[rank] ?? `${rank}s`,
  request: (/** @type {string} */ ranks) => `Ask for ${ranks}`,
  chooseGift: "Choose a card to give.",
  play: "Play",
  pass: "Pass",
  clear: "Clear",
  passed: "passed",
  passes: "passes",
  asks: "asks for",
  gives: "gives",
  beatIt: "Beat the pile.",
  reversed: "Revolution: 3 is the highest rank now, 2 the lowest.",
  locked: "out of this pile",
  points: (/** @type {string} */ points) => `points ${points}`,
  beatOrPass: "Beat the pile, or pass.",
  chooseLead: "Choose cards to lead.",
  beats: ", beats the pile",
  beatsNot: ", does not beat the pile",
  trading: "Cards are traded.",
  youInList: "you",
  trade: (/** @type {string} */ names) => `${names} trade cards.`,
  youGot: "You got",
  youGave: "You gave",
  refused: (/** @type {string} */ ranks, /** @type {boolean} */ mine) =>
    mine
      ? `You asked for ${ranks} first, but they had none.`
      : `They asked for ${ranks} first, which you did not have.`,
  saysPass: (/** @type {string | null} */ who) => `${who ?? "You"} passed`,
  saysRequest: (/** @type {string | null} */ who, /** @type {string | null} */ ranks) =>
    `${who ?? "You"} asked for ${ranks ?? "a rank"}`,
  saysGive: (/** @type {string | null} */ who, /** @type {string | null} */ cards) =>
    `${who ?? "You"} gave ${cards ?? "a card"}`,
  options: {
    players: { label: "Players", about: "2 to 13" },
    rounds: { label: "Rounds", about: "" },
    trade: {
      label: "Trading between rounds",
      about: "What the President gets from the Bum",
      choices: { request: "asks for ranks", best: "gets the best cards", none: "no trading" },
    },
    kinds: { label: "Combinations", about: "What may be played together", choices: {} },
    passing: {
      label: "After a pass",
      about: "",
      choices: { free: "one may play again", locked: "one is out until the pile is cleared" },
    },
    may_pass: {
      label: "Passing is allowed",
      about: "",
      choices: { always: "always", unable: "only if nothing can be played" },
    },
    beats: {
      label: "Equal ranks",
      about: "What beats a card of the same rank",
      choices: { suit: "the higher suit", higher: "nothing", equal: "any suit" },
    },
    clears: { label: "Card that clears the pile", about: "Such as 2 or 8" },
    revolution: { label: "Revolution", about: "Four of a kind turns the order of cards around" },
    deal: {
      label: "Cards left over",
      about: "",
      choices: { equal: "stay out of play", all: "are dealt to the first seats" },
    },
    opens: {
      label: "First round opened by",
      about: "",
      choices: { lowest: "the lowest card", left: "the first seat" },
    },
    leads: {
      label: "Later rounds led by",
      about: "",
      choices: { president: "the President", bum: "the Bum", lowest: "the lowest card" },
    },
    exchanged: { label: "Cards traded", about: "" },
    ends: {
      label: "A round ends",
      about: "",
      choices: { last: "when one player has cards left", first: "when the first player is out" },
    },
    score: {
      label: "Scoring",
      about: "",
      choices: { places: "by places", cards: "by the cards left" },
    },
  },
  presets: {
    report: { title: "With poker hands", summary: "" },
    basic: { title: "Party game", summary: "" },
    "big-two": { title: "Big Two", summary: "" },
    daihinmin: { title: "Daihinmin", summary: "" },
  },
};
