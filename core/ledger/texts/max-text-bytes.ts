/** Bound on the texts kept of one account, bytes, where none is given. */
export const DEFAULT_MAX_TEXT_BYTES = 1_000_000_000;
