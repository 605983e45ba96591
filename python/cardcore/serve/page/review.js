// The review of a game that is over: the expected result move by move, with luck and skill apart,
// and the mistakes to learn from. The replay shows it beside the table.

import { ask, reason } from "./api.js";
import { alarm, announce } from "./announce.js";
import { withCards } from "./cards.js";
import { h } from "./dom.js";
import { number, text } from "./language.js";
import { countReview, summary } from "./review_stats.js";
import { advised } from "./tables/index.js";

/** @import { Decision, Described, Replay, Review } from "./types.d.ts" */

/**
 * What is known of the review of a seat.
 *
 * @typedef {object} Progress
 * @property {number} done
 * @property {number} total
 * @property {Review | null} review
 */

/** @type {Map<number, Progress>} */
const found = new Map();

/**
 * The mistake that is put again: which of them, and what was chosen.
 *
 * @type {{ seat: number, place: number, chosen: string | null } | null}
 */
let lesson = null;

/** How often progress is asked for, in milliseconds. */
const ASK_EVERY = 600;

/** The size of the graph in its own units. */
const WIDTH = 300;
const HEIGHT = 120;

/** Signs of labels, as in books on chess. */
const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * What the replay lends: where it is, and how to go on.
 *
 * @typedef {object} Stage
 * @property {string} link
 * @property {Replay} about
 * @property {number} side
 * @property {number | null} own The seat of the person at this page, if they played.
 * @property {number} count
 * @property {(count: number) => Promise<void>} go
 * @property {() => void} show
 */

/** Whether a mistake is put again, so the table must not give the answer away. */
export function isLesson() {
  return lesson !== null;
}

/** Leave the lesson, as another seat or position is looked at. */
export function endLesson() {
  lesson = null;
}

/**
 * The sign of a move in the list of all moves.
 *
 * @param {number} seat
 * @param {number} move Its number, from 1.
 */
export function signOf(seat, move) {
  const made = found.get(seat)?.review?.decisions.find((one) => one.number === move);
  return made && SIGNS[made.label]
    ? h("abbr", { class: made.label, title: text.review.labels[made.label] }, SIGNS[made.label])
    : null;
}

/** @param {Stage} stage */
async function begin(stage) {
  const { link, side, about, own } = stage;
  found.set(side, { done: 0, total: 0, review: null });
  stage.show();
  try {
    for (;;) {
      const progress = await ask(`/api/replays/${link}/review/${side}`);
      if (!found.has(side)) return;
      found.set(side, progress);
      stage.show();
      if (progress.review) break;
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
      if (!found.has(side)) return;
    }
  } catch (error) {
    found.delete(side);
    alarm(reason(error));
    return stage.show();
  }
  const review = found.get(side)?.review;
  if (!review) return;
  if (own === side) countReview(about.game, link, review);
  announce(text.review.ready(errorsOf(review).length));
  stage.show();
}

/**
 * The inaccuracies, mistakes and blunders, the most expensive first.
 *
 * @param {Review} review
 */
function errorsOf({ decisions }) {
  return decisions.filter((made) => SIGNS[made.label]).sort((one, other) => other.loss - one.loss);
}

/**
 * The box beside the table.
 *
 * @param {Stage} stage
 */
export function reviewBox(stage) {
  const { side, about } = stage;
  const progress = found.get(side);
  if (!progress) {
    return h(
      "div",
      { class: "box review", key: "review" },
      h("button", {
        class: "main",
        "data-focus": "review",
        onclick: () => begin(stage),
      }, text.review.begin(about.names[side])),
    );
  }
  const { done, total, review } = progress;
  if (!review) {
    return h(
      "div",
      { class: "box review", key: "review" },
      h("label", {}, text.review.working, h("progress", { max: total || 1, value: done })),
      h("p", { class: "faint" }, text.review.progress(done, total)),
      h("button", {
        "data-focus": "stop review",
        onclick: () => {
          found.delete(side);
          stage.show();
        },
      }, text.review.stop),
    );
  }
  return h(
    "section",
    { class: "box review", key: "review", "aria-label": text.review.title },
    lesson?.seat === side ? question(stage, review) : overview(stage, review),
  );
}

/**
 * @param {Stage} stage
 * @param {Review} review
 */
