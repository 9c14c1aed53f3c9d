import type { SandboxProvider } from '../contract.ts';
import { wireError } from '../errors.ts';
import { isObject, setAt, valueAt } from '../json.ts';
import { SANDBOX_WIRES } from '../wire.ts';
import { chatStream } from './chat-stream.ts';
import type { StreamWire } from './stream-wire.ts';

const isStreamBody = (_path: string, body: unknown): boolean => valueAt(body, '/stream') === true;

export const STREAM_WIRES: Readonly<Record<SandboxProvider, StreamWire>> = {
  anthropic: {
    framing: 'sse',
    isStreamRequest: isStreamBody,
    text: ['/delta/text', '/delta/thinking', '/delta/partial_json'],
    hasDone: false,
    complete: (events, completion) => {
      const { '/usage': usage, ...fields } = SANDBOX_WIRES.anthropic.complete(completion);
      if (!isObject(usage)) throw new Error('the usage of a message is an object');
      const { output_tokens_details: _onlyAtTheEnd, ...atStart } = usage;
      const { cache_creation: _onlyAtTheStart, service_tier: _too, ...atEnd } = usage;
      return events.flatMap((event, index) => {
        if (event.name === 'message_start') {
          setAt(event.data, '/message/usage', { ...atStart, output_tokens: 1 });
        }
        if (event.name === 'message_delta') {
          setAt(event.data, '/usage', atEnd);
          for (const [pointer, value] of Object.entries(fields)) setAt(event.data, `/delta${pointer}`, value);
        }
        return index === 1 ? [event, { name: 'ping', data: { type: 'ping' } }] : [event];
      });
    },
    error: (status, message) => [{ name: 'error', data: wireError('anthropic', status, message).body }],
  },
  openai: {
    framing: 'sse',
    isStreamRequest: isStreamBody,
    text: ['/delta'],
    hasDone: false,
    complete: (events, completion) => {
      const last = events.at(-1);
      for (const [pointer, value] of Object.entries(SANDBOX_WIRES.openai.complete(completion))) {
        setAt(last?.data, `/response${pointer}`, value);
      }
      for (const { data } of events.slice(0, 2)) {
        setAt(data, '/response/usage', null);
        setAt(data, '/response/error', null);
        setAt(data, '/response/incomplete_details', null);
      }
      // aimock names every end `response.completed`.
      const end = `response.${String(valueAt(last?.data, '/response/status'))}`;
      setAt(last?.data, '/type', end);
      return events.map((event) => ({ ...event, name: String(valueAt(event.data, '/type')) }));
    },
    place: ({ data }, index) => setAt(data, '/sequence_number', index),
    error: (status, message, sent) => {
      const { body } = wireError('openai', status, message);
      const error = valueAt(body, '/error');
      const response = valueAt(sent[0]?.data, '/response') ?? {};
      return [
        { name: 'error', data: { type: 'error', sequence_number: sent.length, error } },
        {
          name: 'response.failed',
          data: {
            type: 'response.failed',
            sequence_number: sent.length + 1,
            response: {
              ...response,
              status: 'failed',
              error: { code: valueAt(error, '/code') ?? 'server_error', message },
            },
          },
        },
      ];
    },
  },
  google: {
    framing: 'sse',
    isStreamRequest: (path) => path.endsWith(':streamGenerateContent'),
    wholePath: (path) => path.replace(/:streamGenerateContent$/, ':generateContent'),
    text: ['/candidates/0/content/parts/0/text'],
    hasDone: false,
    complete: (events, completion) => {
      const fields = Object.entries(SANDBOX_WIRES.google.complete(completion));
      const last = structuredClone(events.at(-1));
      if (last === undefined) return [];
      // Where text is what comes last, an event without any follows it and says why the reply ends.
      const content = valueAt(last.data, '/candidates/0/content');
      const isText = typeof valueAt(content, '/parts/0/text') === 'string';
      if (isText) setAt(content, '/parts/0/text', '');
      for (const [pointer, value] of fields) setAt(last.data, pointer, value);
      const textEvents = isText ? events : events.slice(0, -1);
      for (const { data } of textEvents) {
        for (const [pointer, value] of fields) {
          if (!pointer.startsWith('/candidates')) setAt(data, pointer, structuredClone(value));
        }
        const candidate = valueAt(data, '/candidates/0');
        if (isObject(candidate)) delete candidate['finishReason'];
      }
      return [...textEvents, last];
    },
    // Each event tells the usage so far.
    place: ({ data }, index, count) => {
      const usage = valueAt(data, '/usageMetadata');
      const candidates = valueAt(usage, '/candidatesTokenCount');
      const total = valueAt(usage, '/totalTokenCount');
      if (typeof candidates !== 'number' || typeof total !== 'number') return;
      const soFar = Math.floor((candidates * (index + 1)) / count);
      setAt(usage, '/candidatesTokenCount', soFar);
      setAt(usage, '/totalTokenCount', total - candidates + soFar);
    },
    error: (status, message) => [{ name: '', data: wireError('google', status, message).body }],
  },
  bedrock: {
    framing: 'aws-event-stream',
    isStreamRequest: (path) => path.endsWith('/converse-stream'),
    wholePath: (path) => path.replace(/\/converse-stream$/, '/converse'),
    text: ['/delta/text', '/delta/reasoningContent/text', '/delta/toolUse/input'],
    hasDone: false,
    complete: (events, completion) => {
      const { '/usage': usage, '/stopReason': stopReason } = SANDBOX_WIRES.bedrock.complete(completion);
      for (const { name, data } of events) {
        if (name === 'messageStop' && stopReason !== undefined) setAt(data, '/stopReason', stopReason);
        if (name === 'metadata') setAt(data, '/usage', usage);
      }
      // aimock opens every block; the service opens only those of tools.
      return events.filter(
        ({ name, data }) => name !== 'contentBlockStart' || valueAt(data, '/start/toolUse') !== undefined,
      );
    },
    error: (status, message) => [
      {
        name: BEDROCK_EXCEPTIONS.get(status) ?? 'internalServerException',
        data: { message },
        isException: true,
      },
    ],
  },
  xai: chatStream('xai', 'reasoning_content'),
  deepseek: chatStream('deepseek', 'reasoning_content'),
  mistral: {
    ...chatStream('mistral', 'thinking'),
    refusal: (body) =>
      valueAt(body, '/stream_options') === undefined
        ? undefined
        : 'body.stream_options: Extra inputs are not permitted',
  },
  groq: chatStream('groq', 'reasoning'),
  cerebras: chatStream('cerebras', 'reasoning'),
};

/** What ConverseStream can say once its headers are sent. */
const BEDROCK_EXCEPTIONS: ReadonlyMap<number, string> = new Map([
  [400, 'validationException'],
  [424, 'modelStreamErrorException'],
  [429, 'throttlingException'],
  [503, 'serviceUnavailableException'],
]);
