// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * Which of two answers is better.
 */
export interface VoteRequest {
  /**
   * Position of an answer in the `models` of the request, from 0.
   */
  readonly a: number;
  /**
   * Position of another one.
   */
  readonly b: number;
  /**
   * The better answer, or `tie`. Null takes the vote back.
   */
  readonly winner: 'a' | 'b' | 'tie' | null;
}
