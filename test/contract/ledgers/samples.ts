import type { CallRecord, Hold, Settlement, Texts } from '../../../core/ledger/ledger.ts';

/** Of account 1 unless the changes say otherwise, kept, and without an idempotency key. */
export function sampleHold(requestId: string, changes: Partial<Hold> = {}): Hold {
  return {
    requestId,
    accountId: 1,
    keyId: null,
    holdMicroCredits: 10,
    maxChargeMicroCredits: null,
    models: ['vega-5'],
    judges: [],
    zeroDataRetention: false,
    idempotency: null,
    isAsync: false,
    ...changes,
  };
}

export function call(changes: Partial<CallRecord> = {}): CallRecord {
  return {
    role: 'contestant',
    index: 0,
    modelId: 'vega-5',
    status: 'completed',
    faultCode: null,
    tokensIn: 12,
    tokensCached: 0,
    tokensCacheWrite: 0,
    searches: 0,
    tokensOut: 34,
    attempts: 1,
    latencyMs: 123.4,
    providerCostNanoUsd: 1_176_500,
    costMicroCredits: 0,
    ...changes,
  };
}

/** Both databases refuse it, and nothing before them does. */
export function unwritableCall(): CallRecord {
  return call({ role: JSON.parse('"nobody"') });
}

/** Adds up unless the changes say otherwise: one call costs charge and absorbed share together. */
export function settlement(requestId: string, changes: Partial<Settlement> = {}): Settlement {
  const { chargeMicroCredits = 0, absorbedMicroCredits = 0 } = changes;
  return {
    requestId,
    chargeMicroCredits,
    absorbedMicroCredits,
    calls: [call({ costMicroCredits: chargeMicroCredits + absorbedMicroCredits })],
    ...changes,
  };
}

/** Each text in one piece. The account decides only whose share of the text queue they take. */
export function texts(
  requestId: string,
  request = '{"prompt":"a"}',
  response = '{"creditsUsed":0}',
  accountId = 1,
): Texts {
  return { requestId, accountId, request: [Buffer.from(request)], response: [Buffer.from(response)] };
}
