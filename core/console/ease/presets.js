/** @import { ModelDescription, PanelDescription } from '../../generated/models-response.ts' */
/** @import { Draft } from '../ask/draft.js' */
import { EMPTY_DRAFT } from '../ask/draft.js';
import { chooseJudges } from '../../client/choose-judges.ts';

const MODELS = 3;

/**
 * A choice of models and judges with a name.
 * @typedef {object} Preset
 * @property {string} name
 * @property {Pick<Draft, 'models' | 'judges'> & Partial<Draft>} chosen
 */

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
  const flagships = bestOf(able.filter(({ group }) => group === 'reasoning'));
  const fast = bestOf(able.filter(({ group }) => group === 'fast'));
  const judgesOf = (/** @type {readonly string[]} */ chosen) => chooseJudges(able, chosen);
  return [
    { name: 'Fast three', chosen: { models: fast, judges: [] } },
    { name: 'Fast three, judged', chosen: { models: fast, judges: judgesOf(fast) } },
    { name: 'Flagships and two judges', chosen: { models: flagships, judges: judgesOf(flagships) } },
  ].filter(({ chosen }) => chosen.models.length > 1);
}

/**
 * The first model of each provider, and of those the dearest: what a provider asks most for is what it thinks most of.
 * @param {readonly ModelDescription[]} models
 * @returns {readonly string[]}
 */
function bestOf(models) {
  const isFirst = (/** @type {ModelDescription} */ model) =>
    models.find(({ provider }) => provider === model.provider) === model;
  const dearest = models
    .filter(isFirst)
    .toSorted((one, other) => other.price.outputUsdPerMillion - one.price.outputUsdPerMillion);
  const others = models.filter((model) => !isFirst(model));
  return [...dearest, ...others].slice(0, MODELS).map(({ id }) => id);
}
