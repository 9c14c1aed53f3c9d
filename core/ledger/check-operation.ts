import { MAX_MARKUP_MILLI, requireCount } from '../billing/amounts.ts';
import { refusedHost } from '../refused-address.ts';
import type { NewAdminToken } from './administration/ledger-admin.ts';
import { MAX_AUDIT_ENTRIES, type AuditQuery } from './administration/audit.ts';
import type { AccountSettings, CreditClaim, KeyRotation, KeySettings } from './administration/settings.ts';
import type { KeyIdentity } from '../stores/api-key.ts';
import { LedgerError, messageOf } from './ledger-error.ts';
import type { BudgetChanges } from './budgets/budget.ts';
import type { CallRecord, Delivery, NewKey, Hold, Settlement } from './ledger.ts';
import { MAX_PAGE_REQUESTS, type RequestPageQuery } from './requests/request-page.ts';
import type { Webhook } from './webhooks/outbox.ts';

const MAX_NAME_CHARACTERS = 64;
const MAX_NOTE_CHARACTERS = 200;
const HASH_BYTES = 32;
const MAX_RATE = 1_000_000;
/** 90 days. For a longer overlap, operators should create a second key instead. */
const MAX_GRACE_MS = 90 * 24 * 60 * 60 * 1_000;
const MAX_KEY_CHARACTERS = 255;
/** Upper bound of the models of one request, and of its judges. */
const MAX_MODELS = 100;
const SHA_256 = /^[0-9a-f]{64}$/;
const MAX_HISTORY_ENTRIES = 10_000;
const MAX_URL_CHARACTERS = 2_048;
const SECRET = /^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/;
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Refuses a wrong hold before it is written, so that all databases refuse the same.
 * @throws LedgerError `invalid`, like every check of this file.
 */
export function checkHold(hold: Hold): void {
  checkText('A request id', hold.requestId);
  checkCount('A hold', hold.holdMicroCredits);
  checkCount('The most that is charged', hold.maxChargeMicroCredits ?? 0);
  for (const modelIds of [hold.models, hold.judges]) {
    checkCount('A number of models or judges', modelIds.length, MAX_MODELS);
    for (const modelId of modelIds) checkText('A model ID', modelId);
  }
  if (hold.idempotency === null) return;
  const { key, fingerprint } = hold.idempotency;
  if (key.length === 0 || key.length > MAX_KEY_CHARACTERS) {
    throw invalid(`An idempotency key has 1 to ${MAX_KEY_CHARACTERS} characters.`);
  }
  checkHash('A fingerprint', fingerprint);
}

/** @throws LedgerError `invalid` if a figure of a call is out of range. */
export function checkDelivery({ from, calls }: Delivery): void {
  checkCount('A number of calls', from);
  checkCalls(calls);
}

/** @throws LedgerError `invalid` unless the calls add up to the charge plus the absorbed cost. */
export function checkSettlement({ chargeMicroCredits, absorbedMicroCredits, calls }: Settlement): void {
  checkCount('A charge', chargeMicroCredits);
  checkCount('An absorbed cost', absorbedMicroCredits);
  const cost = checkCalls(calls);
  if (cost !== BigInt(chargeMicroCredits) + BigInt(absorbedMicroCredits)) {
    throw invalid(
      `The calls cost ${cost} micro-credits, but ${chargeMicroCredits} are charged and ${absorbedMicroCredits} absorbed.`,
    );
  }
}

/**
 * The databases differ in the wrong values that they accept, such as 2^60 or NaN, so the figures are checked here.
 * @returns the sum of the costs.
 */
function checkCalls(calls: readonly CallRecord[]): bigint {
  let sum = 0n;
  for (const call of calls) {
    checkCount('A call’s cost', call.costMicroCredits);
    checkCount('A call’s absorbed part', call.absorbedMicroCredits ?? 0, call.costMicroCredits);
    checkCount('A call’s provider cost', call.providerCostNanoUsd);
    checkCount('A call’s place', call.index);
    checkCount('A call’s input tokens', call.tokensIn);
    checkCount('A call’s cached tokens', call.tokensCached);
    checkCount('A call’s tokens written to a cache', call.tokensCacheWrite);
    checkCount('A call’s output tokens', call.tokensOut);
    checkCount('A call’s searches', call.searches);
    checkCount('A call’s attempts', call.attempts);
    const { latencyMs } = call;
    if (!Number.isFinite(latencyMs) || latencyMs < 0)
      throw invalid(`A call’s latency is a number from 0, not ${latencyMs}.`);
    sum += BigInt(call.costMicroCredits);
  }
  return sum;
}

export function checkNewAccount(name: string, microCredits: number): void {
  checkText('An account name', name);
  checkCount('A balance', microCredits);
}

/** @param microCredits below zero for a correction. */
export function checkAdjustment(microCredits: number, note: string | undefined): void {
  checkCount(microCredits < 0 ? 'A correction' : 'A grant', Math.abs(microCredits));
  if (microCredits === 0) throw invalid('The amount must not be 0: a negative one takes credits back.');
  if (note !== undefined) checkText('A note', note, MAX_NOTE_CHARACTERS);
}

export function checkSettings(settings: AccountSettings): void {
  checkCount('A markup', settings.markupMilli ?? 0, MAX_MARKUP_MILLI);
  checkCount('Requests per minute', settings.requestsPerMinute ?? 0, MAX_RATE);
  checkCount('Requests in flight', settings.requestsInFlight ?? 0, MAX_RATE);
  checkBudgets(settings.budgets);
}

