import type { SandboxProvider } from '../contract.ts';
import { wireError } from '../errors.ts';
import { isObject, setAt, valueAt } from '../json.ts';
import { SANDBOX_WIRES, type Completion } from '../wire.ts';
import type { WireEvent } from './event.ts';
import type { StreamWire } from './stream-wire.ts';

type ChatProvider = Exclude<SandboxProvider, 'anthropic' | 'openai' | 'google' | 'bedrock'>;
type ReasoningPlace = 'reasoning' | 'reasoning_content' | 'thinking';

const DELTA = '/choices/0/delta';

/** Streams of the chat dialect, with what sets its providers apart. */
export function chatStream(provider: ChatProvider, place: ReasoningPlace): StreamWire {
  return {
    framing: 'sse',
    isStreamRequest: (_path, body) => valueAt(body, '/stream') === true,
    text: [
      `${DELTA}/content`,
      `${DELTA}/reasoning`,
      `${DELTA}/reasoning_content`,
      `${DELTA}/content/0/text`,
      `${DELTA}/content/0/thinking/0/text`,
      `${DELTA}/tool_calls/0/function/arguments`,
    ],
    hasDone: true,
    complete: (events, completion, body) => {
      const { '/usage': usage } = SANDBOX_WIRES[provider].complete(completion);
      // aimock's own count of tokens.
      const chunks = events.filter(({ data }) => valueAt(data, '/choices/0') !== undefined);
      const withReasoning = chunks.flatMap((chunk, index) =>
        index === 0 ? [chunk, ...reasoningOf(chunk, place, completion)] : [chunk],
      );
      if (place === 'thinking' && completion.reasoning !== undefined) putTextInParts(chunks);
      return withUsage(
        provider,
        withReasoning,
        usage,
        valueAt(body, '/stream_options/include_usage') === true,
      );
    },
    error: (status, message) => {
      const { body } = wireError(provider, status, message);
      if (provider === 'groq') return [{ name: 'error', data: body }];
      if (provider === 'cerebras') return [{ name: '', data: { error: body, status_code: status } }];
      return [{ name: '', data: body }];
    },
  };
}

/** One chunk with all of the reasoning, behind the one that names the role. */
function reasoningOf(first: WireEvent, place: ReasoningPlace, { reasoning }: Completion): WireEvent[] {
  if (reasoning === undefined) return [];
  const data = structuredClone(first.data);
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: reasoning }] }];
  setAt(data, DELTA, place === 'thinking' ? { content: thinking } : { [place]: reasoning });
  return [{ name: '', data }];
}

function putTextInParts(chunks: readonly WireEvent[]): void {
  for (const { data } of chunks) {
    const text = valueAt(data, `${DELTA}/content`);
    if (typeof text === 'string' && text !== '') setAt(data, `${DELTA}/content`, [{ type: 'text', text }]);
  }
}

/** Usage in the chunk that ends the text, or in one behind it, or only for those who ask. */
function withUsage(
  provider: ChatProvider,
  chunks: readonly WireEvent[],
  usage: unknown,
  includeUsage: boolean,
): WireEvent[] {
  const last = chunks.at(-1)?.data;
  if (!isObject(last)) return [...chunks];
  if (provider === 'xai') return [...chunks, { name: '', data: { ...last, choices: [], usage } }];
  if (provider === 'groq') setAt(chunks[0]?.data, '/x_groq', { id: 'req_sandbox' });
  if (provider === 'deepseek' && includeUsage) {
    for (const { data } of chunks) setAt(data, '/usage', null);
  }
  Object.assign(last, (LAST_MEMBERS[provider] ?? usageIfIncluded)(usage, includeUsage));
  return [...chunks];
}

type LastMembers = (usage: unknown, includeUsage: boolean) => Readonly<Record<string, unknown>>;

const usageIfIncluded: LastMembers = (usage, includeUsage) => (includeUsage ? { usage } : {});

/** Of the providers that report more than that, or unasked. */
const LAST_MEMBERS: Readonly<Partial<Record<ChatProvider, LastMembers>>> = {
  mistral: (usage) => ({ usage }),
  groq: (usage, includeUsage) => ({
    x_groq: { id: 'req_sandbox', usage },
    ...(includeUsage && { usage }),
  }),
  cerebras: (usage) => ({ usage, time_info: { total_time: 0.2 } }),
};