function overview(stage, review) {
  const { side, about, own, go } = stage;
  const errors = errorsOf(review);
  const digits = review.digits;
  return [
    h("h2", {}, text.review.of(about.names[side])),
    graph(stage, review),
    explanation(stage, review),
    h(
      "p",
      {},
      text.review.sum(
        signed(review.start, digits),
        signed(review.luck, digits),
        signed(review.skill, digits),
        signed(review.result, digits),
      ),
    ),
    h("p", { class: "faint" }, `${review.unit} ${review.meaning}`),
    review.accuracy === null
      ? null
      : h("p", {}, text.review.accuracy(number(review.accuracy), review.decisions.length)),
    own === side ? h("p", { class: "faint" }, summary(about.game)) : null,
    errors.length
      ? [
        h("button", {
          class: "main",
          "data-focus": "learn",
          onclick: () => teach(stage, review, 0),
        }, text.review.learn(errors.length)),
        h(
          "ol",
          { class: "errors" },
          errors.map((made) =>
            h(
              "li",
              { key: made.number },
              h("button", {
                class: "plain",
                "data-focus": `error ${made.number}`,
                onclick: async () => {
                  await go(made.number - 1);
                  document.querySelector(".explanation")?.scrollIntoView({ block: "nearest" });
                },
              }, sentence(about.game, made, review)),
            )
          ),
        ),
      ]
      : h("p", { class: "good" }, text.review.flawless),
  ];
}

/**
 * @param {string} game
 * @param {Decision} made
 * @param {Review} review
 */
function sentence(game, made, review) {
  return [
    h("strong", { class: made.label }, `${text.review.labels[made.label]} ${SIGNS[made.label]}`),
    " ",
    text.review.move(made.number),
    " ",
    advised(game, made.move),
    made.move === made.best ? "" : [
      ". ",
      text.review.better,
      " ",
      advised(game, made.best),
      " ",
      text.review.by(number(made.loss, review.digits), review.unit),
    ],
  ];
}

/**
 * What is to be said of the decision at this position.
 *
 * @param {Stage} stage
 * @param {Review} review
 */
function explanation({ about, count }, review) {
  const made = review.decisions.find((one) => one.number === count + 1);
  if (!made) return null;
  return h(
    "div",
    { class: "explanation", key: "explanation" },
    h("p", {}, sentence(about.game, made, review)),
    moves(about.game, made, review, made.move),
    h("ul", {}, made.reasons.map((why) => h("li", {}, withCards(why)))),
    h("p", { class: "faint" }, made.assumption),
  );
}

/**
 * All moves that were compared.
 *
 * @param {string} game
 * @param {Decision} made
 * @param {Review} review
 * @param {string} chosen
 */
function moves(game, made, review, chosen) {
  return h(
    "table",
    { class: "odds" },
    h("caption", { class: "heard" }, text.review.compared),
    h(
      "tbody",
      {},
      made.alternatives.map(({ move, ev, interval, label }) =>
        h(
          "tr",
          { key: move, class: move === chosen ? "own-row" : "" },
          h(
            "th",
            { scope: "row" },
            label === "best" ? "★ " : "",
            advised(game, move),
            SIGNS[label] ? h("strong", { class: label }, ` ${SIGNS[label]}`) : null,
          ),
          h(
            "td",
            {},
            signed(ev, review.digits),
            made.deals
              ? h(
                "small",
                { class: "faint" },
                ` ± ${number((interval[1] - interval[0]) / 2, review.digits)}`,
              )
              : null,
          ),
        )
      ),
    ),
  );
}

/**
 * Put a mistake again.
 *
 * @param {Stage} stage
 * @param {Review} review
 * @param {number} place
 */
async function teach(stage, review, place) {
  const errors = errorsOf(review);
  lesson = { seat: stage.side, place, chosen: null };
  await stage.go(errors[place].number - 1);
  announce(text.review.question);
}

/**
 * @param {Stage} stage
 * @param {Review} review
 */
