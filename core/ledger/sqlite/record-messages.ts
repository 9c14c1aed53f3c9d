import type { ListedKey, MeteredOutput, RequestRecord } from '../ledger.ts';
import type { Row } from '../ledger-row.ts';
import type { CacheQuery } from '../answers/cached-answer.ts';
import type { LogPiece } from '../texts/log-piece.ts';
import type { RequestPage, RequestPageQuery } from '../requests/request-page.ts';
import type { AccountUsage, UsageStep } from '../usage/usage-in-steps.ts';
import type { UsageQuery } from '../usage/usage.ts';

export type RecordQuestion =
  | { readonly kind: 'find'; readonly accountId: number; readonly requestId: string }
  | ({ readonly kind: 'piece' } & LogPiece)
  | ({ readonly kind: 'answer' } & CacheQuery)
  | ({ readonly kind: 'page' } & RequestPageQuery)
  /** Accounts take turns; what is asked of all of them has a turn of its own. */
  | { readonly kind: 'outputs'; readonly accountId: null; readonly minimumCalls: number }
  | { readonly kind: 'keys'; readonly accountId: number | null }
  | { readonly kind: 'usage'; readonly accountId: null; readonly query: UsageQuery }
  | { readonly kind: 'usage-step'; readonly accountId: number; readonly query: AccountUsage };

/** What travels to the thread, and what comes back for it. */
export interface RecordRequest {
  readonly id: number;
  readonly question: RecordQuestion;
}
export type RecordAnswer =
  | { readonly id: number; readonly kind: 'find'; readonly record: RequestRecord | undefined }
  | { readonly id: number; readonly kind: 'piece'; readonly piece: Uint8Array<ArrayBuffer> | undefined }
  | { readonly id: number; readonly kind: 'answer'; readonly answer: Uint8Array<ArrayBuffer> | undefined }
  | { readonly id: number; readonly kind: 'page'; readonly page: RequestPage }
  | { readonly id: number; readonly kind: 'outputs'; readonly outputs: readonly MeteredOutput[] }
  | { readonly id: number; readonly kind: 'keys'; readonly keys: readonly ListedKey[] }
  | { readonly id: number; readonly kind: 'usage'; readonly rows: readonly Row[] }
  | { readonly id: number; readonly kind: 'usage-step'; readonly step: UsageStep }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };
