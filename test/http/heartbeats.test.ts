import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SandboxReply } from '../../core/sandbox/upstream.ts';
import { eventually } from '../support/eventually.ts';
import { verdictText } from '../support/samples/verdict-text.ts';
import { folderOfFile } from '../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

// Comments come so often here that a few are sent before the provider, which waits for the test, answers.
const HEARTBEAT_MS = 20;
const COMMENT = ': still running\n\n';
const ANSWER = { content: 'Canberra.', usage: { inputTokens: 9, outputTokens: 3 } };
const VERDICT = verdictText('tie');
const PANEL = ['id: panel/two', 'models: [gpt-4o, mistral-large-2512]', 'judges: [gpt-5.5]', 'wins: quality'];

const folder = folderOfFile('heartbeats');
writeFileSync(join(folder, 'two.yaml'), PANEL.join('\n'));
/** What the provider answers once the test lets it. */
let answer: PromiseWithResolvers<SandboxReply>;
const gateway = gatewayOfFile({
  sandbox: {
    reply: async ({ user }) => {
      const reply = await answer.promise;
      return user.includes('<<<FIRST') ? { content: VERDICT } : reply;
    },
  },
  environment: { ASSAY_PANELS: folder },
  heartbeatMs: HEARTBEAT_MS,
});
const account = accountOfFile(gateway, 1_000);
beforeEach(() => {
  answer = Promise.withResolvers();
  gateway.upstream.clear();
});

interface StreamRequest {
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ReceivedAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** Reads an answer while the provider is silent until there are so many comments, lets it answer, and reads the rest. */
async function readAnswer(
  request: StreamRequest,
  comments: number,
  reply: SandboxReply = ANSWER,
): Promise<ReceivedAnswer> {
  // Resolves with the head: only comments can have brought it.
  const response = await fetch(gateway.url + request.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.key}`,
      'content-type': 'application/json',
      ...request.headers,
    },
    body: JSON.stringify(request.body),
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split(COMMENT).length > comments) answer.resolve(reply);
  }
  return { status: response.status, type: response.headers.get('content-type'), text };
}

const chat = (members: object = {}): StreamRequest => ({
  path: '/v1/chat/completions',
  body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Go.' }], stream: true, ...members },
});
const responses = (members: object = {}): StreamRequest => ({
  path: '/v1/responses',
  body: { model: 'gpt-4o', input: 'Go.', stream: true, ...members },
});
const FORMAT = { type: 'json_schema', json_schema: { name: 'any', schema: { type: 'object' } } };

/** Comments and events, none inside another. */
function blocksOf({ text }: ReceivedAnswer): { readonly before: number; readonly events: readonly string[] } {
  const blocks = text.split('\n\n').filter((block) => block !== '');
  const events = blocks.filter((block) => !block.startsWith(':'));
  for (const event of events) expect(event).toMatch(/^(?:id: \S+\n)?(?:event: [\w.]+\n)?data: \S.*$/);
  return { before: blocks.findIndex((block) => !block.startsWith(':')), events };
}

describe('a stream below /v1 whose model says nothing for long', () => {
  it.each([
    ['a chat', chat()],
    ['a response', responses()],
    ['a chat with a schema', chat({ response_format: FORMAT })],
    ['a panel’s chat', chat({ model: 'panel/two' })],
    ['a panel’s response', responses({ model: 'panel/two' })],
  ])('has its head and comments meanwhile, then the whole answer: %s', async (name, request) => {
    const content = name.includes('schema') ? '{"city":"Canberra."}' : ANSWER.content;
    const received = await readAnswer(request, 3, { ...ANSWER, content });
    expect(received).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' });
    const { before, events } = blocksOf(received);
    expect(before).toBeGreaterThanOrEqual(3);
    expect(events.join('\n')).toContain('Canberra.');
    expect(events.at(-1)).toMatch(/^data: \[DONE\]$|^event: response\.completed\n/);
  });

  it('tells of a failure in the stream, for its status has left', async () => {
    const failed = await readAnswer(chat({ model: 'mistral-large-2512' }), 2, { status: 400 });
    expect(failed.status).toBe(200);
    const { before, events } = blocksOf(failed);
    expect(before).toBeGreaterThanOrEqual(2);
    expect(events).toHaveLength(1);
    expect(JSON.parse(events[0]?.slice('data: '.length) ?? '')).toMatchObject({
      error: { type: 'invalid_request_error', code: 'rejected' },
    });
    answer = Promise.withResolvers();
    const panel = await readAnswer(chat({ model: 'panel/two' }), 2, { status: 400 });
    expect(blocksOf(panel).events.at(-1)).toContain('"error":{');
  });

  it('is a stream like any other to the openai package', async () => {
    const client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const stream = await client.chat.completions.create({
      model: 'panel/two',
      messages: [{ role: 'user', content: 'Go.' }],
      stream: true,
    });
    answer.resolve(ANSWER);
    let text = '';
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    expect(text).toBe(ANSWER.content);
  });
});

describe('comments keep other quiet streams open too', () => {
  const models = ['gpt-4o'];

  it('of a prompt, and of whoever follows it', async () => {
    const prompt = {
      path: '/api/v1/prompt',
      body: { prompt: 'Go.', models },
      headers: { accept: 'text/event-stream' },
    };
    const received = await readAnswer(prompt, 3);
    expect(received.text).toMatch(/^id: 1\nevent: started\n/);
    const { events } = blocksOf(received);
    expect(events.at(-1)).toContain('event: done\n');
    answer = Promise.withResolvers();
    const accepted = await gateway.post(account.key, { prompt: 'Go.', models }, { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    const following = await fetch(`${gateway.url}/api/v1/prompts/${accepted.body.promptLogId}`, {
      headers: { authorization: `Bearer ${account.key}`, accept: 'text/event-stream' },
    });
    let text = '';
    for await (const chunk of following.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.split(COMMENT).length > 3) answer.resolve(ANSWER);
    }
    expect(text).toContain('event: done\n');
  });

  it('of whoever follows a plain request, which sends no events before its end', async () => {
    const headers = { 'idempotency-key': 'a-plain-request' };
    const plain = gateway.post(account.key, { prompt: 'Go.', models }, headers);
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
    const repeated = await gateway.post(account.key, { prompt: 'Go.', models }, headers);
    const id = repeated.headers.get('x-prompt-log-id');
    const following = await fetch(`${gateway.url}/api/v1/prompts/${id}`, {
      headers: { authorization: `Bearer ${account.key}`, accept: 'text/event-stream' },
      // Without a second comment, the stream would be silent for good.
      signal: AbortSignal.timeout(30_000),
    });
    let text = '';
    for await (const chunk of following.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.split(COMMENT).length > 2) answer.resolve(ANSWER);
    }
    expect(text).toContain('event: done\n');
    expect((await plain).status).toBe(200);
  });

  it('of a tool at /mcp, whose client wants no progress', async () => {
    const received = await readAnswer(
      {
        path: '/mcp',
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'ask_models', arguments: { prompt: 'Go.', models } },
        },
        headers: { accept: 'application/json, text/event-stream' },
      },
      3,
    );
    const { before, events } = blocksOf(received);
    expect(before).toBeGreaterThanOrEqual(3);
    expect(events).toHaveLength(1);
    expect(events[0]).toContain('"structuredContent"');
  });
});
