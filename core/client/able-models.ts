import type { ModelDescription } from '../generated/models-response.ts';

/**
 * Models that this gateway can run.
 * @param today as 2026-11-23; models that are shut down by then are excluded.
 */
export function ableModels(models: readonly ModelDescription[], today: string): readonly ModelDescription[] {
  return models.filter(({ configured, shutdown }) => configured && (shutdown == null || shutdown > today));
}