function question(stage, review) {
  const { about, show } = stage;
  const errors = errorsOf(review);
  if (!lesson) return null;
  const { place, chosen } = lesson;
  const made = errors[place];
  const end = h("button", {
    "data-focus": "end lesson",
    onclick: () => {
      endLesson();
      show();
    },
  }, text.review.end);
  if (chosen === null) {
    const options = made.alternatives.map(({ move }) => move).sort();
    return [
      h("h2", {}, text.review.lesson(place + 1, errors.length)),
      h("p", {}, text.review.question),
      h(
        "div",
        { class: "controls options" },
        options.map((move) =>
          h("button", {
            key: move,
            "data-focus": `choose ${move}`,
            onclick: () => {
              lesson = { seat: stage.side, place, chosen: move };
              announce(answer(made, move).words);
              show();
            },
          }, advised(about.game, move))
        ),
      ),
      end,
    ];
  }
  const { right, words } = answer(made, chosen);
  return [
    h("h2", {}, text.review.lesson(place + 1, errors.length)),
    h("p", { class: right ? "good" : "bad" }, words),
    h("p", {}, sentence(about.game, made, review)),
    moves(about.game, made, review, chosen),
    h("ul", {}, made.reasons.map((why) => h("li", {}, withCards(why)))),
    h(
      "div",
      { class: "controls" },
      place + 1 < errors.length
        ? h("button", {
          class: "main",
          "data-focus": "next lesson",
          onclick: () => teach(stage, review, place + 1),
        }, text.review.next)
        : null,
      end,
    ),
  ];
}

/**
 * Judge the answer to a lesson: whatever does not lose noticeably is right.
 *
 * @param {Decision} made
 * @param {string} chosen
 */
function answer({ alternatives }, chosen) {
  const label = alternatives.find(({ move }) => move === chosen)?.label;
  if (label === "best") return { right: true, words: text.review.right };
  if (label === "good") return { right: true, words: text.review.fine };
  return { right: false, words: text.review.wrong };
}

/**
 * Write a number with its sign.
 *
 * @param {number} value
 * @param {number} digits
 */
function signed(value, digits) {
  const rounded = number(Math.abs(value), digits);
  return `${value < 0 && Number(value.toFixed(digits)) !== 0 ? "−" : "+"}${rounded}`;
}

/**
 * The expected result after every decision, and what luck and skill have brought until then.
 *
 * @param {Review} review
 */
export function curves({ decisions, parts }) {
  const points = [{ move: 0, expected: 0, luck: 0, skill: 0 }];
  let [expected, luck, skill] = [0, 0, 0];
  for (const part of parts) {
    expected += part.start;
    const before = { luck, skill };
    for (const made of decisions.filter((one) => one.part === part.number)) {
      luck += made.luck;
      skill += made.skill;
      expected += made.luck + made.skill;
      points.push({ move: made.number, expected, luck, skill });
    }
    // From the last decision to the end of the part everything is luck.
    const rest = part.luck - (luck - before.luck);
    luck += rest;
    expected += rest;
    points.push({ move: (points.at(-1)?.move ?? 0) + 1, expected, luck, skill });
  }
  points[0].expected = parts[0]?.start ?? 0;
  return points;
}

/**
 * @param {Stage} stage
 * @param {Review} review
 */
function graph({ about, count, go }, review) {
  const points = curves(review);
  const last = Math.max(about.moves.length, 1);
  const all = points.flatMap(({ expected, luck, skill }) => [expected, luck, skill, 0]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const spread = high - low || 1;
  const x = (/** @type {number} */ move) => (Math.min(move, last) / last) * WIDTH;
  const y = (/** @type {number} */ value) => 6 + (HEIGHT - 12) * (high - value) / spread;
  /** @param {"expected" | "luck" | "skill"} what */
  const line = (what) =>
    h("polyline", {
      class: `curve ${what}`,
      key: what,
      points: points.map((point) => `${x(point.move).toFixed(1)},${y(point[what]).toFixed(1)}`)
        .join(" "),
    });
  const marked = errorsOf(review);
  return h(
    "figure",
    { class: "graph" },
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": text.review.graph(
          signed(review.luck, review.digits),
          signed(review.skill, review.digits),
          signed(review.result, review.digits),
        ),
        onclick: (event) => {
          const box = event.currentTarget.getBoundingClientRect();
          go(Math.round(last * (event.clientX - box.left) / box.width));
        },
      },
      h("line", { class: "axis", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
      h("line", { class: "here", x1: x(count), x2: x(count), y1: 0, y2: HEIGHT }),
      line("luck"),
      line("skill"),
      line("expected"),
      marked.map((made) =>
        h("circle", {
          key: `mark ${made.number}`,
          class: `mark ${made.label}`,
          cx: x(made.number),
          cy: y(points.find((point) => point.move === made.number)?.expected ?? 0),
          r: 4,
        })
      ),
    ),
    h(
      "figcaption",
      {},
      h("span", { class: "expected" }, text.review.curves.expected),
      h("span", { class: "luck" }, text.review.curves.luck),
      h("span", { class: "skill" }, text.review.curves.skill),
    ),
  );
}
