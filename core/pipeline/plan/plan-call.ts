import type {
  Attachment,
  FaultCode,
  JsonObject,
  Model,
  ModelCall,
  Provider,
  TextBlock,
  ToolCall,
  Tools,
  Turn,
} from '../../contract.ts';
import type { PaidExtras } from '../../billing/quote.ts';
import { JsonSlots } from '../../text/json-slots.ts';
import { bytesOf, isBlank, type Text, tokensOf } from '../../text/shared-text.ts';
import { inputOf } from '../../tools/call-input.ts';
import type { RequestToolCall, RequestToolResult } from '../../tools/request-tools.ts';
import { fitSettings, type ModelPlan, NO_TUNING } from './model-plan.ts';
import { type CallerSettings, fitContext } from './plan-settings.ts';
import type { Obstacle } from '../../schema/widen-schema.ts';
import { fitSchema, type FittedSchema } from './fit-schema.ts';
import { type FittedTools, fitTools, type MeasuredTools, measureTools } from './plan-tools.ts';
import type { Warning } from './warning.ts';

/** A block of system text, which may be long. */
export interface LongBlock extends Omit<TextBlock, 'text'> {
  readonly text: Text;
}

/** A turn, whose texts may be long. */
export interface LongTurn extends Omit<Turn, 'text' | 'calls' | 'results'> {
  readonly text: Text;
  readonly calls?: readonly RequestToolCall[];
  readonly results?: readonly RequestToolResult[];
}

/** A planned call. It differs from the `ModelCall` that a plugin gets in that its texts may be long. */
export interface LongCall extends Omit<ModelCall, 'system' | 'turns'> {
  readonly system: readonly LongBlock[];
  readonly turns: readonly LongTurn[];
}

/** The question to one model, in the gateway's own terms. A judge's question has the same shape. */
export interface ModelQuestion {
  readonly system: readonly LongBlock[];
  readonly turns: readonly LongTurn[];
  readonly attachments: readonly Attachment[];
  readonly settings: CallerSettings;
  readonly tuning: Readonly<Record<string, unknown>>;
  readonly outputSchema: JsonObject | undefined;
  /** Absent for a judge, and if the request has no functions. */
  readonly tools?: Tools | undefined;
  /** Steers calls with the same prefix to one cache, if the provider takes such a key; undefined to send none. */
  readonly cacheKey: string | undefined;
  /** Set if they are computed once for several models. */
  readonly measured?: MeasuredTexts;
  /** Warnings that every result has. */
  readonly warnings?: readonly Warning[];
}

/** Everything that is known about one call before it is sent. */
export interface PlannedCall {
  readonly entry: ModelPlan;
  /** The ID that the request names, if another model runs in its place. */
  readonly inPlaceOf?: string | undefined;
  /** Points to the entry in the request that asks for it. */
  readonly pointer?: string | undefined;
  readonly call: LongCall;
  /** UTF-8 bytes of the system text and the turns. */
  readonly textBytes: number;
  /** Tokens of the same texts, counted high. Of a judge's call only the system text is counted. */
  readonly textTokens: number;
  /** How many tokens it typically reasons with this tuning; undefined if the tuning does not say. */
  readonly reasoningTokens: number | undefined;
  /** The output cap that the caller asks for; undefined if the model's own cap applies. */
  readonly callerMaxTokens: number | undefined;
  /** The tokens that the tuning adds to a caller's cap. */
  readonly extraMaxTokens: number;
  readonly warnings: readonly Warning[];
  /** Set if the question has an output schema. */
  readonly fitted: FittedSchema | undefined;
  /** Only tuning asks for them. */
  readonly paidExtras: PaidExtras;
  /** Set if the call cannot succeed, so that nothing is sent or held for it. */
  readonly fault: FaultCode | undefined;
}

/** The model that runs for an entry of `models`, `judges` or `fuse` on the day of the request. */
export interface ServedModel {
  /** Points to the entry in the request. */
  readonly pointer: string;
  /** The model that runs: the named one or its successor. */
  readonly entry: ModelPlan;
  /** The ID that the request names, if another model runs in its place. */
  readonly inPlaceOf?: string;
  /** Whether it is shut down and no other model runs in its place. */
  readonly isRetired: boolean;
  /** The tuning that the request gives it. */
  readonly tuning: ModelQuestion['tuning'];
  /** The ID under which the request may tune it: the named model's, or the successor's. */
  readonly tunedId: string;
  readonly warnings: readonly Warning[];
}

