import * as fc from 'fast-check';
import type { Dialect } from '../../core/dialects/translated-prompt.ts';
import {
  anyConversation,
  dataUrlOf,
  plainTextOf,
  type WrittenMessage,
  type WrittenPart,
} from './written-conversation.ts';

/** What a request asks for beside its conversation, in no dialect. Null is sent as null, and asks for nothing. */
export interface WrittenOptions {
  readonly model: string;
  readonly temperature: number | null | undefined;
  readonly topP: number | null | undefined;
  readonly maxTokens: number | null | undefined;
  readonly effort: (typeof EFFORTS)[number] | null | undefined;
  readonly format: WrittenFormat | null | undefined;
  readonly store: boolean | null | undefined;
  readonly stream: boolean | null | undefined;
}

export type WrittenFormat =
  | { readonly type: 'text' | 'json_object' }
  | { readonly type: 'json_schema'; readonly schema: object };

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
const SCHEMAS = [
  { type: 'object' },
  {
    type: 'object',
    properties: { 'a/b~c': { type: 'string' }, base64: { type: 'string' } },
    required: ['a/b~c'],
    additionalProperties: false,
  },
];

function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> {
  return fc.oneof({ arbitrary: value, weight: 2 }, fc.constant(null), fc.constant(undefined));
}

export function anyOptions(models: readonly string[]): fc.Arbitrary<WrittenOptions> {
  return fc.record({
    model: fc.constantFrom(...models),
    temperature: maybe(fc.double({ min: 0, max: 2, noNaN: true })),
    topP: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    maxTokens: maybe(fc.integer({ min: 1, max: 10_000_000 })),
    effort: maybe(fc.constantFrom(...EFFORTS)),
    format: maybe(
      fc.oneof(
        fc.constantFrom<WrittenFormat>({ type: 'text' }, { type: 'json_object' }),
        fc.constantFrom(...SCHEMAS).map((schema): WrittenFormat => ({ type: 'json_schema', schema })),
      ),
    ),
    store: maybe(fc.boolean()),
    stream: maybe(fc.boolean()),
  });
}

