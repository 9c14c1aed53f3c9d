import { type CallShape, inputTokens, WORST } from '../../billing/quote.ts';
import type { ModelCall, Settings } from '../../contract.ts';
import type { AppliedTuning } from './tuning.ts';
import type { Warning } from './warning.ts';

/** The generation settings that the caller sent. An absent one was not sent. */
export interface CallerSettings {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/** The settings that a model gets, with a warning for each change. */
export interface PlannedSettings {
  readonly settings: Settings;
  readonly warnings: readonly Warning[];
}

const POINTER = '/generation_settings';

/** Reduces the caller's settings to what this model supports. Each change is a warning. */
export function planSettings(
  { model, provider }: Pick<ModelCall, 'model' | 'provider'>,
  callerSettings: CallerSettings,
  tuning: AppliedTuning,
): PlannedSettings {
  const warnings: Warning[] = [];
  const leaveOut = (name: 'temperature' | 'topP', why: string): undefined => {
    const message = `${name} is left out: ${why}`;
    warnings.push({ code: 'parameter_left_out', pointer: `${POINTER}/${name}`, message });
    return undefined;
  };
  const { temperature: temperatures, topP: topPs, together, greedyTopP } = model.sampling;

  const reduced = (
    name: 'temperature' | 'topP',
    range: readonly [number, number] | null,
  ): number | undefined => {
    const value = callerSettings[name];
    if (value === undefined) return undefined;
    if (range === null) return leaveOut(name, 'this model does not take it');
    if (tuning.samplingDroppedBy !== undefined)
      return leaveOut(name, `this model does not take it beside ${tuning.samplingDroppedBy}`);
    if (value >= range[0] && value <= range[1]) return value;
    const nearest = Math.min(range[1], Math.max(range[0], value));
    const message = `${name} is set to ${nearest}: this model takes ${range[0]} to ${range[1]}`;
    warnings.push({ code: 'parameter_adjusted', pointer: `${POINTER}/${name}`, message });
    return nearest;
  };

  const temperature = reduced('temperature', temperatures);
  let topP = reduced('topP', topPs);
  if (temperature !== undefined && topP !== undefined && !together)
    topP = leaveOut('topP', 'this model does not take it beside temperature');
  if (temperature === 0 && topP !== undefined && greedyTopP !== null && topP !== greedyTopP) {
    topP = greedyTopP;
    const message = `topP is set to ${greedyTopP}, the only value this model takes beside temperature 0`;
    warnings.push({ code: 'parameter_adjusted', pointer: `${POINTER}/topP`, message });
  }
  // A cap is always sent, so that `creditsAtMost` is a bound.
  const { outputTokens, defaultOutputTokens } = model.limits;
  const { minTokens } = provider.rules;
  const { maxTokens: callerMaxTokens = defaultOutputTokens } = callerSettings;
  const requested = callerMaxTokens + tuning.extraMaxTokens;
  if (callerSettings.maxTokens !== undefined && requested > outputTokens) {
    const message = `the output is limited to ${outputTokens} tokens, the most this model gives`;
    warnings.push({ code: 'max_tokens_lowered', pointer: `${POINTER}/maxTokens`, message });
  }
  if (callerSettings.maxTokens !== undefined && requested < minTokens) {
    const message = `the output is limited to ${minTokens} tokens, the lowest limit the provider takes`;
    warnings.push({ code: 'max_tokens_raised', pointer: `${POINTER}/maxTokens`, message });
  }
  const maxTokens = Math.max(minTokens, Math.min(outputTokens, requested));
  return {
    settings: {
      maxTokens,
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
    },
    warnings,
  };
}

/** The count leaves out the results of a search and a cached resource, because they are not part of the prompt. */
const NOTHING_BESIDE = { webSearch: false, cachedResource: false };

/**
 * Lowers the caller's output cap if cap and prompt together exceed the context and the provider would refuse that. The
 * prompt is counted by the high bound that the hold uses, so the cap never falls below the model's default, for which
 * there may still be room.
 * @param textBytes the size of all texts and the schema.
 */
export function fitContext(
  planned: PlannedSettings,
  call: CallShape & Pick<ModelCall, 'provider'>,
  textBytes: number,
): PlannedSettings {
  const { contextTokens, defaultOutputTokens } = call.model.limits;
  const { maxTokens } = planned.settings;
  if (!call.provider.rules.capWithinContext || maxTokens <= defaultOutputTokens) return planned;
  const availableTokens = Math.max(
    defaultOutputTokens,
    contextTokens - inputTokens({ ...call, textTokens: textBytes, ...NOTHING_BESIDE }, WORST),
  );
  if (maxTokens <= availableTokens) return planned;
  const message = `the output is limited to ${availableTokens} tokens, since prompt and output share a context of ${contextTokens}`;
  return {
    settings: { ...planned.settings, maxTokens: availableTokens },
    warnings: [
      ...planned.warnings.filter(({ code }) => code !== 'max_tokens_lowered'),
      { code: 'max_tokens_lowered', pointer: `${POINTER}/maxTokens`, message },
    ],
  };
}
