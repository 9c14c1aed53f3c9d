/** A new key that takes the place of an active one. */
export interface KeyRotation {
  /** Of the key that is replaced. */
  readonly prefix: string;
  readonly successor: {
    readonly prefix: string;
    /** SHA-256 of the key. */
    readonly hash: Uint8Array;
  };
  /** How long the old key goes on, milliseconds; 0 revokes it at once. */
  readonly graceMs: number;
}

/** What the new key took over. */
export interface RotatedKey {
  readonly accountName: string;
  readonly name: string | null;
  /** Of the new key, which is the old one's before; Unix milliseconds. */
  readonly expiresMs: number | null;
  /** From when on the old key is refused, Unix milliseconds. */
  readonly oldExpiresMs: number;
}
