import type { RequestHandler } from 'express';
import { creditsFromMicroCredits, usdFromNanoUsd } from '../billing/amounts.ts';
import type { CallRecord, RequestRecord } from '../billing/ledger.ts';
import { GatewayError } from '../errors.ts';
import type { PromptRecord, RecordedCall } from '../generated/prompt-record.ts';
import { admit, type AdmitServices } from './admit.ts';
import { askLedger } from './ask-ledger.ts';

/** What no ID can be is not looked up. */
const ID = /^[\w-]{1,64}$/;

/** GET /api/v1/prompts/{promptLogId}: what is known of one of the account's own requests. */
export function promptRecordRoute(services: AdmitServices): RequestHandler {
  return admit(services, async ({ request, response, caller }) => {
    const { promptLogId } = request.params;
    const record =
      typeof promptLogId === 'string' && ID.test(promptLogId)
        ? await askLedger(services.ledger.findRequest(caller.account.id, promptLogId))
        : undefined;
    // Another account's request is answered like one that never was.
    if (record === undefined)
      throw new GatewayError('not-found', { detail: 'Your account has no request with this promptLogId.' });
    response.set('Cache-Control', 'no-store').type('application/json').send(recordJson(record));
  });
}

/** The stored texts are JSON already and may be megabytes: they are put in as they stand, never parsed. */
function recordJson(record: RequestRecord): string {
  const described = JSON.stringify(describeRecord(record)).slice(0, -1);
  return `${described},"request":${record.log?.request ?? 'null'},"response":${record.log?.response ?? 'null'}}`;
}

function describeRecord(record: RequestRecord): Omit<PromptRecord, 'request' | 'response'> {
  return {
    promptLogId: record.requestId,
    state: record.state,
    createdAt: record.createdAt,
    finishedAt: record.finishedAt,
    creditsHeld: creditsFromMicroCredits(record.holdMicroCredits),
    creditsUsed: creditsFromMicroCredits(record.chargeMicroCredits),
    zeroDataRetention: record.zeroDataRetention,
    calls: record.calls.map(describeCall),
  };
}

function describeCall(call: CallRecord): RecordedCall {
  return {
    role: call.role,
    index: call.index,
    modelId: call.modelId,
    status: call.status,
    errorCode: call.faultCode,
    tokensIn: call.tokensIn,
    tokensCached: call.tokensCached,
    tokensCacheWritten: call.tokensCacheWrite,
    tokensOut: call.tokensOut,
    searches: call.searches,
    attempts: call.attempts,
    latencyMs: call.latencyMs,
    providerCost: usdFromNanoUsd(call.providerCostNanoUsd),
    credits: creditsFromMicroCredits(call.chargeMicroCredits),
  };
}
