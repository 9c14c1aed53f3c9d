import { expect, it, vi } from 'vitest';
import type { StreamReader } from '../../../core/contract.ts';
import { TextJoiner } from '../../../core/pipeline/call/streamed-reply.ts';
import { chatCompletionsStream } from '../../../plugins/shared/streams/chat-completions-stream.ts';
import { messagesStream } from '../../../plugins/shared/streams/messages-stream.ts';
import { responsesStream } from '../../../plugins/shared/streams/responses-stream.ts';

/** How many of the events are joined to the first, which added `text`. */
function joined(stream: StreamReader, text: string, [first = '', ...others]: readonly string[]): number {
  const joiner = new TextJoiner(stream.comparable!);
  joiner.learn({ name: '', json: first }, { reply: {}, text });
  return others.filter((json) => joiner.add({ name: '', json })).length;
}

const chat = (content: string): string => `{"choices":[{"index":0,"delta":{"content":"${content}"}}]}`;
const delta = (text: string): string =>
  `{"type":"response.output_text.delta","item_id":"a","content_index":0,"delta":"${text}"}`;
const done = (text: string): string =>
  `{"type":"response.output_text.done","item_id":"a","content_index":0,"text":"${text}"}`;
const block = (type: string, text: string): string =>
  `{"type":"${type}","index":0,"delta":{"type":"text_delta","text":"${text}"}}`;

it.each<[string, StreamReader, (text: string) => string]>([
  ['chat completions', chatCompletionsStream, chat],
  ['responses', responsesStream, delta],
  ['messages', messagesStream, (text) => block('content_block_delta', text)],
])('joins the deltas of %s', (_format, stream, event) => {
  expect(joined(stream, 'word', ['word', 'caf\\u00e9', '\\n\\"so\\"'].map(event))).toBe(2);
});

it.each<[string, StreamReader, (text: string) => string]>([
  ['responses', responsesStream, done],
  ['messages', messagesStream, (text) => block('content_block_start', text)],
])('joins no events of %s that have a whole text', (_format, stream, event) => {
  expect(joined(stream, 'The', ['The', 'The cat', 'The cat sat'].map(event))).toBe(0);
});

it.each(['\\x41', '\\u12', 'a\nb', 'a"b'])('joins nothing that is no JSON: %j', (text) => {
  expect(joined(chatCompletionsStream, 'a', [chat('a'), chat(text)])).toBe(0);
});

it('makes no comparable form of an event that differs only in its text', () => {
  const comparable = vi.fn(chatCompletionsStream.comparable!);
  const joiner = new TextJoiner(comparable);
  joiner.learn({ name: '', json: chat('a') }, { reply: {}, text: 'a' });
  expect(joiner.add({ name: '', json: chat('b') })).toBe(true);
  expect(comparable).toHaveBeenCalledTimes(1);
});

it('joins no events that add to two texts, because one of them would be added once', () => {
  const event = '{"choices":[{"index":0,"delta":{"content":"a","reasoning_content":"then"}}]}';
  const joiner = new TextJoiner(chatCompletionsStream.comparable!);
  joiner.learn({ name: '', json: event }, { reply: {}, text: 'a', reasoning: 'then' });
  expect(joiner.add({ name: '', json: event })).toBe(false);
});

it('looks for a text a second time in no more time than for the first', () => {
  const text = '"'.repeat(5_000);
  const json = JSON.stringify({
    choices: [{ index: 0, delta: { content: text } }],
    other: `${text.repeat(5)}b`,
  });
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    new TextJoiner(chatCompletionsStream.comparable!).learn({ name: '', json }, { reply: {}, text });
    return performance.now() - startedAt;
  });
  expect(Math.min(...times)).toBeLessThan(20);
});
