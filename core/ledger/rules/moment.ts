/** When and for whom a batch is decided. */
export interface Moment {
  /** Unix milliseconds, by the store's clock. */
  readonly nowMs: number;
  /** The gateway that takes and ends holds; null for a command, which takes none. */
  readonly owner: string | null;
}
