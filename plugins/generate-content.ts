import {
  Base64Slot,
  type Attachment,
  type FinishReason,
  type JsonObject,
  type ModelCall,
  type ModelReply,
  type ReplyCall,
  type Tools,
  type Turn,
  type WireBody,
  type WireFault,
  type WirePlugin,
  type WireRequest,
} from '../core/contract.ts';
import {
  finishReply,
  isObject,
  items,
  MALFORMED,
  member,
  type FinishReasons,
  textOf,
} from './shared/read-reply.ts';
import {
  mergeTurns,
  type Message,
  setFields,
  withoutUndefined,
  joinSystem,
  withoutBlank,
} from './shared/wire-body.ts';
import { geminiNames } from './shared/gemini-names.ts';
import {
  geminiCallHead,
  generateContentStream,
  isCallPart,
} from './shared/streams/generate-content-stream.ts';
import { argumentsOf } from './shared/tools.ts';

/** Gemini generateContent, v1beta. */
const plugin = {
  contractVersion: 2,
  buildRequest,
  readReply,
  readModel: (reply) => textOf(member(reply, 'modelVersion')) || undefined,
  readFault: ({ body }) => readError(body),
  // A missing count is 0, because proto3 leaves zeros out.
  usage: {
    // The first includes cached tokens.
    input: ['/usageMetadata/promptTokenCount', '/usageMetadata/toolUsePromptTokenCount'],
    cachedInput: '/usageMetadata/cachedContentTokenCount',
    output: ['/usageMetadata/candidatesTokenCount', '/usageMetadata/thoughtsTokenCount'],
    reasoning: '/usageMetadata/thoughtsTokenCount',
    // Gemini 3 bills each distinct query, not each prompt.
    searches: '/candidates/0/groundingMetadata/webSearchQueries',
  },
  stream: generateContentStream,
} satisfies WirePlugin;

export default plugin;

const REFUSED = [
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'IMAGE_OTHER',
] as const;

const UNREADABLE = [
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
] as const;

/** The only reasons for which a model finished by itself. Google may add reasons to block an answer. */
const FINISHED: ReadonlySet<string> = new Set(['', 'STOP', 'FINISH_REASON_UNSPECIFIED']);

const FINISH_REASONS: FinishReasons = new Map<string, FinishReason | WireFault>([
  ['MAX_TOKENS', 'length'],
  ['OTHER', { code: 'unavailable' }],
  ...REFUSED.map((reason) => [reason, 'refused'] as const),
  ...UNREADABLE.map((reason) => [reason, { code: 'malformed_reply' }] as const),
]);

function buildRequest(call: ModelCall): WireRequest {
  // The provider refuses systemInstruction beside a cache resource, so its text opens the conversation instead.
  const folded = call.fields.has('/cachedContent');
  const system = folded ? [] : withoutBlank(call.system).map(({ text }) => ({ text }));
  const groups = mergeTurns(folded ? foldSystem(call) : call.turns);
  const body = withoutUndefined({
    systemInstruction: system.length === 0 ? undefined : { parts: system },
    contents: groups.flatMap((group, index) =>
      contents(group, index === groups.length - 1 ? call.attachments : [], call),
    ),
    generationConfig: generationConfig(call),
    ...(call.tools !== undefined && toolMembers(call.tools, call)),
  });
  const path = `/models/${encodeURIComponent(call.model.upstream)}:generateContent`;
  return { path, body: setFields(body, call.fields) };
}

function foldSystem(call: ModelCall): readonly Turn[] {
  const system = joinSystem(call.system);
  const first = call.turns.findIndex((turn) => turn.role === 'user');
  if (system === undefined) return call.turns;
  return call.turns.map((turn, index) =>
    index === first ? { ...turn, text: `${system}\n\n${turn.text}` } : turn,
  );
}

function contents(group: Message, attachments: readonly Attachment[], call: ModelCall): readonly WireBody[] {
  const { role, turns } = group;
  if (role === 'assistant')
    return turns.some(({ calls }) => calls !== undefined)
      ? [{ role: 'model', parts: turns.flatMap((turn) => modelParts(turn, call)) }]
      : [content(group, [])];
  const { toWire } = geminiNames(call);
  const responses = turns.flatMap(({ results = [] }) =>
    results.map(({ name, content: output, isError }) => ({
      functionResponse: { name: toWire(name), response: isError ? { error: output } : { output } },
    })),
  );
  if (responses.length === 0) return [content(group, attachments)];
  // One response for each call, in a separate content.
  const textTurns = turns.filter(({ text, results }) => text !== '' || results === undefined);
  const results = { role: 'user', parts: responses };
  return textTurns.length === 0 && attachments.length === 0
    ? [results]
    : [results, content({ role, turns: textTurns }, attachments)];
}

