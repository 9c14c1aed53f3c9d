/**
 * What is to be drawn with the next frame, in three steps, so that the page is laid out once for all of them rather than
 * once for each.
 */
interface Drawing {
  /** Reads how things are. */
  readonly measure: () => void;
  readonly change: () => void;
  /** Scrolls, after all changes. */
  readonly settle: () => void;
}

let waiting = new Set<Drawing>();

/**
 * Draws with the next frame. A page that nobody sees has none until it is seen.
 * @param drawing waits once, however often it is given.
 */
export function drawNextFrame(drawing: Drawing): void {
  if (waiting.size === 0) requestAnimationFrame(drawAll);
  waiting.add(drawing);
}

function drawAll(): void {
  const drawings = [...waiting];
  waiting = new Set();
  for (const { measure } of drawings) measure();
  for (const { change } of drawings) change();
  for (const { settle } of drawings) settle();
}
