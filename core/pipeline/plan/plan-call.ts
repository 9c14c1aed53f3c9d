import type {
  Attachment,
  FaultCode,
  JsonObject,
  Model,
  ModelCall,
  Provider,
  TextBlock,
  Turn,
} from '../../contract.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { NO_TEXTS, type LongTexts } from '../../text/long-text.ts';
import { applyTuning } from './apply-tuning.ts';
import { callTexts } from './call-texts.ts';
import { cacheWarnings } from './cache-warnings.ts';
import { canTakeFiles } from './can-take-files.ts';
import { fitSchema, type FittedSchema } from './fit-schema.ts';
import { fitContext } from './fit-context.ts';
import { planSettings, type AskedSettings } from './plan-settings.ts';
import { planTurns } from './plan-turns.ts';
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
  /** What the marks in its texts stand for; none where every text is written out. */
  readonly texts?: LongTexts;
}

/** Everything about one run that is known before a byte leaves. */
export interface PlannedCall {
  readonly entry: RegistryEntry;
  readonly call: ModelCall;
  /** What the marks in the call stand for. */
  readonly texts: LongTexts;
  /** UTF-8 bytes of the system text and the turns. */
  readonly textBytes: number;
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
  const schema = question.outputSchema;
  const fitted = schema === undefined ? undefined : fitSchema(schema, model, provider);
  const asked = callTexts(question);
  const { system: said, turns: history } =
    model.caching.mode === 'explicit' ? asked.withBreakpoints : asked.plain;
  const instruction = fitted?.instruction;
  const opened = planTurns(history, provider);
  const textBytes = asked.bytes + opened.addedBytes + Buffer.byteLength(instruction ?? '');
  const call = {
    model,
    provider,
    // Last in the system text, so that what stands before it stays a cacheable prefix.
    system: instruction === undefined ? said : [...said, { text: instruction, cacheBreakpoint: false }],
    turns: opened.turns,
    attachments: question.attachments,
    fields: withCacheKey(tuning.fields, provider, question.cacheKey),
    outputSchema: fitted?.schema,
  };
  const { settings, warnings } = fitContext(planSettings(entry, question.settings, tuning), {
    call,
    inputBytes: textBytes + (fitted?.schemaBytes ?? 0),
    asked: question.settings.maxTokens,
  });
  return {
    entry,
    call: { ...call, settings },
    texts: question.texts ?? NO_TEXTS,
    textBytes,
    warnings: [...warnings, ...tuning.warnings, ...opened.warnings, ...cacheWarnings(model, asked)],
    fitted,
    asked: { webSearch: asksSearch(model, question), cachedResource: asksCachedResource(model, question) },
    fault: faultOf(question, entry, textBytes),
  };
}

/** More text fits in a token only where it repeats itself: what is longer cannot fit the context by far. */
const MAX_BYTES_PER_TOKEN = 16;

/** Why the call cannot succeed, as far as that is certain before anything is sent. */
function faultOf(
  { attachments }: Question,
  { model, provider }: RegistryEntry,
  textBytes: number,
): FaultCode | undefined {
  if (!canTakeFiles(attachments, model, provider)) return 'attachment_unsupported';
  return textBytes > model.limits.contextTokens * MAX_BYTES_PER_TOKEN ? 'context_too_long' : undefined;
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
