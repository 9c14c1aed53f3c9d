import { createHash } from 'node:crypto';
import type { SandboxAnswer, SandboxCall, SandboxToolCall, SandboxUsage } from './contract.ts';
import { isObject, parseJson, valueAt } from './json.ts';
import { messageBlock } from './judge/message-block.ts';
import { exampleOf } from './schema.ts';

const OPENINGS = [
  'In short:',
  'My view:',
  'Put simply,',
  'Here is the gist.',
  'As far as I can tell,',
  'Briefly,',
];
const MIDDLES = [
  'it depends on what you value most',
  'the usual answer holds, with one exception',
  'the first step matters more than the rest',
  'two of the three readings lead to the same place',
  'the evidence points one way, though not strongly',
  'the simple case is settled and the edge cases are not',
];
const CLOSINGS = [
  'so I would start small and measure.',
  'and I can go into detail if you like.',
  'which is why I would check the figures first.',
  'and that is all there is to it.',
  'although a specialist may disagree.',
  'so take the second option.',
];

/** English runs to about four characters a token. */
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_TURN = 4;
const TOKENS_PER_FILE = 300;
const MIN_LATENCY_MS = 80;
const MAX_LATENCY_MS = 900;
const MIN_PACE_MS = 15;
const MAX_PACE_MS = 45;

/** Models that think by default. */
const THINKS_BY_DEFAULT =
  /^(o\d|gpt-5($|-mini|\.5)|gemini-3|gemini-2\.5-(pro|flash$)|grok-4\.[35]|deepseek-v4|.*gpt-oss|.*qwen)/;
const EFFORT_POINTERS = [
  '/reasoning/effort',
  '/reasoning_effort',
  '/output_config/effort',
  '/generationConfig/thinkingConfig/thinkingLevel',
  '/thinking/type',
];
const REASONING_TOKENS: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['disabled', 0],
  ['minimal', 0],
  ['low', 40],
  ['medium', 120],
  ['enabled', 120],
  ['high', 400],
]);

/** The same number in every run, evenly spread. */
function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/** @returns 80 to 900 ms, always the same for one model. */
export function plausibleLatencyMs(model: string): number {
  return MIN_LATENCY_MS + (hashOf(model) % (MAX_LATENCY_MS - MIN_LATENCY_MS + 1));
}

/** @returns the pause between two words of a streamed answer: 15 to 45 ms, always the same for one model. */
export function plausiblePaceMs(model: string): number {
  return MIN_PACE_MS + (hashOf(model) % (MAX_PACE_MS - MIN_PACE_MS + 1));
}

/**
 * The answer to a call without a script: it calls the functions it has not called yet. Without any it answers
 * with an example of the schema where one is asked for, else with a short remark.
 */
export function defaultAnswer(call: SandboxCall): SandboxAnswer {
  const reasoningTokens = reasoningTokensOf(call);
  const cap = call.maxTokens ?? Infinity;
  const room = Math.max(0, cap - reasoningTokens);
  const calls = call.functions.map(({ name, schema }) => ({ name, arguments: argumentsOf(call, schema) }));
  if (calls.length > 0 && tokensOfCalls(calls) <= room)
    return { content: '', calls, usage: { reasoningTokens } };
  const content = textOf(call);
  if (tokensIn(content) <= room) return { content, usage: { reasoningTokens } };
  return {
    content: content.slice(0, room * CHARACTERS_PER_TOKEN),
    finishReason: 'length',
    usage: { reasoningTokens: Math.min(reasoningTokens, cap), outputTokens: cap },
  };
}

function textOf(call: SandboxCall): string {
  const schema = call.schema ?? schemaInText(call.system) ?? schemaInText(call.user);
  return schema === undefined ? remark(call) : exampleJson(call, schema);
}

function exampleJson(call: SandboxCall, schema: unknown): string {
  return JSON.stringify(
    isAnyObject(schema) ? { answer: remark(call) } : exampleOf(schema, hashOf(call.model + call.user)),
  );
}

/** Arguments of a function, so an object whatever its schema. */
function argumentsOf(call: SandboxCall, schema: unknown): string {
  const text = exampleJson(call, schema);
  return text.startsWith('{') ? text : '{}';
}

/** The usage of an answer, computed from the texts if the answer does not state it. */
export function usageOf(call: SandboxCall, answer: SandboxAnswer): SandboxUsage {
  const turns = call.turns.reduce((sum, turn) => sum + tokensIn(turn.text) + TOKENS_PER_TURN, 0);
  const reasoningTokens = answer.usage?.reasoningTokens ?? 0;
  return {
    inputTokens: tokensIn(call.system) + turns + call.files * TOKENS_PER_FILE,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: tokensIn(answer.content) + tokensOfCalls(answer.calls ?? []) + reasoningTokens,
    searchQueries: [],
    ...answer.usage,
    reasoningTokens,
  };
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function tokensOfCalls(calls: readonly SandboxToolCall[]): number {
  return calls.reduce((sum, call) => sum + tokensIn(call.name + call.arguments), 0);
}

function reasoningTokensOf(call: SandboxCall): number {
  const requestedEffort = EFFORT_POINTERS.map((pointer) => valueAt(call.body, pointer)).find(
    (value) => typeof value === 'string',
  );
  const byDefault = THINKS_BY_DEFAULT.test(call.model) ? 120 : 0;
  return requestedEffort === undefined
    ? byDefault
    : (REASONING_TOKENS.get(requestedEffort.toLowerCase()) ?? byDefault);
}

/** Names no model, so that a judge who reads it stays blind. */
function remark(call: SandboxCall): string {
  const hash = hashOf(`${call.model}\n${call.user}`);
  const pick = (list: readonly string[], shift: number): string => list[(hash >>> shift) % list.length] ?? '';
  // Of a question to the writer of a fused answer, only the task.
  const topic = (messageBlock(call, 'TASK') ?? call.user).trim().split(/\s+/).slice(0, 8).join(' ');
  const first = `${pick(OPENINGS, 0)} on "${topic}" ${pick(MIDDLES, 8)}, ${pick(CLOSINGS, 16)}`;
  return hash % 3 === 0 ? first : `${first} ${pick(OPENINGS, 20)} ${pick(MIDDLES, 24)}.`;
}

const SCHEMA_KEYS = ['properties', 'items', '$ref', 'anyOf'];

/** The schema of a call with `json_object`. */
function isAnyObject(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'object' && Object.keys(schema).length === 1;
}

/** The first JSON object in a text that reads like a schema: what an instruction to answer in JSON holds. */
function schemaInText(text: string): unknown {
  let start = text.indexOf('{');
  for (let tries = 0; start >= 0 && tries < 20; tries += 1) {
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parseJson(text.slice(start, end));
    if (isObject(value) && (isAnyObject(value) || SCHEMA_KEYS.some((key) => key in value))) return value;
    start = text.indexOf('{', end ?? start + 1);
  }
  return undefined;
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  const tokens = /"(?:[^"\\]|\\.)*"|[{}]/g;
  tokens.lastIndex = start;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') depth -= 1;
    if (depth === 0) return tokens.lastIndex;
  }
  return undefined;
}