/**
 * Reduces a question to what this model supports by its manifest. Each change is a warning.
 * @param served the entry of the request that asks for the call.
 */
export function planCall(entry: ModelPlan, question: ModelQuestion, served?: ServedModel): PlannedCall {
  const { model, provider } = entry;
  const { promptCacheKey } = provider;
  const isUntuned = question.tuning === NO_TUNING;
  const fittedSettings =
    (isUntuned ? entry.untuned.get(question.settings) : undefined) ??
    fitSettings(entry, question, served?.tunedId);
  const { tuning } = fittedSettings;
  const schema = question.outputSchema;
  const { tools, warnings: toolWarnings } =
    question.tools === undefined ? WITHOUT_TOOLS : fitTools(question.tools, model);
  const isInstructed =
    tools !== undefined && (model.tools?.besideSchema === false || model.schemaEnforcement === 'forcedTool');
  const fitted = schema === undefined ? undefined : fitSchema(schema, model, provider, isInstructed);
  const measured = question.measured ?? measureTexts(question);
  const { prefix } = measured;
  const { system, turns: history } =
    model.caching.mode === 'explicit' ? question : (measured.withoutBreakpoints ?? question);
  const instruction = fitted?.instruction;
  const opening = provider.rules.userFirst && beginsWithAssistant(history) ? OPENING : undefined;
  const addedBytes = opening === undefined ? 0 : Buffer.byteLength(opening.text);
  const textBytes = measured.bytes + addedBytes + Buffer.byteLength(instruction ?? '');
  const call = {
    model,
    provider,
    // The instruction comes last, so that the caller's system text stays a cacheable prefix.
    system: instruction === undefined ? system : [...system, { text: instruction, cacheBreakpoint: false }],
    turns: opening === undefined ? history : [opening, ...history],
    attachments: question.attachments,
    fields:
      promptCacheKey === null || question.cacheKey === undefined
        ? tuning.fields
        : new Map([...tuning.fields, [promptCacheKey, question.cacheKey]]),
    outputSchema: fitted?.schema,
    ...(tools !== undefined && { tools }),
  };
  const callerMaxTokens = question.settings.maxTokens;
  const { settings, warnings } =
    callerMaxTokens === undefined
      ? fittedSettings.settings
      : fitContext(fittedSettings.settings, call, textBytes + (fitted?.schemaBytes ?? 0));
  return {
    entry,
    pointer: served?.pointer,
    inPlaceOf: served?.inPlaceOf,
    call: { ...call, settings },
    textBytes,
    textTokens: measured.tokens + addedBytes + (fitted?.tokens ?? 0),
    reasoningTokens: tuning.reasoningTokens,
    callerMaxTokens,
    extraMaxTokens: tuning.extraMaxTokens,
    warnings: [
      ...warnings,
      ...tuning.warnings,
      ...toolWarnings,
      ...(opening === undefined ? [] : [OPENING_ADDED]),
      ...(prefix === undefined || model.caching.mode !== 'explicit' ? [] : prefixWarnings(model, prefix)),
      ...(fitted?.obstacle === undefined ? [] : [obstacleWarning(fitted.obstacle, provider)]),
      ...(served?.warnings ?? []),
      ...(question.warnings ?? []),
    ],
    fitted,
    // Tuning parameters request them, and the manifest has their prices.
    paidExtras: {
      webSearch: model.price.searchPicoUsd !== null && question.tuning['webSearch'] === true,
      cachedResource: model.caching.mode === 'resource' && question.tuning['cachedContent'] !== undefined,
    },
    fault:
      served?.isRetired === true
        ? 'model_retired'
        : question.attachments.length > 0 && !canTakeFiles(question.attachments, model, provider)
          ? 'attachment_unsupported'
          : textBytes > entry.maxTextBytes
            ? 'context_too_long'
            : undefined,
  };
}

