/** How a column is stored: `?` may be null, a flag is 0 or 1. Both databases have the same columns. */
type ColumnType = 'integer' | 'integer?' | 'real' | 'text' | 'text?' | 'bytes' | 'bytes?' | 'flag';

export interface Table {
  /** The columns that name a row. */
  readonly key: readonly string[];
  /** The columns that rules may change; none for rows that never change. */
  readonly mutable: readonly string[];
  readonly columns: Readonly<Record<string, ColumnType>>;
}

/**
 * The tables that `decide` reads and changes, in the order in which changes are written. Amounts are micro-credits,
 * times Unix milliseconds. Texts, cached answers, webhooks and gateways are beside them.
 */
export const TABLES = {
  account: {
    key: ['id'],
    mutable: [
      'posted',
      'reserved',
      'markup_milli',
      'zero_data_retention',
      'response_cache',
      'cache_since_ms',
      'worst_holds',
      'requests_per_minute',
      'requests_in_flight',
      'suspended',
    ],
    columns: {
      id: 'integer',
      name: 'text',
      // Below zero the account owes.
      posted: 'integer',
      // The sum of its open holds.
      reserved: 'integer',
      markup_milli: 'integer',
      zero_data_retention: 'flag',
      response_cache: 'flag',
      // Nothing of a request that began before is stored for its cache or log.
      cache_since_ms: 'integer',
      // Nothing of a request that ended by then is stored for its log.
      erased_ms: 'integer',
      worst_holds: 'flag',
      requests_per_minute: 'integer',
      requests_in_flight: 'integer',
      suspended: 'flag',
      created_ms: 'integer',
    },
  },
  api_key: {
    key: ['id'],
    mutable: ['name', 'models', 'requests_per_minute', 'expires_ms', 'revoked_ms', 'successor'],
    columns: {
      id: 'integer',
      account_id: 'integer',
      // The first of the keys that took each other's place; its own ID where it took nobody's.
      family_id: 'integer',
      prefix: 'text',
      hash: 'bytes',
      name: 'text?',
      // A JSON array of IDs; null for all models.
      models: 'text?',
      requests_per_minute: 'integer?',
      created_ms: 'integer',
      expires_ms: 'integer?',
      revoked_ms: 'integer?',
      // The prefix of the key that took its place.
      successor: 'text?',
    },
  },
  budget: {
    key: ['account_id', 'family_id', 'period'],
    mutable: ['amount', 'starts_ms', 'ends_ms', 'charged', 'held', 'alerted'],
    columns: {
      account_id: 'integer',
      // 0 for the budget of the whole account.
      family_id: 'integer',
      period: 'text',
      amount: 'integer',
      // The period that is counted: from the one moment to before the other.
      starts_ms: 'integer',
      ends_ms: 'integer',
      charged: 'integer',
      held: 'integer',
      // The highest threshold that an alert of this period was written for; 0 before the first.
      alerted: 'integer',
    },
  },
  // What operators gave and took. A correction's amount is negative. Never changes.
  credit: {
    key: ['id'],
    mutable: [],
    columns: {
      id: 'integer',
      account_id: 'integer',
      amount: 'integer',
      note: 'text?',
      created_ms: 'integer',
    },
  },
  // Which payments were credited, kept for good. Never changes.
  credit_claim: {
    key: ['key'],
    mutable: [],
    columns: {
      key: 'text',
      fingerprint: 'text',
      account_id: 'integer',
      // The balance after the credits, for the answer to a repetition.
      posted: 'integer',
      reserved: 'integer',
      created_ms: 'integer',
    },
  },
  open_request: {
    key: ['id'],
    mutable: ['delivering', 'delivered_calls', 'delivered_cost', 'delivered_absorbed'],
    columns: {
      id: 'text',
      account_id: 'integer',
      key_id: 'integer?',
      family_id: 'integer?',
      // The gateway that holds it.
      owner: 'text',
      hold: 'integer',
      // Something of the answer may have left: it is never voided.
      delivering: 'flag',
      // How many calls were stored while delivering, and what they cost.
      delivered_calls: 'integer',
      delivered_cost: 'integer',
      // What of that the operator bears.
      delivered_absorbed: 'integer',
      models: 'text',
      judges: 'text',
      zero_data_retention: 'flag',
      idempotency_key: 'text?',
      created_ms: 'integer',
    },
  },
  // An ended request. Never changes; erasing its texts sets `zero_data_retention`.
  request: {
    key: ['id'],
    mutable: [],
    columns: {
      id: 'text',
      account_id: 'integer',
      key_id: 'integer?',
      owner: 'text',
      // `settled` or `voided`.
      state: 'text',
      hold: 'integer',
      charge: 'integer',
      // What its calls cost beyond the charge; the operator bears it.
      absorbed: 'integer',
      models: 'text',
      judges: 'text',
      zero_data_retention: 'flag',
      created_ms: 'integer',
      finished_ms: 'integer',
    },
  },
  call: {
    key: ['request_id', 'sequence'],
    mutable: [],
    columns: {
      request_id: 'text',
      sequence: 'integer',
      role: 'text',
      position: 'integer',
      model_id: 'text',
      status: 'text',
      fault_code: 'text?',
      tokens_in: 'integer',
      tokens_cached: 'integer',
      tokens_cache_write: 'integer',
      tokens_out: 'integer',
      searches: 'integer',
      attempts: 'integer',
      latency_ms: 'real',
      provider_cost_nano_usd: 'integer',
      // At the account's prices, whoever bears it.
      cost: 'integer',
    },
  },
  idempotency: {
    key: ['account_id', 'key'],
    mutable: ['fingerprint', 'request_id', 'created_ms'],
    columns: {
      account_id: 'integer',
      key: 'text',
      fingerprint: 'text',
      request_id: 'text',
      created_ms: 'integer',
    },
  },
  // Its ID is made of what it is about, so it is written once.
  budget_alert: {
    key: ['id'],
    mutable: [],
    columns: {
      id: 'text',
      account_id: 'integer',
      // As of the budget.
      family_id: 'integer',
      period: 'text',
      starts_ms: 'integer',
      ends_ms: 'integer',
      // Per cent of the amount.
      threshold: 'integer',
      amount: 'integer',
      charged: 'integer',
      at_ms: 'integer',
      // In the metric of one gateway.
      counted: 'flag',
    },
  },
  // What is to be sent to an account's webhook; `id` is that of the ended request or of the alert.
  webhook_event: {
    key: ['id'],
    mutable: [],
    columns: {
      id: 'text',
      account_id: 'integer',
      request_id: 'text?',
      alert_id: 'text?',
      // When it may be sent, and when it is given up.
      due_ms: 'integer',
      until_ms: 'integer',
      attempts: 'integer',
      dead_ms: 'integer?',
      last_failure: 'text?',
    },
  },
  admin_token: {
    key: ['name'],
    mutable: ['revoked_ms'],
    columns: {
      name: 'text',
      scope: 'text',
      prefix: 'text',
      hash: 'bytes',
      created_ms: 'integer',
      revoked_ms: 'integer?',
    },
  },
  // Never changes. The database numbers its rows in a column `id` beside these.
  audit_entry: {
    key: ['change_id'],
    mutable: [],
    columns: {
      change_id: 'text',
      at_ms: 'integer',
      via: 'text',
      actor: 'text',
      origin: 'text?',
      action: 'text',
      subject: 'text?',
      detail: 'text',
    },
  },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof TABLES;

/** In the order in which changes are written. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keys` forgets which keys there are
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

interface ValueOf {
  readonly integer: number;
  readonly 'integer?': number | null;
  readonly real: number;
  readonly text: string;
  readonly 'text?': string | null;
  readonly bytes: Uint8Array;
  readonly 'bytes?': Uint8Array | null;
  readonly flag: 0 | 1;
}

type ValuesOf<Columns extends Readonly<Record<string, ColumnType>>> = {
  readonly [Name in keyof Columns]: ValueOf[Columns[Name]];
};

/** A row of one of the tables, its columns spelled as in the database. */
export type RowOf<Name extends TableName> = ValuesOf<(typeof TABLES)[Name]['columns']>;

/** What names a row. */
export type KeyOf<Name extends TableName> = {
  readonly [Column in (typeof TABLES)[Name]['key'][number] & keyof RowOf<Name>]: RowOf<Name>[Column];
};