/** Google documents this for calls without a signature, from another model or from a client that lost it. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

function modelParts({ text, calls = [] }: Turn, call: ModelCall): readonly WireBody[] {
  const { toWire } = geminiNames(call);
  const wantsSignature = call.model.tools?.returnsReasoning === true;
  return [
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ name, input, carried }, index) => {
      const signature = textOf(member(carried, 'signature'));
      // Only the first of parallel calls has one.
      const needed = index === 0 && wantsSignature ? signature || NO_SIGNATURE : signature;
      return {
        functionCall: { name: toWire(name), args: input },
        ...(needed !== '' && { thoughtSignature: needed }),
      };
    }),
  ];
}

function toolMembers({ functions, choice }: Tools, call: ModelCall): WireBody {
  const { toWire } = geminiNames(call);
  const functionDeclarations = functions.map((one) =>
    withoutUndefined({
      name: toWire(one.name),
      description: one.description,
      // A schema without properties is refused; a function without parameters has none.
      parametersJsonSchema: hasProperties(one.parameters) ? one.parameters : undefined,
    }),
  );
  if (choice === 'auto') return { tools: [{ functionDeclarations }] };
  const config =
    choice === 'none'
      ? { mode: 'NONE' }
      : choice === 'required'
        ? { mode: 'ANY' }
        : { mode: 'ANY', allowedFunctionNames: [toWire(choice.name)] };
  return { tools: [{ functionDeclarations }], toolConfig: { functionCallingConfig: config } };
}

function hasProperties(schema: JsonObject | undefined): boolean {
  if (schema === undefined) return false;
  const { properties } = schema;
  return (
    Object.keys(schema).some(
      (key) => key !== 'type' && key !== 'properties' && key !== '$schema' && key !== 'additionalProperties',
    ) ||
    (isObject(properties) && Object.keys(properties).length > 0)
  );
}

function content(group: Message, attachments: readonly Attachment[]): WireBody {
  const texts = group.turns.map(({ text }) => ({ text }));
  const files = attachments.map((attachment) => ({
    inlineData: { mimeType: attachment.mediaType, data: new Base64Slot(attachment) },
  }));
  return {
    role: group.role === 'assistant' ? 'model' : 'user',
    parts: [...texts.slice(0, -1), ...files, ...texts.slice(-1)],
  };
}

function generationConfig(call: ModelCall): WireBody {
  const { outputSchema, settings } = call;
  return withoutUndefined({
    maxOutputTokens: settings.maxTokens,
    temperature: settings.temperature,
    topP: settings.topP,
    responseMimeType: outputSchema && 'application/json',
    responseJsonSchema: outputSchema,
  });
}

function readReply(reply: unknown, call: ModelCall): ModelReply {
  if (isObject(member(reply, 'error'))) return { fault: readError(reply) ?? { code: 'unavailable' } };
  const candidate = member(reply, 'candidates', '0');
  // A blocked prompt has no candidates and HTTP 200.
  const blocked = textOf(member(reply, 'promptFeedback', 'blockReason')) !== '';
  if (!isObject(candidate)) return blocked ? { fault: { code: 'refused' } } : MALFORMED;

  const reason = textOf(member(candidate, 'finishReason'));
  const parts = items(member(candidate, 'content', 'parts'));
  const answer = parts.filter((part) => !isThought(part));
  const text = answer.map((part) => textOf(member(part, 'text'))).join('');
  const calls = call.tools === undefined ? [] : readCalls(parts, call);
  const isBlocked =
    blocked || (text === '' && calls.length === 0 && !FINISH_REASONS.has(reason) && !FINISHED.has(reason));
  const result = finishReply(
    isBlocked ? 'refused' : FINISH_REASONS.get(reason),
    text,
    parts.some(isThought),
    calls,
  );
  return text !== '' || calls.length > 0 || reason !== '' || 'fault' in result ? result : MALFORMED;
}

function readCalls(parts: readonly unknown[], call: ModelCall): readonly ReplyCall[] {
  return parts.filter(isCallPart).map((part) => ({
    ...geminiCallHead(part, call),
    arguments: argumentsOf(member(part, 'functionCall', 'args')),
  }));
}

function isThought(part: unknown): boolean {
  return member(part, 'thought') === true;
}

function readError(body: unknown): WireFault | undefined {
  const status = textOf(member(body, 'error', 'status'));
  const text = textOf(member(body, 'error', 'message')).slice(0, 2_000);
  const details = items(member(body, 'error', 'details'));
  // A wrong key is a 400, which only the detail distinguishes.
  if (details.some((detail) => member(detail, 'reason') === 'API_KEY_INVALID'))
    return { code: 'provider_auth' };
  if (status === 'RESOURCE_EXHAUSTED') return readQuota(details);
  if (status === 'UNAVAILABLE') return { code: 'overloaded' };
  if (status === 'DEADLINE_EXCEEDED') return { code: 'timeout' };
  if (/input token count.{0,40}exceeds the maximum/i.test(text)) return { code: 'context_too_long' };
  // The caller's cache name belongs to another project: a 403 that is no fault of the gateway's key.
  return /^CachedContent not found/i.test(text) ? { code: 'rejected' } : undefined;
}

/** The body has the time to wait, as a protobuf duration. A daily quota does not recover in time. */
function readQuota(details: readonly unknown[]): WireFault {
  const quotas = details
    .flatMap((detail) => items(member(detail, 'violations')))
    .map((violation) => member(violation, 'quotaId'));
  if (quotas.some((quota) => textOf(quota).includes('PerDay')))
    return { code: 'rate_limited', retryable: false };
  const delay = details
    .map((detail) => textOf(member(detail, 'retryDelay')))
    .find((text) => /^\d{1,9}(?:\.\d{1,9})?s$/.test(text));
  if (delay === undefined) return { code: 'rate_limited' };
  return { code: 'rate_limited', retryAfterMs: Math.round(Number(delay.slice(0, -1)) * 1_000) };
}