const WITHOUT_TOOLS: FittedTools = { tools: undefined, warnings: [] };
const NO_TOOLS: MeasuredTools = { bytes: 0, tokens: 0 };

/** Adds turns without a cache breakpoint. The rest of the plan stays, its `textTokens` and its output cap too. */
export function withTurns(planned: PlannedCall, turns: readonly LongTurn[]): PlannedCall {
  const { call, entry } = planned;
  const textBytes = turns.reduce((sum, { text }) => sum + bytesOf(text), planned.textBytes);
  const fault = planned.fault ?? (textBytes > entry.maxTextBytes ? 'context_too_long' : undefined);
  return { ...planned, call: { ...call, turns: [...call.turns, ...turns] }, textBytes, fault };
}

/** How long a question's texts and functions are, and a copy of them for models without cache breakpoints. */
export interface MeasuredTexts {
  /** The texts without their breakpoints; undefined if none has one. */
  readonly withoutBreakpoints: Pick<ModelQuestion, 'system' | 'turns'> | undefined;
  /** UTF-8 bytes of all of them, and of the functions. */
  readonly bytes: number;
  /** Counted high. */
  readonly tokens: number;
  /** The prefix that ends at the last breakpoint; undefined if there is none. */
  readonly prefix: { readonly bytes: number; readonly pointer: '/system_prompt' | '/history' } | undefined;
}

/**
 * Measures a question's texts and functions. Call it once for all models, because a request may have 264 texts and 64
 * models.
 */
export function measureTexts({
  system,
  turns,
  tools,
}: Pick<ModelQuestion, 'system' | 'turns' | 'tools'>): MeasuredTexts {
  let bytes = 0;
  let tokens = 0;
  let prefix: MeasuredTexts['prefix'];
  for (const [index, block] of [...system, ...turns].entries()) {
    const turn = turns[index - system.length];
    const hasCalls = (turn?.calls ?? turn?.results) !== undefined;
    for (const text of turn !== undefined && hasCalls ? textsIn(turn) : [block.text]) {
      bytes += bytesOf(text);
      tokens += tokensOf(text);
    }
    if (block.cacheBreakpoint)
      prefix = { bytes, pointer: index < system.length ? '/system_prompt' : '/history' };
  }
  const ofTools = tools === undefined ? NO_TOOLS : measureTools(tools);
  return {
    withoutBreakpoints:
      prefix === undefined
        ? undefined
        : { system: system.map(withoutBreakpoint), turns: turns.map(withoutBreakpoint) },
    bytes: bytes + ofTools.bytes,
    tokens: tokens + ofTools.tokens,
    prefix,
  };
}

/** Also the names of the functions that were called; IDs are counted with the separators around them. */
function textsIn({ text, calls = [], results = [] }: LongTurn): readonly Text[] {
  return [
    text,
    ...calls.flatMap((call) => [`${call.name}${CALL_FRAME}`, call.arguments]),
    ...results.flatMap((result) => [`${result.name}${CALL_FRAME}`, result.content]),
  ];
}

/** About as much as formats write around a call or a result, its ID included. */
const CALL_FRAME = '{"type":"tool_use","id":"call_0198c0f7d0a07ab1b9d24f0c2e1a7b3c0","name":"","input":}';

function withoutBreakpoint<Block extends LongBlock>(block: Block): Block {
  return { ...block, cacheBreakpoint: false };
}

const OPENING = {
  role: 'user',
  text: '(The assistant speaks first.)',
  cacheBreakpoint: false,
} as const;

const OPENING_ADDED: Warning = {
  code: 'turn_added',
  pointer: '/history/0',
  message: `this provider's conversations begin with the user, so the turn "${OPENING.text}" is sent first`,
};

/** Ignores blank turns, because formats that begin with the user leave them out. */
function beginsWithAssistant(turns: readonly LongTurn[]): boolean {
  return (
    turns.find(({ text, calls, results }) => !isBlank(text) || (calls ?? results) !== undefined)?.role ===
    'assistant'
  );
}

