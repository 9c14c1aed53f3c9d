// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.

/**
 * The label of a request.
 */
export interface LabelRequest {
  /**
   * As `label` of a prompt request. Null takes the label away.
   */
  readonly label: string | null;
}
