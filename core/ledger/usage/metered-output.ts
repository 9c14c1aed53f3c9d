/** Output tokens of one model in one role, over the ledger's latest calls, at most 1,000 of each account. */
export interface MeteredOutput {
  readonly modelId: string;
  readonly role: 'contestant' | 'judge';
  readonly calls: number;
  /** The 99th percentile. */
  readonly likelyTokens: number;
  readonly meanTokens: number;
  /** At least three accounts have a 99th percentile this high, over their own calls; 0 if fewer have calls. */
  readonly commonTokens: number;
}
