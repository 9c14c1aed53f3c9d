import type { RequestRecord } from '../ledger.ts';
import type { LogPiece } from '../log-piece.ts';

export type RecordQuestion =
  | { readonly kind: 'find'; readonly accountId: number; readonly requestId: string }
  | ({ readonly kind: 'piece' } & LogPiece);

/** What travels to the thread, and what comes back for it. */
export interface RecordRequest {
  readonly id: number;
  readonly question: RecordQuestion;
}
export type RecordAnswer =
  | { readonly id: number; readonly kind: 'find'; readonly record: RequestRecord | undefined }
  | { readonly id: number; readonly kind: 'piece'; readonly piece: Uint8Array<ArrayBuffer> | undefined }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };
