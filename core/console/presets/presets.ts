import type { ModelDescription, PanelDescription } from '../../generated/models-response.ts';
import { EMPTY_DRAFT, type Draft } from '../form/draft.ts';
import { ableModels } from '../../client/able-models.ts';
import { chooseJudges } from '../../client/choose-judges.ts';

const MODELS = 3;

/** A named choice of models and judges. */
export interface Preset {
  readonly name: string;
  readonly selection: Pick<Draft, 'models' | 'judges'> & Partial<Draft>;
}

/**
 * The presets whose models can run, built-in ones before the operator's panels. Pure.
 * @param today as 2026-11-23.
 */
export function presetsFor(
  models: readonly ModelDescription[],
  panels: readonly PanelDescription[],
  today: string,
): readonly Preset[] {
  const able = ableModels(models, today);
  return [...presetsOf(able), ...panelPresets(panels, able)];
}

/** The operator's panels whose models and judges can all run. Duplicates in a panel are removed. */
function panelPresets(
  panels: readonly PanelDescription[],
  able: readonly ModelDescription[],
): readonly Preset[] {
  const ids = new Set(able.map(({ id }) => id));
  return panels
    .filter(({ models, judges }) => [...models, ...judges].every((id) => ids.has(id)))
    .map(({ id, models, judges, judge_weights: weights, judge_prompt: judgePrompt = '' }) => ({
      name: id,
      selection: {
        models: [...new Set(models)],
        judges: [...new Set(judges)],
        weights: { ...EMPTY_DRAFT.weights, ...weights },
        judgePrompt,
        judgeUntil: '',
      },
    }));
}

/**
 * The built-in presets. Their models have different providers if there are enough. Pure.
 * @param able models that can run, in the gateway's order.
 */
function presetsOf(able: readonly ModelDescription[]): readonly Preset[] {
  const flagships = bestOf(able.filter(({ group }) => group === 'reasoning'));
  const fast = bestOf(able.filter(({ group }) => group === 'fast'));
  const judgesOf = (contestants: readonly string[]) => chooseJudges(able, contestants);
  return [
    { name: 'Fast three', selection: { models: fast, judges: [] } },
    { name: 'Fast three, judged', selection: { models: fast, judges: judgesOf(fast) } },
    { name: 'Flagships and two judges', selection: { models: flagships, judges: judgesOf(flagships) } },
  ].filter(({ selection }) => selection.models.length > 1);
}

/** The first model of each provider, the most expensive first, because price indicates quality. */
function bestOf(models: readonly ModelDescription[]): readonly string[] {
  const isFirst = (model: ModelDescription) =>
    models.find(({ provider }) => provider === model.provider) === model;
  const dearest = models
    .filter(isFirst)
    .toSorted((one, other) => other.price.outputUsdPerMillion - one.price.outputUsdPerMillion);
  const others = models.filter((model) => !isFirst(model));
  return [...dearest, ...others].slice(0, MODELS).map(({ id }) => id);
}
