/**
 * What is to be drawn with the next frame, in three steps, so that the page is laid out once for all of them rather than
 * once for each.
 * @typedef {object} Drawing
 * @property {() => void} measure Reads how things are.
 * @property {() => void} change
 * @property {() => void} settle Scrolls, after all changes.
 */

/** @type {Set<Drawing>} */
let waiting = new Set();

/**
 * Draws with the next frame. A page that nobody sees has none until it is seen.
 * @param {Drawing} drawing Waits once, however often it is given.
 */
export function drawNextFrame(drawing) {
  if (waiting.size === 0) requestAnimationFrame(drawAll);
  waiting.add(drawing);
}

function drawAll() {
  const drawings = [...waiting];
  waiting = new Set();
  for (const { measure } of drawings) measure();
  for (const { change } of drawings) change();
  for (const { settle } of drawings) settle();
}
