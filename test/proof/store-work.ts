import { JUDGED_CALLS } from './judged-prompt.ts';

/** What a gateway does to its store, in order. Each is two steps: before it, and after it. */
export interface StoreWork {
  readonly start: readonly string[];
  /** For the request of `judged-prompt.ts`, with an idempotency key. */
  readonly reserve: readonly string[];
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
    'INSERT INTO entry',
    'INSERT INTO entry',
    'UPDATE account',
    'DELETE FROM idempotency',
    'UPDATE request',
    'SELECT account',
    'SELECT account',
    'SELECT account',
    'SELECT request',
    'SELECT request',
    'SELECT request',
    'SELECT request',
    'SELECT idempotency',
    'SELECT sqlite_schema',
    'SELECT pragma_foreign_key_check',
    'COMMIT',
  ],
  reserve: [
    'SELECT api_key',
    'BEGIN IMMEDIATE',
    'SELECT idempotency',
    'UPDATE account',
    'INSERT INTO request',
    'INSERT INTO idempotency',
    'COMMIT',
  ],
  settle: [
    'BEGIN IMMEDIATE',
    'UPDATE request',
    'UPDATE account',
    'INSERT INTO entry',
    'INSERT INTO entry',
    ...Array.from({ length: JUDGED_CALLS }, () => 'INSERT INTO call'),
    'INSERT INTO prompt_log',
    'COMMIT',
  ],
  stop: [],
  recovered: 'COMMIT',
  written: 'COMMIT',
  steps: [50, 54],
};

/** Each invariant is looked at beneath a savepoint of its own. */
const INVARIANTS = [
  'account',
  'account',
  'account',
  'request',
  'request',
  'request',
  'request',
  'idempotency',
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
    'SELECT set_config',
    'BEGIN',
    ...[...INVARIANTS, ...GUARDS].flatMap((table) => ['SAVEPOINT invariant', `SELECT ${table}`]),
    'COMMIT',
  ],
  reserve: ['SELECT api_key', 'SELECT apply_batch'],
  settle: ['SELECT apply_batch'],
  stop: ['SELECT leave'],
  recovered: 'SELECT recover_requests',
  written: 'SELECT apply_batch',
  steps: [72, 20],
};

const CONTESTANTS = ['call /openai/v1/responses', 'call /mistral/v1/chat/completions'];
const JUDGES = [
  'call /google/v1beta/models/gemini-2.5-flash:generateContent',
  'call /google/v1beta/models/gemini-2.5-flash:generateContent',
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
  const request = [...reserve, ...calls, ...inTurn(work.settle), ...inTurn(['the answer'])];
  return {
    start,
    request,
    stop: inTurn(work.stop),
    recoveredFrom: start.lastIndexOf(`after ${work.recovered}`),
    heldFrom: reserve.lastIndexOf(`after ${work.written}`),
    settledFrom: request.lastIndexOf(`after ${work.written}`),
  };
}
