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

/** The request whose answers are shown too. */
export const JUDGED: JsonObject = judged;
/** The same answers, compared alone. */
export const COMPARISON: JsonObject = comparison;

/** Bodies of POST /api/v1/prompt. The tests send each to the gateway as it stands. */
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
 * Those of the examples that fit the registry, by name. An operator's own registry may hold none of their models: then
 * one that any registry can run.
 * @param promptRequest the request's schema (draft-07), with the registry's models and tuning in it.
 */
export function requestExamples(
  promptRequest: JsonObject,
  models: readonly Model[],
): Readonly<Record<string, RequestExample>> {
  // Annotations of our own stand in the schema; codegen has checked it before. Without the last two, the code of
  // thousands of models with tuning would nest too deep to be read.
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

/** Two models of different providers where there are several, and a recommended judge where there is one. */
function judgedAmong(models: readonly Model[]): JsonObject {
  const [first] = models;
  if (first === undefined) throw new Error('an example needs a model, and the registry is empty');
  const second = models.find(({ provider }) => provider !== first.provider) ?? models[1] ?? first;
  const judge = models.find((model) => model.judge === 'primary') ?? first;
  return { ...judged, models: [first.id, second.id], judges: [judge.id] };
}
