// Where players sit: oneself at the bottom, the others around in the order of play.

/**
 * @typedef {object} Place
 * @property {"own" | "left" | "top" | "right"} zone
 * @property {number} x From -1, the left, to 1.
 * @property {number} y From -1, the top, to 1.
 */

/** How many sit at the left and at the right, by the number of opponents. */
const SIDES = [0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3];

/**
 * Place the seats of a table. The next to play sits at the left.
 *
 * @param {number} count
 * @param {number} bottom
 * @returns {Place[]}
 */
export function around(count, bottom) {
  /** @type {Place[]} */
  const places = Array(count);
  const sides = SIDES[count - 1] ?? 3, top = count - 1 - 2 * sides;
  for (let step = 0; step < count; step++) {
    const seat = (bottom + step) % count;
    if (step === 0) places[seat] = { zone: "own", x: 0, y: 1 };
    else if (step <= sides) places[seat] = { zone: "left", x: -1, y: spread(step, sides, -1) };
    else if (step <= sides + top) {
      places[seat] = { zone: "top", x: spread(step - sides, top, 1) * 0.8, y: -1 };
    } else places[seat] = { zone: "right", x: 1, y: spread(step - sides - top, sides, 1) };
  }
  return places;
}

/**
 * Spread a number of seats over a side.
 *
 * @param {number} step From 1.
 * @param {number} many
 * @param {number} sign
 */
function spread(step, many, sign) {
  return many === 1 ? 0 : sign * ((2 * (step - 1)) / (many - 1) - 1) * 0.7;
}

/**
 * Give the style that lays a card before its player.
 *
 * @param {Place} place
 */
export function before({ x, y }) {
  return { "--x": String(x), "--y": String(y) };
}
