// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * How far a request has come.
 */
export interface PromptStatus {
  /**
   * Identifies the request.
   */
  readonly promptLogId: string;
  /**
   * `running`: it runs. `settled`: it has ended and was charged. `voided`: the gateway failed, and nothing was charged.
   */
  readonly state: 'running' | 'settled' | 'voided';
  /**
   * The hold. The charge may be more.
   */
  readonly creditsHeld: number;
}
