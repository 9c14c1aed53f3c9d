import type {
  Attachment,
  FaultCode,
  JsonObject,
  Model,
  ModelCall,
  Provider,
  TextBlock,
  Turn,
} from '../contract.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import { applyTuning } from './apply-tuning.ts';
import { cacheWarnings } from './cache-warnings.ts';
import { canTakeFiles } from './can-take-files.ts';
import { fitSchema, type FittedSchema } from './fit-schema.ts';
import { planSettings, type AskedSettings } from './plan-settings.ts';
import type { Warning } from './warning.ts';

/** What is asked of one model, in the gateway's own terms; a judge's question has the same shape. */
export interface Question {
  readonly system: readonly TextBlock[];
  readonly turns: readonly Turn[];
  readonly attachments: readonly Attachment[];
  readonly settings: AskedSettings;
  readonly tuning: Readonly<Record<string, unknown>>;
  readonly outputSchema: JsonObject | undefined;
  /** Steers calls of one prefix to one cache, where the provider takes such a key; undefined to send none. */
  readonly cacheKey: string | undefined;
}

/** Everything about one run that is known before a byte leaves. */
export interface PlannedCall {
  readonly entry: RegistryEntry;
  readonly call: ModelCall;
  readonly warnings: readonly Warning[];
  /** Set where the question has an output schema. */
  readonly fitted: FittedSchema | undefined;
  /** What the tuning asks of the provider beyond tokens; it decides what the call can cost. */
  readonly asked: { readonly webSearch: boolean; readonly cachedResource: boolean };
  /** The run cannot succeed, and nothing is sent or held for it. */
  readonly fault: FaultCode | undefined;
}

/** Reduces a question to what this model supports, by its manifest; whatever is changed is a warning. */
export function planCall(entry: RegistryEntry, question: Question): PlannedCall {
  const { model, provider } = entry;
  const tuning = applyTuning(model, question.tuning);
  const settings = planSettings(model, question.settings, tuning);
  const schema = question.outputSchema;
  const fitted = schema === undefined ? undefined : fitSchema(schema, model, provider);
  const keepsBreakpoints = model.caching.mode === 'explicit';
  const told = schema !== undefined && fitted?.enforcement === 'instruction' ? [instruction(schema)] : [];
  const system = [...question.system, ...told];
  return {
    entry,
    call: {
      model,
      provider,
      system: system.map((block) => ({
        ...block,
        cacheBreakpoint: block.cacheBreakpoint && keepsBreakpoints,
      })),
      turns: question.turns.map((turn) => ({
        ...turn,
        cacheBreakpoint: turn.cacheBreakpoint && keepsBreakpoints,
      })),
      attachments: question.attachments,
      settings: settings.settings,
      fields: withCacheKey(tuning.fields, provider, question.cacheKey),
      outputSchema: fitted?.schema,
    },
    warnings: [...settings.warnings, ...tuning.warnings, ...cacheWarnings(model, question)],
    fitted,
    asked: { webSearch: asksSearch(model, question), cachedResource: asksCachedResource(model, question) },
    fault: canTakeFiles(question.attachments, model, provider) ? undefined : 'attachment_unsupported',
  };
}

function withCacheKey(
  fields: ModelCall['fields'],
  { promptCacheKey }: Provider,
  key: string | undefined,
): ModelCall['fields'] {
  return promptCacheKey === null || key === undefined ? fields : new Map([...fields, [promptCacheKey, key]]);
}

/** Searching and cached resources are asked for by tuning parameters; their manifests say what they cost. */
function asksSearch(model: Model, question: Question): boolean {
  return model.price.searchPicoUsd !== null && question.tuning['webSearch'] === true;
}

function asksCachedResource(model: Model, question: Question): boolean {
  return model.caching.mode === 'resource' && question.tuning['cachedContent'] !== undefined;
}

/** Last in the system text, so that what stands before it stays a cacheable prefix. */
function instruction(schema: JsonObject): TextBlock {
  const text = [
    'Answer with one JSON value and nothing else: no prose before or after it, no code fence.',
    'The value must satisfy this JSON Schema exactly, with every required property and no other:',
    JSON.stringify(schema),
  ].join('\n');
  return { text, cacheBreakpoint: false };
}
