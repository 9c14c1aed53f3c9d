import type { JudgedWith } from '../../calibration/judge-prompt-versions.ts';
import type { Evaluation, PromptResponse } from '../../generated/prompt-response.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import {
  MAX_PAGE_REQUESTS,
  type ListedRequest,
  type RequestPlace,
} from '../../ledger/requests/request-page.ts';
import type { LogPiece } from '../../ledger/texts/log-piece.ts';

export interface LoggedQuery {
  /** The number of judged requests to read of each account, the newest first. */
  readonly last: number;
  /** Name of the one account to look at. */
  readonly account: string | undefined;
  /** Unix milliseconds; no older request is looked at. */
  readonly sinceMs: number | undefined;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/** Receives the evaluations. */
export interface LogReader {
  readonly evaluation: (evaluation: Evaluation, accountId: number, judgedWith: JudgedWith) => void;
  /** Called after each request. @param requestCount the requests so far. */
  readonly request: (requestCount: number) => void;
}

type ReadableLedger = Pick<LedgerAdmin, 'listAccounts'> & Pick<Ledger, 'listRequests' | 'readLog'>;

/**
 * Reads every evaluation in the stored answers of judged requests, account by account, the newest first. Under zero
 * data retention no answer is stored.
 * @returns how many requests were read.
 * @throws Error for an unknown account; the signal's reason once it is aborted.
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
  let requestCount = 0;
  for (const { id } of accounts) {
    let requestsLeft = last;
    for await (const request of judgedRequests(ledger, id, { sinceMs, signal })) {
      const place = { accountId: id, requestId: request.requestId };
      const versions = await readText(ledger, { ...place, text: 'judged_with' });
      const response = await readText(ledger, { ...place, text: 'response' });
      // Pruned meanwhile.
      if (versions === undefined || response === undefined) continue;
      const judgedWith: JudgedWith = JSON.parse(versions);
      const { evaluations }: Pick<PromptResponse, 'evaluations'> = JSON.parse(response);
      for (const evaluation of evaluations) reader.evaluation(evaluation, id, judgedWith);
      requestCount += 1;
      reader.request(requestCount);
      requestsLeft -= 1;
      if (requestsLeft === 0) break;
    }
  }
  return requestCount;
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

/** @returns undefined where it is not stored any more. */
async function readText(
  ledger: ReadableLedger,
  place: Omit<LogPiece, 'offsetBytes'>,
): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  for (let offsetBytes = 0; ;) {
    const piece = await ledger.readLog({ ...place, offsetBytes });
    if (piece === undefined) return undefined;
    if (piece.byteLength === 0) break;
    pieces.push(piece);
    offsetBytes += piece.byteLength;
  }
  return pieces.length === 0 ? undefined : Buffer.concat(pieces).toString('utf8');
}
