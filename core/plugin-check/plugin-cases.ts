import type { Attachment, Json, JsonObject, Model, ModelCall, TuningParameter } from '../contract.ts';
import type { ModelPlan } from '../pipeline/plan/model-plan.ts';
import { type ModelQuestion, planCall, wireCall } from '../pipeline/plan/plan-call.ts';
import { block, file, turn } from './sample-entry.ts';

export const PROMPT = 'PROMPT: how far is the moon?';
export const HISTORY = [
  turn('user', 'HISTORY-1: hello'),
  turn('assistant', 'HISTORY-2: hi'),
  turn('user', 'HISTORY-3: well'),
];
export const SYSTEM = [block('SYSTEM-1: be brief'), block('SYSTEM-2: be kind')];

export const OBJECT_SCHEMA = {
  type: 'object',
  properties: { kilometres: { type: 'number' }, sources: { type: 'array', items: { type: 'string' } } },
  required: ['kilometres', 'sources'],
  additionalProperties: false,
} satisfies JsonObject;

export const CACHE_KEY = 'cache-key-of-account-and-prefix';

/** A question whose texts are all short. */
type CaseQuestion = ModelQuestion & Pick<ModelCall, 'system' | 'turns'>;

export interface PluginCase {
  readonly name: string;
  readonly question: CaseQuestion;
}

/** The question that each case changes: the prompt alone. */
export function sampleQuestion(changes: Partial<CaseQuestion> = {}): CaseQuestion {
  return {
    system: [],
    turns: [turn('user', PROMPT)],
    attachments: [],
    settings: {},
    tuning: {},
    outputSchema: undefined,
    cacheKey: undefined,
    ...changes,
  };
}

/** The call for the sample question. */
export function sampleWireCall(plan: ModelPlan): ModelCall {
  return wireCall(planCall(plan, sampleQuestion()).call).call;
}

/** Makes texts that match a pattern. */
type Samples = (pattern: string) => readonly string[];

/**
 * The cases that a plugin must pass for a model, by the manifest of the model.
 * @param samples makes values of tuning parameters that have a pattern; these are left out by default.
 */
export function pluginCases(model: Model, samples: Samples = () => []): readonly PluginCase[] {
  const withPrompt = [...HISTORY, turn('user', PROMPT)];
  return [
    { name: 'plain text', question: sampleQuestion() },
    { name: 'history', question: sampleQuestion({ turns: withPrompt }) },
    {
      name: 'a history that begins with the assistant',
      question: sampleQuestion({ turns: withPrompt.slice(1) }),
    },
    { name: 'one system text', question: sampleQuestion({ system: SYSTEM.slice(0, 1), turns: withPrompt }) },
    { name: 'system blocks', question: sampleQuestion({ system: SYSTEM, turns: withPrompt }) },
    { name: 'four cache breakpoints', question: breakpoints() },
    {
      name: 'all settings at their lowest',
      question: sampleQuestion({ settings: { temperature: 0, topP: 0, maxTokens: 1 } }),
    },
    {
      name: 'all settings at their highest',
      question: sampleQuestion({ settings: { temperature: 2, topP: 1, maxTokens: 10_000_000 } }),
    },
    { name: 'a cache key', question: sampleQuestion({ system: SYSTEM, cacheKey: CACHE_KEY }) },
    { name: 'an output schema', question: sampleQuestion({ system: SYSTEM, outputSchema: OBJECT_SCHEMA }) },
    ...acceptedFiles(model).map((one) => ({
      name: `a file of type ${one.mediaType}`,
      question: sampleQuestion({ attachments: [one] }),
    })),
    { name: 'every file it accepts, with all else', question: everything(model, samples) },
    ...tuningCases(model, samples),
  ];
}

function breakpoints(): CaseQuestion {
  return sampleQuestion({
    system: SYSTEM.map((one) => ({ ...one, cacheBreakpoint: true })),
    turns: [...HISTORY.map((one, index) => ({ ...one, cacheBreakpoint: index < 2 })), turn('user', PROMPT)],
  });
}

function everything(model: Model, samples: Samples): CaseQuestion {
  const tuning = Object.entries(model.tuning).flatMap(([name, parameter]) =>
    edgeValues(parameter, samples)
      .slice(-1)
      .map((value) => [name, value] as const),
  );
  return sampleQuestion({
    system: SYSTEM,
    turns: [...HISTORY, turn('user', PROMPT)],
    attachments: acceptedFiles(model),
    settings: { temperature: 0.5, topP: 0.25, maxTokens: 2_000 },
    tuning: Object.fromEntries(tuning),
    outputSchema: OBJECT_SCHEMA,
  });
}

/** One file of each media type that a model reads. Each has other base64. */
function acceptedFiles(model: Model): readonly Attachment[] {
  const types = [...model.accepts.images, ...(model.accepts.pdf ? ['application/pdf'] : [])];
  return types.map((mediaType, index) => file(`file-${index}`, mediaType, `FILE${index}AAA`));
}

function tuningCases(model: Model, samples: Samples): readonly PluginCase[] {
  return Object.entries(model.tuning).flatMap(([name, parameter]) =>
    edgeValues(parameter, samples).map((value) => ({
      name: `${name} ${JSON.stringify(value)}`,
      question: sampleQuestion({ system: SYSTEM, tuning: { [name]: value } }),
    })),
  );
}

/** The ends of a parameter's range, both sides of each threshold in it, and each member of a list. */
function edgeValues(parameter: TuningParameter, samples: Samples): readonly Json[] {
  const ends = edgesOf(parameter.schema, samples);
  const numbers = ends.filter((value) => typeof value === 'number');
  const thresholds = parameter.cases.flatMap(({ below }) => (below === undefined ? [] : [below - 1, below]));
  return [
    ...ends,
    ...thresholds.filter((value) => value >= Math.min(...numbers) && value <= Math.max(...numbers)),
  ];
}

function edgesOf(schema: JsonObject, samples: Samples): readonly Json[] {
  const { enum: listed, oneOf, const: constant, pattern, type, minimum, maximum } = schema;
  if (Array.isArray(listed)) return listed;
  if (Array.isArray(oneOf)) return oneOf.flatMap((one: JsonObject) => edgesOf(one, samples));
  if (constant !== undefined) return [constant];
  if (typeof pattern === 'string') return samples(pattern);
  if (type === 'boolean') return [true, false];
  return [minimum, maximum].filter((end) => end !== undefined);
}
