import {
  Base64Slot,
  type Attachment,
  type ErrorReply,
  type FinishReason,
  type ModelCall,
  type ModelReply,
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
import { generateContentStream } from './shared/streams/generate-content-stream.ts';

/** Gemini generateContent, v1beta. */
const plugin = {
  contractVersion: 2,
  buildRequest,
  readReply,
  readModel,
  readFault,
  // A count that is missing is 0: proto3 leaves zeros out.
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

/** Google adds reasons to block an answer; only these say that a model has finished by itself. */
const FINISHED: ReadonlySet<string> = new Set(['', 'STOP', 'FINISH_REASON_UNSPECIFIED']);

const FINISH_REASONS: FinishReasons = new Map<string, FinishReason | WireFault>([
  ['MAX_TOKENS', 'length'],
  ['OTHER', { code: 'unavailable' }],
  ...REFUSED.map((reason) => [reason, 'refused'] as const),
  ...UNREADABLE.map((reason) => [reason, { code: 'malformed_reply' }] as const),
]);

function buildRequest(call: ModelCall): WireRequest {
  // Beside a cache resource the provider refuses systemInstruction, so its text opens the conversation instead.
  const folded = call.fields.has('/cachedContent');
  const system = folded ? [] : withoutBlank(call.system).map(({ text }) => ({ text }));
  const groups = mergeTurns(folded ? foldSystem(call) : call.turns);
  const body = withoutUndefined({
    systemInstruction: system.length === 0 ? undefined : { parts: system },
    contents: groups.map((group, index) =>
      content(group, index === groups.length - 1 ? call.attachments : []),
    ),
    generationConfig: generationConfig(call),
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

function readModel(reply: unknown): string | undefined {
  return textOf(member(reply, 'modelVersion')) || undefined;
}

function readReply(reply: unknown): ModelReply {
  if (isObject(member(reply, 'error'))) return { fault: readError(reply) ?? { code: 'unavailable' } };
  const candidate = member(reply, 'candidates', '0');
  // A blocked prompt has no candidates and HTTP 200.
  const blocked = textOf(member(reply, 'promptFeedback', 'blockReason')) !== '';
  if (!isObject(candidate)) return blocked ? { fault: { code: 'refused' } } : MALFORMED;

  const reason = textOf(member(candidate, 'finishReason'));
  const parts = items(member(candidate, 'content', 'parts'));
  const answer = parts.filter((part) => !isThought(part));
  const text = answer.map((part) => textOf(member(part, 'text'))).join('');
  const isBlocked = blocked || (text === '' && !FINISH_REASONS.has(reason) && !FINISHED.has(reason));
  const result = finishReply(isBlocked ? 'refused' : FINISH_REASONS.get(reason), text, parts.some(isThought));
  return text !== '' || reason !== '' || 'fault' in result ? result : MALFORMED;
}

function isThought(part: unknown): boolean {
  return member(part, 'thought') === true;
}

function readFault(reply: ErrorReply): WireFault | undefined {
  return readError(reply.body);
}

function readError(body: unknown): WireFault | undefined {
  const status = textOf(member(body, 'error', 'status'));
  const text = textOf(member(body, 'error', 'message')).slice(0, 2_000);
  const details = items(member(body, 'error', 'details'));
  // A wrong key is a 400 here, told apart only by the detail.
  if (details.some((detail) => member(detail, 'reason') === 'API_KEY_INVALID'))
    return { code: 'provider_auth' };
  if (status === 'RESOURCE_EXHAUSTED') return readQuota(details);
  if (status === 'UNAVAILABLE') return { code: 'overloaded' };
  if (status === 'DEADLINE_EXCEEDED') return { code: 'timeout' };
  if (/input token count.{0,40}exceeds the maximum/i.test(text)) return { code: 'context_too_long' };
  // The caller's cache name belongs to another project: a 403 that does not blame the gateway's key.
  return /^CachedContent not found/i.test(text) ? { code: 'rejected' } : undefined;
}

/** The wish to wait stands in the body, as a protobuf duration; a daily quota will not come back in time. */
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
