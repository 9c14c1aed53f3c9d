/** @import { ModelDescription, PanelDescription } from '../../generated/models-response.ts' */
/** @import { Draft } from '../ask/draft.js' */
import { EMPTY_DRAFT } from '../ask/draft.js';

const MODELS = 3;
const JUDGES = 2;

/**
 * A choice of models and judges with a name.
 * @typedef {object} Preset
 * @property {string} name
 * @property {Pick<Draft, 'models' | 'judges'> & Partial<Draft>} chosen
 */

/**
 * Models that this gateway can run.
 * @param {readonly ModelDescription[]} models
 * @param {string} today As 2026-11-23; models that are shut down by then are left out.
 */
export function ableModels(models, today) {
  return models.filter(({ configured, shutdown }) => configured && (shutdown == null || shutdown > today));
}

/**
 * The operator's panels of which every model and judge can run. A model that a panel names twice is chosen once.
 * @param {readonly PanelDescription[]} panels
 * @param {readonly ModelDescription[]} able
 * @returns {readonly Preset[]}
 */
export function panelPresets(panels, able) {
  const ids = new Set(able.map(({ id }) => id));
  return panels
    .filter(({ models, judges }) => [...models, ...judges].every((id) => ids.has(id)))
    .map(({ id, models, judges, judge_weights: weights, judge_prompt: judgePrompt = '' }) => ({
      name: id,
      chosen: {
        models: [...new Set(models)],
        judges: [...new Set(judges)],
        weights: { ...EMPTY_DRAFT.weights, ...weights },
        judgePrompt,
      },
    }));
}

/**
 * Choices made of models that can run, each from another provider as far as there are so many. Pure.
 * @param {readonly ModelDescription[]} able In the gateway's order.
 * @returns {readonly Preset[]}
 */
export function presetsOf(able) {
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
