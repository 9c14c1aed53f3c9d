import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { GatewayError, unavailableNow } from '../errors.ts';
import type { IdempotencyClaim, KeyUse, Ledger } from '../ledger/ledger.ts';
import type { RecentReplies } from '../stores/recent-replies.ts';
import { asAsync, slicesOf } from '../text/slices-of.ts';
import { type JsonPieces, lengthOf } from '../text/plain-json.ts';

/** The first answer to an idempotency key, byte for byte, as JSON in UTF-8. */
export interface EarlierReply {
  readonly requestId: string;
  readonly bytes: number;
  /** Reads each piece on demand. It throws GatewayError 503 if the rest cannot be read. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The places where an earlier answer may be: the ledger, and the memory of this gateway. */
export interface ReplyStores {
  readonly ledger: Pick<Ledger, 'readLog' | 'isErased'>;
  readonly recentReplies: RecentReplies;
}

/**
 * Finds the first answer to a repetition that no longer passes the checks, because the registry or a limit has changed
 * since. Nothing is held or run.
 * @param refusal the error of the repetition.
 * @param claim null if the request has no key.
 * @throws the refusal itself if it is no failed check, or the key is free or was used with another body; GatewayError 409,
 * or 503 if the ledger cannot be read.
 */
export async function findEarlierReply(
  refusal: unknown,
  accountId: number,
  claim: IdempotencyClaim | null,
  stores: ReplyStores & { readonly ledger: Pick<Ledger, 'findReply'> },
): Promise<EarlierReply> {
  const isRefused = refusal instanceof GatewayError && refusal.code === 'validation-failed';
  if (claim === null || !isRefused) throw refusal;
  const use = await stores.ledger.findReply(accountId, claim).catch((cause: unknown) => {
    throw unavailableNow('The ledger cannot be read now: nothing was run or charged.', cause);
  });
  if (use === undefined || use.outcome === 'key_mismatch') throw refusal;
  return await openReply(use, accountId, stores);
}

/**
 * Opens the answer that a key has, or throws why there is none. The stored answer is read as it is sent, never whole.
 */
export async function openReply(use: KeyUse, accountId: number, stores: ReplyStores): Promise<EarlierReply> {
  if (use.outcome === 'key_mismatch')
    throw new GatewayError('idempotency-mismatch', {
      detail: 'Send a new Idempotency-Key with a new body: a key belongs to one body for 24 hours.',
    });
  if (use.outcome !== 'settled') throw new RequestInFlight(use.requestId);
  const { requestId, responseBytes: bytes, chargeMicroCredits } = use;
  const reply = await openRetainedReply({ accountId, requestId, bytes }, stores, UNREADABLE_NOT_RUN);
  if (reply !== undefined) return reply;
  // The text is gone for good. The request is never run a second time under its key.
  throw new GatewayError('result-not-retained', {
    detail: 'The request has ended and is not run again under this key. To run it again, send a new key.',
    members: { promptLogId: requestId, creditsUsed: creditsFromMicroCredits(chargeMicroCredits) },
    headers: { 'X-Prompt-Log-Id': requestId },
  });
}

/**
 * Opens an answer from the ledger or, if the ledger has no text, from this gateway's memory.
 * @param bytes null if the ledger keeps no text.
 * @param unreadable the detail of the 503.
 * @returns undefined if there is no answer, or no longer.
 * @throws GatewayError 503 if it cannot be read.
 */
export async function openRetainedReply(
  {
    accountId,
    requestId,
    bytes,
  }: { readonly accountId: number; readonly requestId: string; readonly bytes: number | null },
  stores: ReplyStores,
  unreadable = UNREADABLE,
): Promise<EarlierReply | undefined> {
  if (bytes !== null) {
    const readFrom: ReadFrom = (offsetBytes) =>
      stores.ledger
        .readLog({ accountId, requestId, text: 'response', offsetBytes })
        .catch(refuseUnreadable(unreadable));
    // The first piece is read at once, while the HTTP status can still say that the answer is gone.
    const first = await readFrom(0);
    if (first !== undefined) return { requestId, bytes, pieces: piecesOf(first, bytes, readFrom) };
  }
  const recent = await findRecent(accountId, requestId, stores, unreadable);
  return recent === undefined
    ? undefined
    : { requestId, bytes: lengthOf(recent), pieces: asAsync(slicesOf(recent)) };
}

/**
 * Finds a reply that only this gateway's memory has. The ledger is asked first whether the account's texts were erased
 * since, because another gateway or a command may have done that.
 * @param unreadable the detail of the 503.
 * @throws GatewayError 503 if the ledger cannot be read.
 */
export async function findRecent(
  accountId: number,
  requestId: string,
  { ledger, recentReplies }: ReplyStores,
  unreadable = UNREADABLE,
): Promise<JsonPieces | undefined> {
  if (recentReplies.find(requestId) === undefined) return undefined;
  const isErased = await ledger.isErased(accountId, requestId).catch(refuseUnreadable(unreadable));
  if (isErased) recentReplies.forget(requestId);
  return recentReplies.find(requestId);
}

/** Reads a piece of the stored answer; undefined if that is gone. */
type ReadFrom = (offsetBytes: number) => Promise<Uint8Array | undefined>;

async function* piecesOf(
  first: Uint8Array,
  bytes: number,
  readFrom: ReadFrom,
): AsyncGenerator<Uint8Array, void> {
  let piece: Uint8Array | undefined = first;
  for (let offsetBytes = 0; ;) {
    // The answer was pruned while it was sent, and the part that has left cannot be taken back.
    if (piece === undefined || piece.byteLength === 0) throw new Error('the stored answer is gone');
    offsetBytes += piece.byteLength;
    yield* slicesOf([piece]);
    if (offsetBytes >= bytes) return;
    piece = await readFrom(offsetBytes);
  }
}

const UNREADABLE = 'The stored answer cannot be read now. Repeat the request.';
/** For a repetition, whose client has to know whether it was run once more. */
const UNREADABLE_NOT_RUN =
  'The stored answer cannot be read now: nothing was run or charged. Repeat the request.';

function refuseUnreadable(detail: string): (cause: unknown) => never {
  return (cause) => {
    throw unavailableNow(detail, cause);
  };
}

/** A repetition of a request that still runs. */
export class RequestInFlight extends GatewayError {
  readonly requestId: string;

  /** @param requestId of the request that runs. */
  constructor(requestId: string) {
    super('request-in-flight', {
      detail: 'Nothing was run or charged for this repetition. Repeat it once the first one has ended.',
      headers: { 'Retry-After': '1', 'X-Prompt-Log-Id': requestId },
    });
    this.requestId = requestId;
  }
}
