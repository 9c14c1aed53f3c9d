import { MAXIMUM_MARKUP_MILLI, requireCount } from '../billing/amounts.ts';
import { LedgerError } from './ledger-error.ts';
import type { AccountSettings, CallRecord, Delivery, NewKey, Reservation, Settlement } from './ledger.ts';

const LONGEST_NAME = 64;
const HASH_BYTES = 32;
const MAXIMUM_RATE = 1_000_000;
const LONGEST_KEY = 255;
const FINGERPRINT = /^[0-9a-f]{64}$/;
const LONGEST_HISTORY = 10_000;
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** What every ledger refuses before it writes, so that no database decides what a sensible amount is. */
export function checkReservation(reservation: Reservation): void {
  checkText('A request id', reservation.requestId);
  checkCount('A hold', reservation.holdMicroCredits);
  if (reservation.idempotency === null) return;
  const { key, fingerprint } = reservation.idempotency;
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw new LedgerError('invalid', `An idempotency key has 1 to ${LONGEST_KEY} characters.`);
  }
  if (!FINGERPRINT.test(fingerprint)) {
    throw new LedgerError('invalid', 'A fingerprint is a SHA-256 in 64 lower-case hexadecimal digits.');
  }
}

/** @throws LedgerError `invalid` where a figure of a call is no amount. */
export function checkDelivery({ from, calls }: Delivery): void {
  checkCount('A number of calls', from);
  sumOfCharges(calls);
}

/** @throws LedgerError `invalid` where the calls do not add up to charge and house share: no figure may be lost on the way. */
export function checkSettlement(settlement: Settlement): void {
  const { chargeMicroCredits, houseMicroCredits, calls } = settlement;
  checkCount('A charge', chargeMicroCredits);
  checkCount('A house share', houseMicroCredits);
  const cost = sumOfCharges(calls);
  if (cost !== BigInt(chargeMicroCredits) + BigInt(houseMicroCredits)) {
    throw new LedgerError(
      'invalid',
      `The calls cost ${cost} micro-credits, but ${chargeMicroCredits} are charged and ${houseMicroCredits} booked to the house.`,
    );
  }
}

function sumOfCharges(calls: readonly CallRecord[]): bigint {
  let sum = 0n;
  for (const call of calls) {
    checkCount('A call’s charge', call.chargeMicroCredits);
    checkCount('A call’s provider cost', call.providerCostNanoUsd);
    sum += BigInt(call.chargeMicroCredits);
  }
  return sum;
}

export function checkNewAccount(name: string, microCredits: number): void {
  checkText('An account name', name);
  checkCount('A balance', microCredits);
}

export function checkGrant(microCredits: number): void {
  checkCount('A grant', microCredits);
  if (microCredits === 0) throw new LedgerError('invalid', 'A grant must be more than nothing.');
}

export function checkSettings(settings: AccountSettings): void {
  checkCount('A markup', settings.markupMilli ?? 0, MAXIMUM_MARKUP_MILLI);
  checkCount('Requests per minute', settings.requestsPerMinute ?? 0, MAXIMUM_RATE);
  checkCount('Requests in flight', settings.requestsInFlight ?? 0, MAXIMUM_RATE);
}

export function checkNewKey(key: NewKey): void {
  checkText('A key prefix', key.prefix);
  if (key.hash.length !== HASH_BYTES) {
    throw new LedgerError('invalid', `A key’s hash has ${HASH_BYTES} bytes, not ${key.hash.length}.`);
  }
}

export function checkHistory(limit: number): void {
  checkCount('A number of entries', limit, LONGEST_HISTORY);
}

/** @returns Unix milliseconds. @throws LedgerError `invalid` for anything but an ISO 8601 date or time with its zone. */
export function readMoment(text: string): number {
  const milliseconds = ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw new LedgerError('invalid', 'A time is written as ISO 8601, such as 2026-11-02T00:00:00Z.');
  }
  return milliseconds;
}

/** Control characters would let a name forge a line in a table or a log. */
function checkText(what: string, text: string): void {
  if (text.length === 0 || text.length > LONGEST_NAME || /\p{C}/u.test(text)) {
    throw new LedgerError('invalid', `${what} has 1 to ${LONGEST_NAME} characters, none of them invisible.`);
  }
}

function checkCount(name: string, value: number, maximum?: number): void {
  try {
    requireCount(name, value, maximum);
  } catch (error) {
    throw new LedgerError('invalid', error instanceof Error ? error.message : name, { cause: error });
  }
}
