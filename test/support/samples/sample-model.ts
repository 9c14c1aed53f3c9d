import type { ModelDescription } from '../../../core/generated/models-response.ts';

/** A model as `GET /api/v1/models` describes it, without tuning or a day of shutdown. */
export function sampleModel(id: string, changes: Partial<ModelDescription> = {}): ModelDescription {
  return {
    id,
    version: 'v',
    group: 'fast',
    provider: `provider of ${id}`,
    configured: true,
    allowed: true,
    judge: null,
    price: { inputUsdPerMillion: 1, outputUsdPerMillion: 1, cachedInputUsdPerMillion: 1 },
    limits: { contextTokens: 1, outputTokens: 1, defaultOutputTokens: 1 },
    accepts: [],
    temperature: null,
    topP: null,
    schemaEnforcement: 'native',
    caching: { mode: 'none', minTokens: null },
    tuning: {},
    shutdown: null,
    deprecated: null,
    successor: null,
    onShutdown: 'fail',
    ...changes,
  };
}