export function checkKeySettings(settings: KeySettings): void {
  const { name, budgets, expiresMs, models, requestsPerMinute } = settings;
  if (name !== undefined && name !== null) checkText('A key’s name', name);
  checkBudgets(budgets);
  checkCount('An expiry', expiresMs ?? 0);
  if (models !== undefined && models !== null) checkKeyModels(models);
  checkCount('Requests per minute', requestsPerMinute ?? 0, MAX_RATE);
  if (requestsPerMinute === 0) throw invalid('Requests per minute are at least 1.');
}

function checkBudgets(budgets: BudgetChanges = {}): void {
  checkCount('A budget', budgets.day ?? 0);
  checkCount('A budget', budgets.month ?? 0);
}

export function checkNewKey(key: NewKey): void {
  checkKeySettings(key);
  checkIdentity('key', key);
}

const MODEL_NAME = /^[^\s*,]{1,128}\*?$|^\*$/;
const MAX_KEY_MODELS = 64;
/** The length of the models as JSON that fits in an entry of the audit log. */
const MAX_KEY_MODELS_CHARACTERS = 3_500;

function checkKeyModels(models: readonly string[]): void {
  if (models.length === 0 || models.length > MAX_KEY_MODELS)
    throw invalid(`A key is limited to 1 to ${MAX_KEY_MODELS} models.`);
  if (!models.every((name) => MODEL_NAME.test(name)))
    throw invalid(
      'A key’s models are IDs of at most 128 characters; a * at the end names all that begin so.',
    );
  if (JSON.stringify(models).length > MAX_KEY_MODELS_CHARACTERS)
    throw invalid(
      `A key’s models have at most ${MAX_KEY_MODELS_CHARACTERS} characters together. Name several by how they begin, with a * at the end.`,
    );
}

export function checkRotation({ prefix, successor, graceMs }: KeyRotation): void {
  checkText('A key’s prefix', prefix);
  checkCount('A grace', graceMs, MAX_GRACE_MS);
  checkIdentity('key', successor);
}

export function checkAdminToken(token: NewAdminToken): void {
  checkText('A token’s name', token.name);
  checkIdentity('token', token);
}

function checkIdentity(what: 'key' | 'token', { prefix, hash }: KeyIdentity): void {
  checkText(`A ${what}’s prefix`, prefix);
  if (hash.length !== HASH_BYTES) {
    throw invalid(`A ${what}’s hash has ${HASH_BYTES} bytes, not ${hash.length}.`);
  }
}

export function checkClaim({ key, fingerprint }: CreditClaim): void {
  checkHash('The key of a payment', key);
  checkHash('A fingerprint', fingerprint);
}

/** @throws LedgerError `invalid`, with the rule that the webhook breaks. */
export function checkWebhook({ url, secret }: Webhook): void {
  const parsed = url.length <= MAX_URL_CHARACTERS && URL.canParse(url) ? new URL(url) : undefined;
  const isPlain =
    parsed !== undefined &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.hash === '';
  if (!isPlain)
    throw invalid(
      `A webhook is an http(s) URL of at most ${MAX_URL_CHARACTERS} characters, without user or fragment.`,
    );
  if (refusedHost(parsed) !== undefined)
    throw invalid(
      'A webhook may not lead to a metadata service, a link-local address or an IPv4 address written as IPv6. Give the receiver’s address.',
    );
  if (!SECRET.test(secret)) throw invalid('A webhook’s secret is whsec_ and at least 24 bytes in base64.');
}

export function checkAuditQuery({ limit, fromMs, toMs }: AuditQuery): void {
  checkCount('A number of entries', limit, MAX_AUDIT_ENTRIES);
  if (limit === 0) throw invalid('A page has at least one entry.');
  checkCount('A time', fromMs ?? 0);
  checkCount('A time', toMs ?? 0);
}

function checkHash(what: string, text: string): void {
  if (!SHA_256.test(text)) throw invalid(`${what} is a SHA-256 in 64 lower-case hexadecimal digits.`);
}

export function checkPage({ limit, after, filter }: RequestPageQuery): void {
  checkCount('A number of requests', limit, MAX_PAGE_REQUESTS);
  if (limit === 0) throw invalid('A page has at least one request.');
  for (const time of [after?.createdMs, filter?.fromMs, filter?.toMs]) checkCount('A time', time ?? 0);
}

export function checkHistory(maxEntries: number): void {
  checkCount('A number of entries', maxEntries, MAX_HISTORY_ENTRIES);
}

/**
 * @returns Unix milliseconds.
 * @throws LedgerError `invalid` for anything but an ISO 8601 date or time with its zone.
 */
export function readMoment(text: string): number {
  const milliseconds = ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds) || !isDay(text.slice(0, 10))) {
    throw invalid('A time is a day of the calendar in ISO 8601, such as 2026-11-02T00:00:00Z.');
  }
  return milliseconds;
}

/** Refuses days such as 31 February, which `Date.parse` reads as 3 March. @param text as 2026-11-02. */
function isDay(text: string): boolean {
  const midnight = Date.parse(text);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

/** Control characters would let a name forge a line in a table or a log. */
function checkText(what: string, text: string, maxCharacters = MAX_NAME_CHARACTERS): void {
  if (text.length === 0 || text.length > maxCharacters || /\p{C}/u.test(text)) {
    throw invalid(`${what} has 1 to ${maxCharacters} characters, none of them invisible.`);
  }
}

function checkCount(name: string, value: number, max?: number): void {
  try {
    requireCount(name, value, max);
  } catch (error) {
    throw new LedgerError('invalid', messageOf(error), { cause: error });
  }
}

function invalid(message: string): LedgerError {
  return new LedgerError('invalid', message);
}
