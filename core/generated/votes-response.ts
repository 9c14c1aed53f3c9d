// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * What the account has voted on the answers of one request.
 */
export interface VotesResponse {
  /**
   * One for each pair that was voted on, in the order of the pairs.
   *
   * @maxItems 1000
   */
  readonly votes: readonly Vote[];
}
/**
 * Which of two answers somebody of the account finds better.
 */
export interface Vote {
  /**
   * Position of an answer in the `models` of the request, from 0.
   */
  readonly a: number;
  /**
   * Position of the other one, greater than `a`, whichever way round they were sent.
   */
  readonly b: number;
  /**
   * The better answer, or `tie`.
   */
  readonly winner: 'a' | 'b' | 'tie';
}
