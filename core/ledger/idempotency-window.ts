/** How long an idempotency key belongs to its request, milliseconds; replies live as long as their key may be repeated. */
export const IDEMPOTENCY_WINDOW_MS = 24 * 60 * 60 * 1000;