export interface WrittenRequest {
  readonly dialect: Dialect;
  readonly messages: readonly WrittenMessage[];
  readonly options: WrittenOptions;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request in either dialect with harmless fields, and its messages and options. */
export function anyRequest(models: readonly string[]): fc.Arbitrary<WrittenRequest> {
  const common = { messages: anyConversation, options: anyOptions(models) };
  return fc.oneof(
    fc
      .record({ ...common, harmless: someOf(HARMLESS_CHAT), named: fc.boolean(), older: fc.boolean() })
      .map(({ messages, options, harmless, named, older }) => ({
        dialect: 'chat-completions' as const,
        messages,
        options,
        body: {
          ...harmless,
          messages: messages.map((message) => chatMessage(message, named)),
          ...chatFields(options, older),
        },
      })),
    fc
      .record({ ...common, harmless: someOf(HARMLESS_RESPONSES), typed: fc.boolean(), short: fc.boolean() })
      .map(({ messages, options, harmless, typed, short }) => ({
        dialect: 'responses' as const,
        messages,
        options,
        body: { ...harmless, ...responsesInput(messages, { typed, short }), ...responsesFields(options) },
      })),
  );
}

function chatMessage(message: WrittenMessage, named: boolean): object {
  const { role, parts } = message;
  const content = plainTextOf(message) ?? parts.map((part) => chatPart(part, role));
  const extra = named ? { name: 'ann', ...(role === 'assistant' && HARMLESS_ANSWER) } : {};
  return { role, content, ...extra };
}

function chatPart(part: WrittenPart, role: WrittenMessage['role']): object {
  if ('text' in part)
    return role === 'assistant' && part.text.length % 2 === 1
      ? { type: 'refusal', refusal: part.text }
      : { type: 'text', text: part.text };
  const { file } = part;
  if (file.kind === 'image')
    return { type: 'image_url', image_url: { url: dataUrlOf(file), detail: 'high' } };
  const filename = file.name === undefined ? {} : { filename: file.name };
  return { type: 'file', file: { file_data: dataUrlOf(file), ...filename } };
}

function chatFields(options: WrittenOptions, older: boolean): object {
  const { model, temperature, topP, maxTokens, effort, format, store, stream } = options;
  return withoutUndefined({
    model,
    temperature,
    top_p: topP,
    [older ? 'max_tokens' : 'max_completion_tokens']: maxTokens,
    reasoning_effort: effort,
    response_format:
      format?.type === 'json_schema'
        ? { type: 'json_schema', json_schema: { name: 'a', strict: true, schema: format.schema } }
        : format,
    store,
    stream,
  });
}

function responsesInput(
  messages: readonly WrittenMessage[],
  { typed, short }: { readonly typed: boolean; readonly short: boolean },
): object {
  const [first, ...others] = messages;
  const isInstruction = first?.role === 'system' || first?.role === 'developer';
  const instructions = short && isInstruction && others.length > 0 ? plainTextOf(first) : undefined;
  const rest = instructions === undefined ? messages : others;
  const [only, ...more] = rest;
  const text = short && more.length === 0 && only !== undefined ? plainTextOf(only) : undefined;
  return {
    ...(instructions !== undefined && { instructions }),
    input: text ?? rest.flatMap((message) => responsesItems(message, typed)),
  };
}

function responsesItems(message: WrittenMessage, typed: boolean): readonly object[] {
  const { role, parts } = message;
  const content = plainTextOf(message) ?? parts.map((part) => responsesPart(part, role));
  const item = { ...(typed && { type: 'message' }), role, content };
  return typed && role === 'assistant'
    ? [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { ...item, id: 'msg_1', status: 'completed' },
      ]
    : [item];
}

function responsesPart(part: WrittenPart, role: WrittenMessage['role']): object {
  if ('text' in part)
    return role === 'assistant'
      ? { type: 'output_text', text: part.text, annotations: [] }
      : { type: 'input_text', text: part.text };
  const { file } = part;
  if (file.kind === 'image') return { type: 'input_image', image_url: dataUrlOf(file), detail: 'auto' };
  const filename = file.name === undefined ? {} : { filename: file.name };
  return { type: 'input_file', file_data: dataUrlOf(file), ...filename };
}

function responsesFields(options: WrittenOptions): object {
  const { model, temperature, topP, maxTokens, effort, format, store, stream } = options;
  return withoutUndefined({
    model,
    temperature,
    top_p: topP,
    max_output_tokens: maxTokens,
    ...(effort !== undefined && { reasoning: { effort, summary: 'auto' } }),
    ...(format !== undefined && {
      text: {
        format:
          format?.type === 'json_schema'
            ? { type: 'json_schema', name: 'a', strict: true, schema: format.schema }
            : format,
      },
    }),
    store,
    stream,
  });
}

const HARMLESS_ANSWER = { refusal: null, annotations: [], reasoning_content: 'Hm.', tool_calls: null };
const HARMLESS: Readonly<Record<string, unknown>> = {
  user: 'ann',
  safety_identifier: 'ann',
  prompt_cache_key: 'a',
  prompt_cache_retention: '24h',
  service_tier: 'auto',
  parallel_tool_calls: true,
  metadata: { team: 'a' },
  tools: [],
  tool_choice: 'auto',
  top_logprobs: 0,
  stream_options: { include_obfuscation: false },
};
const HARMLESS_CHAT: Readonly<Record<string, unknown>> = {
  ...HARMLESS,
  seed: 7,
  prediction: { type: 'content', content: 'data:image/png;base64,AAAA' },
  n: 1,
  logprobs: false,
  logit_bias: {},
  frequency_penalty: 0,
  presence_penalty: 0,
  stop: null,
  modalities: ['text'],
};
const HARMLESS_RESPONSES: Readonly<Record<string, unknown>> = {
  ...HARMLESS,
  include: ['reasoning.encrypted_content'],
  max_tool_calls: 3,
  truncation: 'disabled',
  background: false,
  previous_response_id: null,
  conversation: null,
};

function someOf(fields: Readonly<Record<string, unknown>>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc
    .subarray(Object.keys(fields))
    .map((names) => Object.fromEntries(names.map((name) => [name, fields[name]])));
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
