import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'node:net';

/** A zero-width space: three bytes in UTF-8, invisible in an answer. */
const ZERO_WIDTH = '\u200B';
/** Opens a Markdown fence that nothing closes. */
const FENCE_LINE = '```a\n';
/** One byte of content, framed as a chunk of its own (RFC 9112, 7.1). */
const ONE_BYTE_CHUNK = '1\r\nx\r\n';
const CHUNKS_PER_WRITE = 10_000;

/** Text of so many characters. */
export function zeroWidthText(length: number): string {
  return ZERO_WIDTH.repeat(length);
}

/** Text of about so many characters, each line of which opens a fence. */
export function fenceLines(length: number): string {
  return FENCE_LINE.repeat(Math.floor(length / FENCE_LINE.length));
}

/** Queries no two of which are alike. */
export function searchQueries(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `query ${index}`);
}

/** The reply with an extra member, nested in arrays, that makes it about so many bytes longer. */
export function withNesting(reply: object, bytes: number): string {
  const depth = Math.floor(bytes / 2);
  return `${JSON.stringify(reply).slice(0, -1)},"nested":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

/**
 * Sends the reply with so many bytes of `x` inside its text, each byte a chunk of its own, as fast as it is read.
 * @param reply whose text is `text` and nothing else of it is.
 */
export async function trickle(
  { socket }: ServerResponse,
  { reply, text, bytes }: { readonly reply: object; readonly text: string; readonly bytes: number },
): Promise<void> {
  if (socket === null) return;
  const [before = '', after = ''] = JSON.stringify(reply).split(text);
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
  socket.write(chunk(before));
  const many = Buffer.from(ONE_BYTE_CHUNK.repeat(CHUNKS_PER_WRITE), 'latin1');
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += CHUNKS_PER_WRITE)
    if (!socket.write(many)) await drained(socket);
  socket.end(`${chunk(after)}0\r\n\r\n`);
}

const PARTS = 31;
const PART = 'x'.repeat(32_000);

/** Streams a response of one long item, and tells so often that the item is done. */
export async function repeatItem({ socket }: ServerResponse, times: number): Promise<void> {
  if (socket === null) return;
  const event = (type: string, data: object): string =>
    `data: ${JSON.stringify({ type, output_index: 0, ...data })}\n\n`;
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n');
  for (let part = 0; part < PARTS; part += 1)
    socket.write(event('response.output_text.delta', { content_index: part, delta: PART }));
  const done = event('response.output_item.done', { item: { type: 'message', role: 'assistant' } });
  for (let time = 0; time < times && !socket.destroyed; time += 1)
    if (!socket.write(done)) await drained(socket);
  const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 };
  socket.end(event('response.completed', { response: { status: 'completed', usage } }));
}

const WORD_EVERY_MS = 50;

/** Streams a chat completion of so many words, one at a time. */
export async function drip(
  response: ServerResponse,
  { words, tokensIn }: { readonly words: number; readonly tokensIn: number },
): Promise<void> {
  const event = (delta: object, more: object = {}): string =>
    `data: ${JSON.stringify({ id: 'drip', object: 'chat.completion.chunk', created: 1, model: 'drip', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let word = 0; word < words && !response.destroyed; word += 1) {
    response.write(event({ content: `word ${word}, ` }));
    await wait(WORD_EVERY_MS);
  }
  const usage = { prompt_tokens: tokensIn, completion_tokens: words, total_tokens: tokensIn + words };
  const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }];
  response.end(`${event({}, { choices, usage })}data: [DONE]\n\n`);
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = (): void => {
    socket.off('drain', go).off('close', go);
    resolve();
  };
  socket.on('drain', go).on('close', go);
  return promise;
}

/** Writes the beginning past HTTP, and then the same piece for as long as somebody reads. */
export function flood({ socket }: ServerResponse, beginning: string, piece: string): void {
  if (socket === null) return;
  const pieces = Buffer.from(piece.repeat(10_000));
  const write = (): void => {
    while (!socket.destroyed && socket.write(pieces));
  };
  socket.on('error', () => {}).on('drain', write);
  socket.write(beginning);
  write();
}
