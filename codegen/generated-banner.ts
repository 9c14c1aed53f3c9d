/** First line of every generated TypeScript file. */
export const GENERATED_BANNER =
  '// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.';
