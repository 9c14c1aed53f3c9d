/** @import { ModelDescription } from '../generated/models-response.ts' */

/**
 * Models that this gateway can run.
 * @param {readonly ModelDescription[]} models
 * @param {string} today As 2026-11-23; models that are shut down by then are left out.
 */
export function ableModels(models, today) {
  return models.filter(({ configured, shutdown }) => configured && (shutdown == null || shutdown > today));
}
