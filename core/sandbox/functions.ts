import type { ChatCompletionRequest } from '@copilotkit/aimock';
import type { SandboxFunction } from './contract.ts';
import { valueAt } from './json.ts';
import type { SandboxWire } from './wire.ts';

const NO_CALLS: readonly (readonly [pointer: string, value: string])[] = [
  ['/tool_choice', 'none'],
  ['/tool_choice/type', 'none'],
  ['/toolConfig/functionCallingConfig/mode', 'NONE'],
];
const ONE_CALL: readonly (readonly [pointer: string, value: boolean])[] = [
  ['/parallel_tool_calls', false],
  ['/tool_choice/disable_parallel_tool_use', true],
];

/** The function that the body forces the model to call; undefined where it forces none. */
export function forcedFunction(wire: SandboxWire, body: unknown): SandboxFunction | undefined {
  const forced = valueAt(body, wire.forcedTool);
  if (typeof forced !== 'string') return undefined;
  return functionsIn(wire, body).find(({ name }) => name === forced) ?? { name: forced, schema: undefined };
}

/**
 * The functions that a model without a script calls now: each of the body's, or the forced one, that was not called
 * since the last answer without calls. So a loop of calls ends, whatever its client sends beside results.
 * @param read the same request as aimock understood it.
 */
export function functionsToCall(
  wire: SandboxWire,
  body: unknown,
  { messages }: Pick<ChatCompletionRequest, 'messages'>,
): readonly SandboxFunction[] {
  if (NO_CALLS.some(([pointer, value]) => valueAt(body, pointer) === value)) return [];
  const forced = forcedFunction(wire, body);
  const calledNames = calledNamesIn(messages);
  const offeredFunctions = forced === undefined ? functionsIn(wire, body) : [forced];
  // Where a call is forced, a user's next question is a new one although no text came between.
  const uncalledFunctions =
    forced !== undefined && messages.at(-1)?.role !== 'tool'
      ? offeredFunctions
      : offeredFunctions.filter(({ name }) => !calledNames.has(name));
  const isSingle = ONE_CALL.some(([pointer, value]) => valueAt(body, pointer) === value);
  return isSingle ? uncalledFunctions.slice(0, 1) : uncalledFunctions;
}

function calledNamesIn(messages: ChatCompletionRequest['messages']): ReadonlySet<string> {
  const lastAnswer = messages.findLastIndex(
    (message) => message.role === 'assistant' && message.tool_calls === undefined,
  );
  const calls = messages.slice(lastAnswer + 1).flatMap((message) => message.tool_calls ?? []);
  return new Set(calls.map((call) => call.function.name));
}

function functionsIn({ functions }: SandboxWire, body: unknown): SandboxFunction[] {
  const list = valueAt(body, functions.list);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const name = valueAt(entry, functions.name);
    const schema = valueAt(entry, functions.schema);
    // A provider's own tool has a type of its own and no schema.
    const type = valueAt(entry, '/type') ?? 'function';
    return typeof name === 'string' && (schema !== undefined || type === 'function')
      ? [{ name, schema }]
      : [];
  });
}
