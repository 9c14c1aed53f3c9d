// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { Panel } from './panel.ts';
import { validatePanel } from './panel-validator.ts';

/** Whether a parsed file has the shape of a panel. */
export function isPanel(value: unknown): value is Panel {
  // The validator is plain JavaScript; this is its type.
  return (validatePanel as unknown as (value: unknown) => boolean)(value);
}
