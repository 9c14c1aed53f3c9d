import type { RowOf } from '../../../core/ledger/rules/tables.ts';

/** Rows as the ledger stores them, sound by themselves, but for what the changes say. */

export function accountRow(changes: Partial<RowOf<'account'>> = {}): RowOf<'account'> {
  const { id = 1 } = changes;
  return {
    id,
    name: `account ${id}`,
    posted: 0,
    reserved: 0,
    markup_milli: 1_000,
    zero_data_retention: 0,
    response_cache: 0,
    cache_since_ms: 0,
    erased_ms: 0,
    worst_holds: 0,
    requests_per_minute: 60,
    requests_in_flight: 10,
    suspended: 0,
    created_ms: 1,
    ...changes,
  };
}

export function keyRow(changes: Partial<RowOf<'api_key'>> = {}): RowOf<'api_key'> {
  const { id = 1 } = changes;
  return {
    id,
    account_id: 1,
    family_id: id,
    prefix: `key-${id}`,
    hash: new Uint8Array(32).fill(id),
    name: null,
    models: null,
    requests_per_minute: null,
    created_ms: 1,
    expires_ms: null,
    revoked_ms: null,
    successor: null,
    ...changes,
  };
}

export function budgetRow(changes: Partial<RowOf<'budget'>> = {}): RowOf<'budget'> {
  return {
    account_id: 1,
    family_id: 0,
    period: 'day',
    amount: 1_000,
    starts_ms: 0,
    ends_ms: 9_000_000_000_000,
    charged: 0,
    held: 0,
    alerted: 0,
    ...changes,
  };
}

export function openRow(changes: Partial<RowOf<'open_request'>> = {}): RowOf<'open_request'> {
  return {
    id: 'open',
    account_id: 1,
    key_id: null,
    family_id: null,
    owner: 'gateway',
    hold: 0,
    max_charge: null,
    delivering: 0,
    delivered_calls: 0,
    delivered_cost: 0,
    delivered_absorbed: 0,
    models: '["vega-5"]',
    judges: '[]',
    zero_data_retention: 0,
    idempotency_key: null,
    created_ms: 1_000,
    ...changes,
  };
}

/** Settled, and free of charge. */
export function requestRow(changes: Partial<RowOf<'request'>> = {}): RowOf<'request'> {
  return {
    id: 'settled',
    account_id: 1,
    key_id: null,
    owner: 'gateway',
    state: 'settled',
    hold: 0,
    charge: 0,
    absorbed: 0,
    models: '["vega-5"]',
    judges: '[]',
    zero_data_retention: 0,
    created_ms: 1_000,
    finished_ms: 2_000,
    ...changes,
  };
}

export function callRow(changes: Partial<RowOf<'call'>> = {}): RowOf<'call'> {
  return {
    request_id: 'settled',
    sequence: 0,
    role: 'contestant',
    position: 0,
    model_id: 'vega-5',
    status: 'completed',
    fault_code: null,
    tokens_in: 1,
    tokens_cached: 0,
    tokens_cache_write: 0,
    tokens_out: 1,
    searches: 0,
    attempts: 1,
    latency_ms: 1.5,
    provider_cost_nano_usd: 1,
    cost: 0,
    ...changes,
  };
}

export function eventRow(changes: Partial<RowOf<'webhook_event'>> = {}): RowOf<'webhook_event'> {
  return {
    id: 'settled',
    account_id: 1,
    request_id: changes.alert_id === undefined ? (changes.id ?? 'settled') : null,
    alert_id: null,
    due_ms: 0,
    until_ms: 9_000_000_000_000,
    attempts: 0,
    dead_ms: null,
    last_failure: null,
    ...changes,
  };
}

export function alertRow(changes: Partial<RowOf<'budget_alert'>> = {}): RowOf<'budget_alert'> {
  return {
    id: 'alert',
    account_id: 1,
    family_id: 0,
    period: 'day',
    starts_ms: 0,
    ends_ms: 86_400_000,
    threshold: 80,
    amount: 100,
    charged: 80,
    at_ms: 5,
    counted: 0,
    ...changes,
  };
}
