import { JUDGED_CALLS } from '../judged-prompt.ts';

/** What a gateway does to its store, in order. Each is two steps: before it, and after it. */
export interface StoreWork {
  readonly start: readonly string[];
  /** A start that finds one hold with an idempotency key to give back. */
  readonly recovering: readonly string[];
  /** For the request of `judged-prompt.ts`, with an idempotency key. */
  readonly reserve: readonly string[];
  /** One streamed result, before it leaves. */
  readonly deliver: readonly string[];
  readonly keep: readonly string[];
  readonly settle: readonly string[];
  readonly stop: readonly string[];
  /** Of `recovering`, the statements after which the hold is given back for good. */
  readonly recovery: readonly string[];
  /** What makes a hold or a charge last: the last of its name above. */
  readonly written: string;
  /** Steps of a start and of a request, for a list that grows shorter by mistake. */
  readonly steps: readonly [start: number, request: number];
}

/** Each invariant is looked at beneath a savepoint. */
const lookAt = (table: string): readonly string[] => [
  'SAVEPOINT invariant',
  `SELECT ${table}`,
  'RELEASE SAVEPOINT invariant',
];

const SQLITE_OPENING = [
  'PRAGMA journal_mode', // of the file that locks other gateways out
  'PRAGMA journal_mode',
  'PRAGMA synchronous',
  'BEGIN IMMEDIATE',
  'PRAGMA application_id',
  'PRAGMA user_version',
  'COMMIT',
  'BEGIN IMMEDIATE',
  'SELECT open_request',
];
/** What a starting gateway checks. @param triggers where the database lists them. */
const check = (triggers: string): readonly string[] => [
  ...[
    'account',
    'account',
    'open_request',
    'request',
    'open_request',
    'idempotency',
    'request',
    triggers,
    'api_key',
  ].flatMap(lookAt),
  'COMMIT',
];
const SQLITE_CHECK = check('sqlite_schema');

/** What a batch on an open request of a key reads. */
const SQLITE_LOADING = [
  'SELECT open_request',
  'SELECT account',
  'SELECT budget', // of the account
  'SELECT budget', // of the key
  'SELECT webhook',
];

const SQLITE_RECOVERY = [
  ...SQLITE_OPENING,
  ...SQLITE_LOADING,
  'UPDATE account',
  'DELETE FROM open_request',
  'INSERT INTO request',
  'DELETE FROM idempotency',
  'DELETE FROM prompt_log',
  ...SQLITE_CHECK,
];

export const SQLITE_WORK: StoreWork = {
  start: [...SQLITE_OPENING, ...SQLITE_CHECK],
  recovering: SQLITE_RECOVERY,
  recovery: SQLITE_RECOVERY,
  reserve: [
    'SELECT api_key',
    'PRAGMA synchronous',
    'BEGIN IMMEDIATE',
    'SELECT idempotency',
    'SELECT open_request',
    'SELECT request',
    'SELECT api_key',
    ...SQLITE_LOADING.slice(1),
    'UPDATE account',
    'INSERT INTO open_request',
    'INSERT INTO idempotency',
    'COMMIT',
    'PRAGMA synchronous',
  ],
  deliver: ['BEGIN IMMEDIATE', ...SQLITE_LOADING, 'UPDATE open_request', 'INSERT INTO call', 'COMMIT'],
  keep: [
    'PRAGMA synchronous',
    'BEGIN IMMEDIATE',
    'SELECT prompt_log', // of ended requests
    'SELECT prompt_log', // of open ones
    'INSERT INTO prompt_log',
    'INSERT INTO text_total',
    'COMMIT',
    'PRAGMA synchronous',
  ],
  settle: [
    'BEGIN IMMEDIATE',
    ...SQLITE_LOADING,
    'UPDATE account',
    'DELETE FROM open_request',
    'INSERT INTO request',
    ...Array.from({ length: JUDGED_CALLS }, () => 'INSERT INTO call'),
    'COMMIT',
  ],
  stop: [],
  written: 'COMMIT',
  steps: [74, 94],
};

const POSTGRES_OPENING = [
  'BEGIN',
  'SELECT current_setting',
  'SELECT pg_advisory_xact_lock',
  'CREATE SCHEMA assay',
  'CREATE TABLE schema_version',
  'SELECT schema_version',
  'COMMIT',
  'BEGIN',
  'SELECT gateway',
  'INSERT INTO gateway',
  'COMMIT',
];
const POSTGRES_CHECK = ['BEGIN', ...check('pg_trigger')];

