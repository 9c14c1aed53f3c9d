/**
 * Changes for the next frame, in three steps, so that the browser computes the layout once for all drawings.
 */
interface Drawing {
  /** Reads the layout. */
  readonly measure: () => void;
  readonly change: () => void;
  /** Scrolls, after all changes. */
  readonly settle: () => void;
}

let pending = new Set<Drawing>();

/**
 * Draws with the next frame, which an invisible page gets only when it becomes visible.
 * @param drawing is drawn once, even if it is passed several times.
 */
export function drawNextFrame(drawing: Drawing): void {
  if (pending.size === 0) requestAnimationFrame(drawAll);
  pending.add(drawing);
}

function drawAll(): void {
  const drawings = [...pending];
  pending = new Set();
  for (const { measure } of drawings) measure();
  for (const { change } of drawings) change();
  for (const { settle } of drawings) settle();
}
