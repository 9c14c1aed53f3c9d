import type { TextResult } from '../ledger-operation.ts';
import type { Recovery, Texts } from '../ledger.ts';

export interface AttendantSettings {
  readonly url: string;
  readonly bootId: string;
  readonly leaseMs: number;
  /** Bound on the texts kept of one account, bytes. */
  readonly maxTextBytes: number;
}

export type AttendantRequest =
  | { readonly kind: 'keep-lease' }
  | { readonly kind: 'texts'; readonly texts: readonly Texts[] }
  | { readonly kind: 'close' };

export type AttendantAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'recovered'; readonly recovery: Recovery }
  | { readonly kind: 'corrupt'; readonly reason: string }
  | { readonly kind: 'texts'; readonly results: readonly TextResult[] };