/** A batch on an open request; a session that is lost in it leaves nothing. */
const postgresBatch = (...more: readonly string[]): readonly string[] => [
  'BEGIN',
  'SELECT webhook', // the locked accounts
  'SELECT open_request',
  'SELECT request',
  ...more,
  'UPDATE gateway', // the fence, and budgets
];
const POSTGRES_WRITING = ['UPDATE account', 'COMMIT'];

const POSTGRES_RECOVERY = [
  ...POSTGRES_OPENING,
  ...postgresBatch(),
  'UPDATE account',
  'DELETE FROM prompt_log',
  'COMMIT',
];

export const POSTGRES_WORK: StoreWork = {
  start: [...POSTGRES_OPENING, ...POSTGRES_CHECK],
  recovering: [...POSTGRES_RECOVERY, ...POSTGRES_CHECK],
  recovery: POSTGRES_RECOVERY,
  reserve: [
    'SELECT api_key',
    ...postgresBatch('SELECT unnest', 'SELECT unnest', 'SELECT api_key'),
    ...POSTGRES_WRITING,
  ],
  deliver: [...postgresBatch(), 'UPDATE open_request', 'COMMIT'],
  keep: [
    'BEGIN',
    'SELECT pg_advisory_xact_lock_shared',
    'SELECT statement_timestamp', // texts of ended requests
    'SELECT statement_timestamp', // of open ones
    'INSERT INTO prompt_log',
    'INSERT INTO text_total',
    'COMMIT',
  ],
  settle: [...postgresBatch(), ...POSTGRES_WRITING],
  stop: ['SELECT open_request', 'DELETE FROM gateway'],
  written: 'COMMIT',
  steps: [80, 64],
};

const CONTESTANTS = ['call /openai/v1/responses', 'call /mistral/v1/chat/completions'];
const JUDGES = [
  'call /google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
  'call /google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
  'call /anthropic/v1/messages',
  'call /anthropic/v1/messages',
];

/** The steps of a start and of a request, and from which step on what is durable. */
export interface Timeline {
  readonly start: readonly string[];
  /** Of a start that finds a hold to give back. */
  readonly recovering: readonly string[];
  readonly request: readonly string[];
  readonly stop: readonly string[];
  readonly recoveredFrom: number;
  readonly heldFrom: number;
  readonly settledFrom: number;
}

/** One after the other. */
const inTurn = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`before ${name}`, `after ${name}`]);
/** All begun before the first ends. */
const atOnce = (names: readonly string[]): readonly string[] => [
  ...names.map((name) => `before ${name}`),
  ...names.map((name) => `after ${name}`),
];

export function timelineOf(work: StoreWork): Timeline {
  const start = inTurn(work.start);
  const recovering = inTurn(work.recovering);
  const reserve = inTurn(work.reserve);
  const calls = [...atOnce(CONTESTANTS), ...atOnce(JUDGES)];
  const request = [
    ...reserve,
    ...calls,
    ...inTurn(work.keep),
    ...inTurn(work.settle),
    ...inTurn(['the answer']),
  ];
  return {
    start,
    recovering,
    request,
    stop: inTurn(work.stop),
    recoveredFrom: inTurn(work.recovery).length - 1,
    heldFrom: reserve.lastIndexOf(`after ${work.written}`),
    settledFrom: request.lastIndexOf(`after ${work.written}`),
  };
}

/** The steps of a streamed request to one model, and from which step on it is held, delivering and settled. */
export interface StreamedTimeline {
  readonly request: readonly string[];
  readonly heldFrom: number;
  readonly deliveringFrom: number;
  readonly settledFrom: number;
}

export function streamedTimelineOf(work: StoreWork): StreamedTimeline {
  const reserve = inTurn(work.reserve);
  const delivered = [...reserve, ...inTurn(['call /openai/v1/responses']), ...inTurn(work.deliver)];
  // The only call was stored as it was delivered.
  const settle = work.settle.filter((name) => name !== 'INSERT INTO call');
  const request = [...delivered, ...inTurn(work.keep), ...inTurn(settle), ...inTurn(['the answer'])];
  return {
    request,
    heldFrom: reserve.lastIndexOf(`after ${work.written}`),
    deliveringFrom: delivered.lastIndexOf(`after ${work.written}`),
    settledFrom: request.lastIndexOf(`after ${work.written}`),
  };
}