/**
 * Warns of a breakpoint whose prefix is too short to be cached, which the provider does not refuse. It warns only if
 * that is certain: a token has at least one byte, so a prefix with fewer bytes than the minimum has fewer tokens.
 */
function prefixWarnings(
  { caching: { minTokens } }: Model,
  { bytes, pointer }: NonNullable<MeasuredTexts['prefix']>,
): readonly Warning[] {
  if (minTokens === null || bytes >= minTokens) return [];
  const message = `nothing is cached: the prefix up to the last breakpoint has fewer than the ${minTokens} tokens this model needs`;
  return [{ code: 'cache_too_short', pointer, message }];
}

function obstacleWarning({ what, at }: Obstacle, { name }: Provider): Warning {
  const place = at === '' ? '' : ` at ${at}`;
  const message = `${name} cannot enforce ${what}${place}, so the model gets the schema as an instruction`;
  return { code: 'schema_not_enforced', pointer: '/response_schema', message };
}

/** Whether a model reads all these files and its provider takes them in one request. */
export function canTakeFiles(
  files: readonly Attachment[],
  model: Model,
  { attachments: limits }: Provider,
): boolean {
  const pdfs = files.filter(({ mediaType }) => mediaType === 'application/pdf');
  const images = files.filter(({ mediaType }) => mediaType !== 'application/pdf');
  const base64Bytes = files.reduce((sum, { base64 }) => sum + base64.byteLength, 0);
  return (
    images.every(
      ({ mediaType, sizeBytes }) =>
        model.accepts.images.includes(mediaType) && isWithin(sizeBytes, limits.imageBytes),
    ) &&
    pdfs.every(({ sizeBytes }) => model.accepts.pdf && isWithin(sizeBytes, limits.pdfBytes)) &&
    isWithin(images.length, limits.images) &&
    isWithin(pdfs.length, limits.pdfs) &&
    isWithin(base64Bytes, limits.totalBase64Bytes)
  );
}

function isWithin(figure: number, max: number | undefined): boolean {
  return max === undefined || figure <= max;
}

/** A call as a plugin sees it. */
export interface WireCall {
  readonly call: ModelCall;
  /**
   * The long texts behind the placeholders. `encodeBody` puts them into the body that the plugin builds. Undefined if
   * no text is long.
   */
  readonly placeholders: JsonSlots | undefined;
}

/** Sent in place of a long blank text, so that formats that refuse blank texts leave it out like a short one. */
const BLANK = ' ';

/**
 * Replaces long texts by placeholders, because a plugin takes only strings. The texts are written with the body, not
 * here, because a request may ask 64 judges in one turn, and writing them all at once would block the event loop.
 */
export function wireCall(longCall: LongCall): WireCall {
  if (isShort(longCall)) return { call: longCall, placeholders: undefined };
  const placeholders = new JsonSlots();
  const { system, turns, ...rest } = longCall;
  const written = (text: Text): string =>
    typeof text === 'string' ? text : placeholders.addText(() => text.json);
  const visible = (text: Text): string => (isBlank(text) && typeof text !== 'string' ? BLANK : written(text));
  const callOf = ({ value, ...call }: RequestToolCall): ToolCall => ({
    ...call,
    arguments: written(call.arguments),
    input:
      value === undefined
        ? inputOf(typeof call.arguments === 'string' ? call.arguments : '')
        : placeholders.addValue(() => [value]),
  });
  const call = {
    ...rest,
    system: system.map((block) => ({ ...block, text: visible(block.text) })),
    turns: turns.map(({ calls, results, ...turn }) => ({
      ...turn,
      text: visible(turn.text),
      ...(calls !== undefined && { calls: calls.map(callOf) }),
      ...(results !== undefined && {
        results: results.map((result) => ({ ...result, content: written(result.content) })),
      }),
    })),
  };
  return { call, placeholders };
}

/** Calls of earlier turns get their `input` here, so a call with some is never short. */
function isShort(longCall: LongCall): longCall is LongCall & ModelCall {
  for (const { text } of longCall.system) if (typeof text !== 'string') return false;
  for (const { text, calls, results } of longCall.turns)
    if (typeof text !== 'string' || calls !== undefined || results !== undefined) return false;
  return true;
}
