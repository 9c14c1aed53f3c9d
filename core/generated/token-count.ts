// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * How long the input of a request is, as the gateway estimates it.
 */
export interface TokenCount {
  /**
   * System prompt, messages, functions and files, counted high: an estimate, which is mostly above what the provider counts. Of a panel's models the most.
   */
  readonly input_tokens: number;
}
