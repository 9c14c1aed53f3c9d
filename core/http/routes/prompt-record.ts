import type { RouteServices } from '../run/open-request.ts';
import { creditsFromMicroCredits, usdFromNanoUsd } from '../../billing/amounts.ts';
import type { CallRecord, RequestRecord } from '../../ledger/ledger.ts';
import { LOG_PIECE_BYTES, type LogPiece } from '../../ledger/texts/log-piece.ts';
import type { PromptRecord, RecordedCall } from '../../generated/prompt-record.ts';
import { findRecent } from '../../pipeline/earlier-reply.ts';
import { plainJson } from '../../text/plain-json.ts';
import type { AdmittedRequest, HandlerOf } from '../admit/admit.ts';
import { askLedger } from './ask-ledger.ts';
import { wantsEventStream } from '../read/answer-form.ts';
import { describeRequest } from './prompts.ts';
import { setPromptLogId } from '../answer/answer-state.ts';
import { sendJson, setJsonHeaders, startingWith, writePieces } from '../answer/write-pieces.ts';
import { findRecord } from './record/find-record.ts';
import { answerWithRecordEvents } from './record/record-events.ts';
import { currentRecord, runningPieces } from './record/running-record.ts';

/** GET /api/v1/prompts/{promptLogId}: the record of one of the account's own requests, or its events. */
export function promptRecordRoute(services: RouteServices): HandlerOf['rate'] {
  return async (admittedRequest) => {
    const { request, response, caller } = admittedRequest;
    const record = await findRecord(request.params['promptLogId'], caller, services.ledger);
    setPromptLogId(response, record.requestId);
    if (wantsEventStream(request)) await answerWithRecordEvents(admittedRequest, record, services);
    else await answerWithRecord(admittedRequest, record, services);
  };
}

async function answerWithRecord(
  { response, caller }: AdmittedRequest,
  storedRecord: RequestRecord,
  services: RouteServices,
): Promise<void> {
  const { record, soFar } = await currentRecord(storedRecord, caller, services);
  if (soFar !== undefined) {
    setJsonHeaders(response);
    return await writePieces(response, runningPieces(describeRecord(record), soFar));
  }
  // An answer must not be read before its charge is stored, or after a void.
  const mayBeRecent = record.log === null && record.state === 'settled';
  const recent = mayBeRecent ? await findRecent(caller.account.id, record.requestId, services) : undefined;
  if (recent !== undefined) {
    const before = `${plainJson({ ...describeRecord(record), request: null }).slice(0, -1)},"response":`;
    return sendJson(response, [Buffer.from(before), ...recent, Buffer.from('}')]);
  }
  const pieces = recordPieces(record, (piece) =>
    askLedger(
      services.ledger.readLog({ accountId: caller.account.id, requestId: record.requestId, ...piece }),
    ),
  );
  // Read before the status is sent, because it may still become a 503.
  const first = await pieces.next();
  setJsonHeaders(response);
  response.set('Content-Length', String(lengthOf(record)));
  await writePieces(response, startingWith(first, pieces));
}

type ReadPiece = (piece: Pick<LogPiece, 'text' | 'offsetBytes'>) => Promise<Uint8Array | undefined>;

/** The JSON before, between and after the texts of the request and of the response. */
function partsAround(record: RequestRecord): readonly [string, string, string] {
  return [`${plainJson(describeRecord(record)).slice(0, -1)},"request":`, ',"response":', '}'];
}

function lengthOf(record: RequestRecord): number {
  const around = Buffer.byteLength(partsAround(record).join(''));
  const { requestBytes, responseBytes } = record.log ?? { requestBytes: 4, responseBytes: 4 };
  return around + requestBytes + responseBytes;
}

/** The stored texts are JSON and may have megabytes, so they are copied in pieces and never parsed. */
async function* recordPieces(record: RequestRecord, read: ReadPiece): AsyncGenerator<Uint8Array, void> {
  const [before, between, after] = partsAround(record);
  const { log } = record;
  let chunks: Uint8Array[] = [Buffer.from(before)];
  for (const [text, bytes, behind] of [
    ['request', log?.requestBytes, between],
    ['response', log?.responseBytes, after],
  ] as const) {
    if (bytes === undefined) chunks.push(Buffer.from('null'));
    for (let offsetBytes = 0; offsetBytes < (bytes ?? 0);) {
      const piece = await read({ text, offsetBytes });
      // The text was pruned meanwhile, and the sent part of it cannot be revoked.
      if (piece === undefined || piece.byteLength === 0) throw new Error('a text of the record is gone');
      offsetBytes += piece.byteLength;
      chunks.push(piece);
      if (piece.byteLength < LOG_PIECE_BYTES) continue;
      yield Buffer.concat(chunks);
      chunks = [];
    }
    chunks.push(Buffer.from(behind));
  }
  yield Buffer.concat(chunks);
}

function describeRecord(record: RequestRecord): Omit<PromptRecord, 'request' | 'response'> {
  return {
    ...describeRequest(record),
    models: record.models,
    judges: record.judges,
    calls: record.calls.map(describeCall),
    ...(record.votes.length > 0 && { votes: record.votes }),
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
    credits: creditsFromMicroCredits(call.costMicroCredits),
  };
}
