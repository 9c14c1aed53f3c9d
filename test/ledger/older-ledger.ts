import { createHash } from 'node:crypto';

/** Keys of the account `acme`; the second is revoked. */
export const OLDER_KEYS = ['key-1', 'key-2'].map((name) => createHash('sha256').update(name).digest());
export const FINGERPRINT = 'f'.repeat(64);
const CREATED_MS = Date.UTC(2026, 9, 1);

/** A request before it had a raised hold, a key or the models that it asks. */
interface OlderRequest {
  readonly id: string;
  readonly hold: number;
  readonly charge?: number;
  readonly house?: number;
  readonly state: 'reserved' | 'settled' | 'voided';
  readonly isDelivering?: boolean;
  readonly keepsNothing?: boolean;
  readonly calls?: readonly (readonly [
    role: 'contestant' | 'judge',
    position: number,
    model: string,
    charge: number,
  ])[];
}

const REQUESTS: readonly OlderRequest[] = [
  {
    id: 'judged',
    state: 'settled',
    hold: 100,
    charge: 60,
    house: 10,
    isDelivering: true,
    // In the order in which they ended.
    calls: [
      ['contestant', 1, 'vega-5', 20],
      ['contestant', 0, 'nova-2', 20],
      ['contestant', 2, 'vega-5', 10],
      ['judge', 1, 'arc-1', 5],
      ['judge', 0, 'vega-5', 5],
      ['judge', 1, 'arc-1', 5],
      ['judge', 0, 'vega-5', 5],
    ],
  },
  {
    id: 'quiet',
    state: 'settled',
    hold: 50,
    charge: 50,
    keepsNothing: true,
    calls: [['contestant', 0, 'nova-2', 50]],
  },
  { id: 'voided', state: 'voided', hold: 30, charge: 0 },
  { id: 'running', state: 'reserved', hold: 25 },
  {
    id: 'delivering',
    state: 'reserved',
    hold: 40,
    isDelivering: true,
    calls: [['contestant', 0, 'vega-5', 15]],
  },
];

/** What the account `acme` has once its open requests have ended. */
export const GRANTED = 1_000_000;

/**
 * Writes a history into the tables as they were before likely holds: accounts, keys, texts, and requests in every state.
 * In SQL that SQLite and PostgreSQL have in common.
 * @param bytes of a hexadecimal text, in the dialect.
 */
export function olderHistory(bytes: (hex: string) => string): readonly string[] {
  const sum = (amount: (request: OlderRequest) => number): number =>
    REQUESTS.reduce((total, request) => total + amount(request), 0);
  const posted = GRANTED - sum(({ charge }) => charge ?? 0);
  const reserved = sum(({ state, hold }) => (state === 'reserved' ? hold : 0));
  return [
    account('acme', posted, reserved),
    account('idle', 0, 0),
    entry('acme', null, 'grant', GRANTED),
    entry('idle', null, 'grant', 0),
    ...OLDER_KEYS.map(
      (key, index) => `INSERT INTO api_key (account_id, prefix, hash, created_ms, revoked_ms)
        VALUES (${idOf('acme')}, 'prefix-${index}', ${bytes(key.toString('hex'))}, ${CREATED_MS}, ${index === 0 ? 'NULL' : CREATED_MS})`,
    ),
    ...REQUESTS.flatMap(requestRows),
    `INSERT INTO prompt_log (request_id, request, response, finished_ms)
     VALUES ('judged', '{"prompt":"ünï"}', '{"creditsUsed":0.00006}', ${CREATED_MS})`,
    ...['judged', 'running'].map(
      (id) => `INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_ms)
        VALUES (${idOf('acme')}, 'key of ${id}', '${FINGERPRINT}', '${id}', ${CREATED_MS})`,
    ),
  ];
}

function idOf(accountName: string): string {
  return `(SELECT id FROM account WHERE name = '${accountName}')`;
}

function account(name: string, posted: number, reserved: number): string {
  return `INSERT INTO account (name, posted, reserved, markup_milli, zero_data_retention, requests_per_minute,
      requests_in_flight, created_ms) VALUES ('${name}', ${posted}, ${reserved}, 1000, false, 600, 100, ${CREATED_MS})`;
}

function entry(accountName: string, requestId: string | null, kind: string, amount: number): string {
  const request = requestId === null ? 'NULL' : `'${requestId}'`;
  return `INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
    VALUES (${idOf(accountName)}, ${request}, '${kind}', ${amount}, ${CREATED_MS})`;
}

function requestRows(request: OlderRequest, index: number): readonly string[] {
  const { id, state, hold, charge, house = 0, isDelivering = false, keepsNothing = false } = request;
  const createdMs = CREATED_MS + index;
  return [
    `INSERT INTO request (id, account_id, state, hold, charge, owner, zero_data_retention, created_ms, finished_ms, delivering)
     VALUES ('${id}', ${idOf('acme')}, '${state}', ${hold}, ${charge ?? 'NULL'}, 'an older gateway', ${keepsNothing},
       ${createdMs}, ${charge === undefined ? 'NULL' : createdMs + 1}, ${isDelivering})`,
    ...(charge === undefined
      ? []
      : [entry('acme', id, 'charge', charge), entry('acme', id, 'release', hold - charge)]),
    ...(house === 0 ? [] : [entry('acme', id, 'house', house)]),
    ...(request.calls ?? []).map(
      (
        [role, position, model, price],
        sequence,
      ) => `INSERT INTO call (request_id, sequence, role, position, model_id,
          status, tokens_in, tokens_cached, tokens_cache_write, tokens_out, searches, attempts, latency_ms,
          provider_cost_nano_usd, charge)
        VALUES ('${id}', ${sequence}, '${role}', ${position}, '${model}', 'completed', 1, 0, 0, 1, 0, 1, 1.5, 1, ${price})`,
    ),
  ];
}
