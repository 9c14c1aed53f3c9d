import type { TextResult } from '../ledger-operation.ts';
import type { Recovery } from '../ledger.ts';
import type { Storable } from '../texts/storable.ts';

export interface AttendantSettings {
  readonly url: string;
  readonly bootId: string;
  readonly leaseMs: number;
  /** Bound on the texts kept of one account, bytes. */
  readonly maxTextBytes: number;
  /** The same of answers in its cache. */
  readonly maxCacheBytes: number;
}

export type AttendantRequest =
  | { readonly kind: 'keep-lease' }
  | { readonly kind: 'texts'; readonly texts: readonly Storable[] }
  | { readonly kind: 'close' };

export type AttendantAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'recovered'; readonly recovery: Recovery }
  | { readonly kind: 'corrupt'; readonly reason: string }
  | { readonly kind: 'texts'; readonly results: readonly TextResult[] };
