/** @import { ModelDescription } from '../../generated/models-response.ts' */
/** @import { Draft } from '../ask/draft.js' */

const MODELS = 3;
const JUDGES = 2;

/**
 * A choice of models and judges with a name.
 * @typedef {object} Preset
 * @property {string} name
 * @property {Pick<Draft, 'models' | 'judges'>} chosen
 */

/**
 * Choices made of the models that this gateway can run, each from another provider as far as there are so many. Pure.
 * @param {readonly ModelDescription[]} models In the gateway's order.
 * @param {string} today As 2026-11-23; models that are shut down by then are left out.
 * @returns {readonly Preset[]}
 */
export function presetsOf(models, today) {
  const able = models.filter(
    ({ configured, shutdown }) => configured && (shutdown == null || shutdown > today),
  );
  const flagships = ofProviders(
    able.filter(({ group }) => group === 'reasoning'),
    MODELS,
  );
  const fast = ofProviders(
    able.filter(({ group }) => group === 'fast'),
    MODELS,
  );
  const judges = ofProviders(
    able.filter(({ judge }) => judge === 'primary'),
    JUDGES,
  );
  return [
    { name: 'Fast three', chosen: { models: fast, judges: [] } },
    { name: 'Fast three, judged', chosen: { models: fast, judges } },
    { name: 'Flagships and two judges', chosen: { models: flagships, judges } },
  ].filter(({ chosen }) => chosen.models.length > 1);
}

/**
 * @param {readonly ModelDescription[]} models
 * @param {number} count
 * @returns {readonly string[]}
 */
function ofProviders(models, count) {
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const { id, provider } of models) if (!first.has(provider)) first.set(provider, id);
  const chosen = [...first.values()];
  const others = models.map(({ id }) => id).filter((id) => !chosen.includes(id));
  return [...chosen, ...others].slice(0, count);
}
