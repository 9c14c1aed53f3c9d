import { Ajv } from 'ajv';
import type { JsonObject, Model } from '../../core/contract.ts';
import attachment from '../examples/attachment.json' with { type: 'json' };
import cached from '../examples/cached.json' with { type: 'json' };
import comparison from '../examples/comparison.json' with { type: 'json' };
import conversation from '../examples/conversation.json' with { type: 'json' };
import judged from '../examples/judged.json' with { type: 'json' };
import judgedUntil from '../examples/judged-until.json' with { type: 'json' };
import namedPairs from '../examples/named-pairs.json' with { type: 'json' };
import structuredOutput from '../examples/structured-output.json' with { type: 'json' };
import tuned from '../examples/tuned.json' with { type: 'json' };
import twoModels from '../examples/two-models.json' with { type: 'json' };
import zeroDataRetention from '../examples/zero-data-retention.json' with { type: 'json' };

export interface RequestExample extends JsonObject {
  readonly summary: string;
  readonly value: JsonObject;
}

/** The request of the recorded answers. */
export const JUDGED: JsonObject = judged;
/** A comparison of the same answers. */
export const COMPARISON: JsonObject = comparison;

/** Bodies of POST /api/v1/prompt. Tests send each of them to a gateway. */
const EXAMPLES: Readonly<Record<string, RequestExample>> = {
  'two-models': { summary: 'One prompt, two models', value: twoModels },
  judged: { summary: 'Two models and a judge', value: judged },
  'named-pairs': { summary: 'One model against the others', value: namedPairs },
  'judged-until': { summary: 'Judged until the best is found', value: judgedUntil },
  'structured-output': { summary: 'The same JSON of every model', value: structuredOutput },
  tuned: { summary: 'Parameters by model', value: tuned },
  conversation: { summary: 'Earlier turns, and a prefix to cache', value: conversation },
  attachment: { summary: 'A file', value: attachment },
  cached: { summary: 'An earlier answer, if there is one', value: cached },
  'zero-data-retention': { summary: 'Nothing is kept', value: zeroDataRetention },
};

/**
 * The examples that are valid for the registry, by name. If an operator's registry has none of their models, the only
 * example is one for any registry.
 * @param promptRequest the request's schema (draft-07), with the registry's models and tuning in it.
 */
export function requestExamples(
  promptRequest: JsonObject,
  models: readonly Model[],
): Readonly<Record<string, RequestExample>> {
  // The schema is checked before and has our annotations. Without the last two options, the code for thousands of models
  // with tuning would nest too deeply to be parsed.
  const fits = new Ajv({
    strict: false,
    validateSchema: false,
    allErrors: true,
    inlineRefs: false,
  }).compile(promptRequest);
  const fitting = Object.entries(EXAMPLES).filter(([, { value }]) => fits(value));
  if (fitting.length > 0) return Object.fromEntries(fitting);
  return { judged: { summary: 'Two models and a judge', value: judgedAmong(models) } };
}

/** Uses two models of different providers and a recommended judge, if the registry has them. */
function judgedAmong(models: readonly Model[]): JsonObject {
  const [first] = models;
  if (first === undefined) throw new Error('an example needs a model, and the registry is empty');
  const second = models.find(({ provider }) => provider !== first.provider) ?? models[1] ?? first;
  const judge = models.find((model) => model.judge === 'primary') ?? first;
  return { ...judged, models: [first.id, second.id], judges: [judge.id] };
}
