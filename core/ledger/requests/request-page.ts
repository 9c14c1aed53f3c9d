/** Upper bound of one page, in requests. */
export const MAX_PAGE_REQUESTS = 100;

/** Requests that a filtered page looks at, at most. */
export const MAX_SCANNED_REQUESTS = 1_000;
/** Upper bounds of what is searched for, in characters. */
export const MAX_FILTER_CHARACTERS = { text: 200, model: 128, label: 100 };
/** Words and phrases of one search: each is looked for on its own. */
export const MAX_FILTER_WORDS = 8;

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
  /** What the request asked, in its order. */
  readonly models: readonly string[];
  readonly judges: readonly string[];
  /** Null if it has none, or no texts of the request are stored. */
  readonly label: string | null;
}

/** Which requests a page has. Each bound is met by all of them. */
export interface RequestFilter {
  /** The prompt or the label contains each of these, in capitals or not; only requests whose texts are logged match. */
  readonly words?: readonly string[] | undefined;
  /** One of the models asked. */
  readonly model?: string | undefined;
  /** Exactly this one. */
  readonly label?: string | undefined;
  /** With at least one vote. */
  readonly isVoted?: boolean | undefined;
  /** Unix milliseconds: held then or later. */
  readonly fromMs?: number | undefined;
  /** Unix milliseconds: held before. */
  readonly toMs?: number | undefined;
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
  /** Only requests older than this place; by default the newest. Nothing needs to be at the place. */
  readonly after?: RequestPlace | undefined;
  /** With one, a page may have fewer requests than its limit, or none, and another page come after it. */
  readonly filter?: RequestFilter | undefined;
  /** Whether the beginnings of prompts are read. */
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
  /** Where the next page begins; null on the last. */
  readonly next: RequestPlace | null;
}
