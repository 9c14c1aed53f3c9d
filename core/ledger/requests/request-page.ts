/** Upper bound of one page, in requests. */
export const MAX_PAGE_REQUESTS = 100;

/** What a record and a list say of a request alike. */
export interface RequestHead {
  readonly requestId: string;
  readonly state: 'reserved' | 'settled' | 'voided';
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly holdMicroCredits: number;
  readonly chargeMicroCredits: number;
  readonly zeroDataRetention: boolean;
}

/** A request's place in its account's list: by its time, and by its id among those of one millisecond. */
export interface RequestPlace {
  /** Unix milliseconds. */
  readonly createdMs: number;
  readonly requestId: string;
}

export interface RequestPageQuery {
  readonly accountId: number;
  /** From 1 to `MAX_PAGE_REQUESTS`. */
  readonly limit: number;
  /** Only requests older than this place; the newest where it is not given. Nothing needs to be at the place. */
  readonly after?: RequestPlace | undefined;
}

/** A request as a list shows it, without calls and texts. */
export interface ListedRequest extends RequestHead {
  /**
   * What the request asked, in its order. Of a request that was held before the ledger stored it: the models and judges
   * that were called, none unless it is settled.
   */
  readonly models: readonly string[];
  readonly judges: readonly string[];
  /** Whether its texts can be read: `log` of its record is not null. */
  readonly isLogged: boolean;
}

/** The newest first. */
export interface RequestPage {
  readonly requests: readonly ListedRequest[];
  /** Where the next page begins; null on the last. */
  readonly next: RequestPlace | null;
}
