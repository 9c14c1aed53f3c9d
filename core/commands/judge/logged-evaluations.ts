import type { JudgedWith } from '../../calibration/judge-prompt-versions.ts';
import type { Evaluation } from '../../generated/prompt-response.ts';
import type { Ledger, LedgerAdmin } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import {
  MAX_PAGE_REQUESTS,
  type ListedRequest,
  type RequestPlace,
} from '../../ledger/requests/request-page.ts';
import { elementsOf } from '../../text/json-elements.ts';

export interface LoggedQuery {
  /** Of each account the newest judged requests, so many. */
  readonly last: number;
  /** Name of the one account to look at. */
  readonly account: string | undefined;
  /** Unix milliseconds; no older request is looked at. */
  readonly sinceMs: number | undefined;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/** Who is told of what is read. */
export interface LogReader {
  readonly evaluation: (evaluation: Evaluation, accountId: number, judgedWith: JudgedWith) => void;
  /** Called after each request. @param read how many it were so far. */
  readonly request: (read: number) => void;
}

type ReadableLedger = Pick<LedgerAdmin, 'listAccounts'> & Pick<Ledger, 'listRequests' | 'readLog'>;

const JUDGED = new Set(['evaluations']);

/**
 * Tells of every evaluation in the stored answers of judged requests, account by account, the newest first. Under zero
 * data retention no answer is stored.
 * @returns how many requests were read.
 * @throws Error where there is no such account; the signal's reason once it is aborted.
 */
export async function loggedEvaluations(
  ledger: ReadableLedger,
  { last, account, sinceMs = 0, signal }: LoggedQuery,
  reader: LogReader,
): Promise<number> {
  const accounts = (await ledger.listAccounts()).filter(
    ({ name }) => account === undefined || name === account,
  );
  if (accounts.length === 0 && account !== undefined)
    throw new LedgerError('account-unknown', 'There is no such account.');
  let read = 0;
  for (const { id } of accounts) {
    let left = last;
    for await (const request of judgedRequests(ledger, id, { sinceMs, signal })) {
      const { requestId } = request;
      const judgedWith = await judgedWithOf(ledger, id, requestId);
      // Pruned meanwhile.
      if (judgedWith === undefined) continue;
      for await (const evaluation of evaluationsOf(ledger, id, requestId))
        reader.evaluation(evaluation, id, judgedWith);
      read += 1;
      reader.request(read);
      left -= 1;
      if (left === 0) break;
    }
  }
  return read;
}

async function* judgedRequests(
  ledger: ReadableLedger,
  accountId: number,
  { sinceMs, signal }: { readonly sinceMs: number; readonly signal: AbortSignal },
): AsyncGenerator<ListedRequest, void> {
  let after: RequestPlace | undefined;
  do {
    const page = await ledger.listRequests({ accountId, limit: MAX_PAGE_REQUESTS, after });
    for (const request of page.requests) {
      signal.throwIfAborted();
      if (Date.parse(request.createdAt) < sinceMs) return;
      // A comparison of given answers asks no model: a calibration's say nothing of the account's own prompts.
      const isOfModels = request.models.length > 0 && request.judges.length > 0;
      if (request.isLogged && isOfModels && !request.zeroDataRetention) yield request;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
}

async function judgedWithOf(
  ledger: ReadableLedger,
  accountId: number,
  requestId: string,
): Promise<JudgedWith | undefined> {
  const piece = await ledger.readLog({ accountId, requestId, text: 'judged_with', offsetBytes: 0 });
  if (piece === undefined || piece.byteLength === 0) return undefined;
  const judgedWith: JudgedWith = JSON.parse(Buffer.from(piece).toString('utf8'));
  return judgedWith;
}

/** One after the other, so that a long answer is never in memory. */
async function* evaluationsOf(
  ledger: ReadableLedger,
  accountId: number,
  requestId: string,
): AsyncGenerator<Evaluation, void> {
  let bytes: Uint8Array[] = [];
  for await (const part of elementsOf(piecesOf(ledger, accountId, requestId), JUDGED)) {
    if (part.kind === 'begin') bytes = [];
    else if (part.kind === 'bytes') bytes.push(part.bytes);
    else {
      const evaluation: Evaluation = JSON.parse(Buffer.concat(bytes).toString('utf8'));
      yield evaluation;
    }
  }
}

async function* piecesOf(
  ledger: ReadableLedger,
  accountId: number,
  requestId: string,
): AsyncGenerator<Uint8Array, void> {
  for (let offsetBytes = 0; ;) {
    const piece = await ledger.readLog({ accountId, requestId, text: 'response', offsetBytes });
    // Pruned meanwhile, or at its end.
    if (piece === undefined || piece.byteLength === 0) return;
    offsetBytes += piece.byteLength;
    yield piece;
  }
}
