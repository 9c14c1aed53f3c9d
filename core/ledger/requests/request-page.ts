/** Upper bound of one page, in requests. */
export const MAX_PAGE_REQUESTS = 100;

/** Upper bound of the requests that a filtered page examines. */
export const MAX_SCANNED_REQUESTS = 1_000;
/** Upper bounds of search terms, in characters. */
export const MAX_FILTER_CHARACTERS = { text: 200, model: 128, label: 100 };
/** Upper bound of the words and phrases of one search. Each is searched for separately. */
export const MAX_FILTER_WORDS = 8;

/** The fields that a request's record and its entry in a list share. */
export interface RequestHead {
  readonly requestId: string;
  readonly state: 'reserved' | 'settled' | 'voided';
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly holdMicroCredits: number;
  readonly chargeMicroCredits: number;
  readonly zeroDataRetention: boolean;
  /** The requested models, in the order of the request. */
  readonly models: readonly string[];
  readonly judges: readonly string[];
  /** Null if it has none, or no texts of the request are stored. */
  readonly label: string | null;
}

/** The conditions that every request of a page meets. */
export interface RequestFilter {
  /** The prompt or the label contains each of these, ignoring case. Only requests with logged texts match. */
  readonly words?: readonly string[] | undefined;
  /** One of the requested models. */
  readonly model?: string | undefined;
  /** Exactly this label. */
  readonly label?: string | undefined;
  /** With at least one vote. */
  readonly isVoted?: boolean | undefined;
  /** The hold was taken at this time or later, Unix milliseconds. */
  readonly fromMs?: number | undefined;
  /** The hold was taken before this time, Unix milliseconds. */
  readonly toMs?: number | undefined;
}

/** A request's place in its account's list, which is ordered by time, and by ID within one millisecond. */
export interface RequestPlace {
  /** Unix milliseconds. */
  readonly createdMs: number;
  readonly requestId: string;
}

export interface RequestPageQuery {
  readonly accountId: number;
  /** From 1 to `MAX_PAGE_REQUESTS`. */
  readonly limit: number;
  /** Only requests older than this place; by default from the newest on. No request needs to be at the place. */
  readonly after?: RequestPlace | undefined;
  /** With a filter, a page may have fewer requests than its limit, or none, although another page follows. */
  readonly filter?: RequestFilter | undefined;
  /** Whether the list has the beginnings of prompts. */
  readonly wantsStart?: boolean | undefined;
  /** Whether only the newest match of each label is listed, with the number of requests that have the label. */
  readonly groupsLabels?: boolean | undefined;
}

/** A request as a list shows it, without calls and texts. */
export interface ListedRequest extends RequestHead {
  /** Whether its texts can be read: `log` of its record is not null. */
  readonly isLogged: boolean;
  /** How the prompt begins; null if its texts are not logged. Only if the query wants it. */
  readonly promptStart?: string | null;
  /** How many requests have its label, at most `MAX_SCANNED_REQUESTS`. Only if the query groups labels. */
  readonly labelCount?: number;
}

/** The newest first. */
export interface RequestPage {
  readonly requests: readonly ListedRequest[];
  /** The place after which the next page begins; null on the last page. */
  readonly next: RequestPlace | null;
}
