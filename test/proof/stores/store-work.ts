import { JUDGED_CALLS } from '../judged-prompt.ts';

/** What a gateway does to its store, in order. Each is two steps: before it, and after it. */
export interface StoreWork {
  readonly start: readonly string[];
  /** For the request of `judged-prompt.ts`, with an idempotency key. */
  readonly reserve: readonly string[];
  /** One streamed result, before it leaves. */
  readonly deliver: readonly string[];
  readonly keep: readonly string[];
  readonly settle: readonly string[];
  readonly stop: readonly string[];
  /** What makes a recovery, and what makes a hold or a charge last: the last of its name above. */
  readonly recovered: string;
  readonly written: string;
  /** Steps of a start and of a request, for a list that grows shorter by mistake. */
  readonly steps: readonly [start: number, request: number];
}

export const SQLITE_WORK: StoreWork = {
  start: [
    'PRAGMA journal_mode', // of the file that locks other gateways out
    'PRAGMA journal_mode',
    'PRAGMA synchronous',
    'BEGIN IMMEDIATE',
    'PRAGMA application_id',
    'PRAGMA user_version',
    'SELECT sqlite_schema',
    'COMMIT',
    'BEGIN IMMEDIATE',
    'CREATE TEMP TABLE foreign_hold',
    'SELECT foreign_hold',
    'INSERT INTO entry',
    'INSERT INTO entry',
    'INSERT INTO entry',
    'UPDATE account',
    'DELETE FROM idempotency',
    'DELETE FROM prompt_log',
    'UPDATE request',
    'DROP TABLE foreign_hold',
    'SELECT account',
    'SELECT account',
    'SELECT account',
    'SELECT account',
    'SELECT request',
    'SELECT request',
    'SELECT request',
    'SELECT request',
    'SELECT request',
    'SELECT idempotency',
    'SELECT request',
    'SELECT sqlite_schema',
    'SELECT pragma_foreign_key_check',
    'COMMIT',
  ],
  reserve: [
    'SELECT api_key',
    'PRAGMA synchronous',
    'BEGIN IMMEDIATE',
    'SELECT idempotency',
    'SELECT budget',
    'UPDATE account',
    'INSERT INTO request',
    'INSERT INTO idempotency',
    'COMMIT',
    'PRAGMA synchronous',
  ],
  deliver: ['BEGIN IMMEDIATE', 'UPDATE request', 'INSERT INTO call', 'COMMIT'],
  keep: [
    'PRAGMA synchronous',
    'BEGIN IMMEDIATE',
    'SELECT request',
    'INSERT INTO prompt_log',
    'COMMIT',
    'PRAGMA synchronous',
  ],
  settle: [
    'BEGIN IMMEDIATE',
    'UPDATE request',
    'UPDATE account',
    'INSERT INTO entry',
    'INSERT INTO entry',
    ...Array.from({ length: JUDGED_CALLS }, () => 'INSERT INTO call'),
    'COMMIT',
  ],
  stop: [],
  recovered: 'COMMIT',
  written: 'COMMIT',
  steps: [66, 70],
};

/** Each invariant is looked at beneath a savepoint of its own. */
const INVARIANTS = [
  'account',
  'account',
  'account',
  'account',
  'request',
  'request',
  'request',
  'request',
  'request',
  'idempotency',
  'request',
];
const GUARDS = ['pg_trigger', 'api_key'];

export const POSTGRES_WORK: StoreWork = {
  start: [
    'SELECT set_config',
    'BEGIN',
    'SELECT current_setting',
    'SELECT pg_advisory_xact_lock',
    'CREATE SCHEMA assay',
    'CREATE TABLE schema_version',
    'SELECT schema_version',
    'COMMIT',
    'SELECT set_config',
    'SELECT enter',
    'SELECT set_config',
    'SELECT gateway',
    'SELECT recover_requests',
    'SELECT entry', // what the recovery came to
    'SELECT set_config',
    'BEGIN',
    ...[...INVARIANTS, ...GUARDS].flatMap((table) => ['SAVEPOINT invariant', `SELECT ${table}`]),
    'COMMIT',
  ],
  reserve: ['SELECT api_key', 'SELECT apply_batch'],
  deliver: ['SELECT apply_batch'],
  keep: ['SELECT keep_texts_judged_with'],
  settle: ['SELECT apply_batch'],
  stop: ['SELECT leave'],
  recovered: 'SELECT recover_requests',
  written: 'SELECT apply_batch',
  steps: [86, 22],
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
    request,
    stop: inTurn(work.stop),
    recoveredFrom: start.lastIndexOf(`after ${work.recovered}`),
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
  const settle = work.settle.filter(
    (name, index) => name !== 'INSERT INTO call' || work.settle[index - 1] !== name,
  );
  const charged = [...delivered, ...inTurn(work.keep), ...inTurn(settle)];
  // Whether the stored calls add up is asked of delivering requests alone.
  const sum = work.settle.includes('INSERT INTO call') ? ['before SELECT call', 'after SELECT call'] : [];
  const request = [...charged.slice(0, -2), ...sum, ...charged.slice(-2), ...inTurn(['the answer'])];
  return {
    request,
    heldFrom: reserve.lastIndexOf(`after ${work.written}`),
    deliveringFrom: delivered.lastIndexOf(`after ${work.written}`),
    settledFrom: request.lastIndexOf(`after ${work.written}`),
  };
}
