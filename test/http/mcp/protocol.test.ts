import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { connectMcp, postMcp } from '../../support/clients/mcp-client.ts';
import { openRaw } from '../../support/clients/raw-connection.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { startTestGateway } from '../../support/gateways/test-gateway.ts';
import { holdersOnDisk } from '../../support/holders-on-disk.ts';
import { eventually } from '../../support/eventually.ts';
import { slowIt } from '../../support/whole-run.ts';

let reply: (call: SandboxCall) => SandboxReply | Promise<SandboxReply> | undefined;
let key: string;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
beforeAll(async () => {
  ({ key } = await gateway.account(10_000, { requestsPerMinute: 100_000 }));
});
beforeEach(() => {
  reply = () => undefined;
  gateway.upstream.clear();
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function ask(args: object, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'ask_models', arguments: args } };
}

const HELLO = { prompt: 'hi', models: ['gpt-5.4'] };

/** The message of an answer as one JSON text or as the last event. */
// oxlint-disable-next-line typescript/no-explicit-any -- fields of what is tested
function messageIn(text: string): any {
  const data = text.startsWith('{') ? text : [...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1];
  return JSON.parse(data ?? 'null');
}

describe('who may send messages to /mcp', () => {
  it('nobody without a valid key, and clients are told how to send one', async () => {
    const mistyped = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
    for (const wrong of [undefined, 'nobody', mistyped]) {
      const answer = await postMcp(gateway.url, wrong, LIST);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', gateway.url));
    await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow(
      /401|API key/,
    );
  });

  it.each(['https://attacker.example', 'null', 'http://127.0.0.1:1', 'file://', 'not an origin'])(
    'no page of %s',
    async (origin) => {
      const answer = await postMcp(gateway.url, key, LIST, { origin });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ type: 'urn:assay:problem:foreign-origin' });
    },
  );

  it('a page of the gateway’s own address, but of no name that may have been pointed there', async () => {
    expect((await postMcp(gateway.url, key, LIST, { origin: gateway.url })).status).toBe(200);
    const connection = await openRaw(gateway.url);
    const body = JSON.stringify(LIST);
    connection.send(
      `POST /mcp HTTP/1.1\r\nHost: rebound.example\r\nOrigin: http://rebound.example\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    const [answer] = await connection.closed();
    expect(answer?.status).toBe(403);
  });

  it.each(['GET', 'DELETE', 'PUT'])('nobody with %s: there are no sessions', async (method) => {
    const answer = await fetch(`${gateway.url}/mcp`, {
      method,
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('nobody where the operator has turned it off', async () => {
    const off = await startTestGateway({ environment: { ASSAY_MCP: 'off' } });
    const account = await off.account(1);
    expect((await postMcp(off.url, account.key, LIST)).status).toBe(404);
    await off.stop();
  });
});

describe('a message', () => {
  it.each<[string, unknown, string]>([
    ['is no batch', [LIST, LIST], ''],
    ['is an object', '"tools/list"', ''],
    ['says its version', { ...LIST, jsonrpc: '1.0' }, '/jsonrpc'],
    ['has no null for an ID', { ...LIST, id: null }, '/id'],
    ['has a short ID', { ...LIST, id: 'x'.repeat(129) }, '/id'],
    ['has a short method', { ...LIST, method: 'x'.repeat(129) }, '/method'],
    ['has an object for parameters', { ...LIST, params: [] }, '/params'],
    ['has few parameters', { ...LIST, params: { list: Array(600).fill(0) } }, '/params'],
    ['has short parameters', { ...LIST, params: { text: 'x'.repeat(20_000) } }, '/params'],
  ])('%s, or is a 400 with the place', async (_name, message, pointer) => {
    const answer = await postMcp(gateway.url, key, message);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer }] });
  });

  it.each<[string, string, string]>([
    ['deep', `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(9_000)}`, 'depth'],
    ['deep in arguments', JSON.stringify(ask({ a: deep(80) })), 'depth'],
    [
      'made of keys',
      JSON.stringify(
        ask(
          Object.fromEntries(
            Array(9_000)
              .keys()
              .map((n) => [n, 0]),
          ),
        ),
      ),
      'too_many',
    ],
    ['told twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 'duplicate_key'],
    ['half of one', '{"jsonrpc":', 'syntax'],
  ])('that is %s is refused as JSON', async (_name, text, code) => {
    const answer = await postMcp(gateway.url, key, text);
    expect(answer.status).toBe(400);
    const problem = (await answer.json()) as { readonly errors: readonly { readonly code: string }[] };
    expect(problem.errors[0]?.code).toContain(code);
  });

  it('may have long texts in its arguments, up to the limits of every request', async () => {
    const long = await postMcp(gateway.url, key, ask({ ...HELLO, prompt: 'word '.repeat(20_000) }));
    expect(messageIn(await long.text()).result.structuredContent.results[0].status).toBe('completed');
    const [call] = gateway.upstream.requests();
    expect(JSON.stringify(call?.body)).toContain('word word');
    const longer = await postMcp(gateway.url, key, ask({ ...HELLO, prompt: 'x'.repeat(2_000_001) }));
    const { result } = messageIn(await longer.text());
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text).errors[0]).toMatchObject({ pointer: '/prompt' });
    const wide = await postMcp(gateway.url, key, ask({ ...HELLO, extra: Array(50_000).fill(0) }));
    const refused = messageIn(await wide.text()).result;
    expect(JSON.parse(refused.content[0].text).errors[0]).toMatchObject({ code: 'unknown_field' });
    expect((await postMcp(gateway.url, key, ' '.repeat(31_457_281))).status).toBe(413);
  });

  it('is of a version that is spoken here', async () => {
    const headers = { 'mcp-protocol-version': '2025-06-18' };
    expect((await postMcp(gateway.url, key, LIST, headers)).status).toBe(200);
    const answer = await postMcp(gateway.url, key, LIST, { 'mcp-protocol-version': 'marker-1999' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/2025-11-25/);
  });

  it('has any session ID or none, and nothing is kept of it', async () => {
    for (const id of ['unknown', 'x'.repeat(5_000), '../../etc'])
      expect((await postMcp(gateway.url, key, LIST, { 'mcp-session-id': id })).status).toBe(200);
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const answer = await postMcp(gateway.url, key, { ...LIST, method: 'initialize', params });
    expect(answer.headers.get('mcp-session-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is never repeated in what refuses it', async () => {
    const marker = 'marker-7f3a';
    const answers = [
      { ...LIST, method: marker },
      { ...LIST, method: 'initialize', params: { protocolVersion: 1, clientInfo: marker } },
      { ...LIST, method: 'tools/call', params: { name: marker } },
      { ...LIST, method: 'tools/call', params: { name: 'quote', _meta: { progressToken: { a: marker } } } },
      ask({ ...HELLO, models: [marker] }),
      { jsonrpc: marker, id: 1, method: 'ping' },
    ].map(async (message) => (await postMcp(gateway.url, key, message)).text());
    const headers = { 'mcp-protocol-version': marker };
    const all = [
      ...(await Promise.all(answers)),
      await (await postMcp(gateway.url, key, LIST, headers)).text(),
    ];
    expect(all.filter((text) => text.includes(marker))).toEqual([]);
    expect(gateway.logs()).not.toContain(marker);
  });
});

function deep(levels: number): unknown {
  return levels === 0 ? 0 : [deep(levels - 1)];
}

describe('what a caller may use', () => {
  it('bounds messages a minute, notifications too', async () => {
    const limited = await gateway.account(1, { requestsPerMinute: 5 });
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const statuses: number[] = [];
    for (let sent = 0; sent < 12; sent += 1)
      statuses.push((await postMcp(gateway.url, limited.key, notification)).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('bounds calls in flight, and frees the place of an answer that nobody reads', async () => {
    const held = Promise.withResolvers<void>();
    reply = async () => {
      await held.promise;
      return { content: 'done' };
    };
    const limited = await gateway.account(100, { requestsInFlight: 1 });
    const connection = await openRaw(gateway.url);
    const body = JSON.stringify(ask(HELLO));
    connection.send(
      `POST /mcp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${limited.key}\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
    expect((await postMcp(gateway.url, limited.key, LIST)).status).toBe(429);
    connection.socket.destroy();
    // The models still run: they count although their client has gone.
    expect((await postMcp(gateway.url, limited.key, LIST)).status).toBe(429);
    held.resolve();
    await eventually(async () => expect((await postMcp(gateway.url, limited.key, LIST)).status).toBe(200));
  });

  slowIt('bounds what one call returns, however many models write however much', async () => {
    reply = () => ({ content: '"😀\\\n'.repeat(20_000) });
    const args = { ...HELLO, models: Array(32).fill('gpt-5.4') };
    const { result } = messageIn(await (await postMcp(gateway.url, key, ask(args))).text());
    const { results } = result.structuredContent;
    const texts = results.map(({ output }: { readonly output: string }) => output);
    expect(texts.join('').length).toBeLessThanOrEqual(40_000);
    expect(texts.every((text: string) => text.isWellFormed() && text.length > 1_000)).toBe(true);
  });

  it('stores nothing of a prompt under zero data retention', async () => {
    const secret = 'secret-of-a-tool-8c1d';
    reply = () => ({ content: `answer with ${secret}` });
    const args = { ...HELLO, prompt: secret, zero_data_retention: true };
    const answer = messageIn(await (await postMcp(gateway.url, key, ask(args))).text());
    expect(answer.result.structuredContent.results[0].output).toContain(secret);
    expect(holdersOnDisk(gateway.folder, secret)).toEqual([]);
    expect(gateway.logs()).not.toContain(secret);
  });
});

describe('a call whose client', () => {
  /** Holds the first model until it is let go. */
  function holdFirst(): { readonly letGo: () => void } {
    const held = Promise.withResolvers<void>();
    reply = async ({ schema }) => {
      if (schema === undefined) await held.promise;
      return schema === undefined ? { content: 'held' } : { content: '{}' };
    };
    return { letGo: () => held.resolve() };
  }
  const JUDGED = { prompt: 'hi', models: ['gpt-5.4', 'gpt-4o'], judges: ['gemini-2.5-flash'] };

  it('leaves goes on to its end, is charged, and can be read', async () => {
    const account = await gateway.account(100);
    const { letGo } = holdFirst();

    const { client, transport } = await connectMcp(gateway.url, account.key);
    const ids: string[] = [];
    const call = client
      .callTool({ name: 'ask_models', arguments: { ...HELLO } }, undefined, {
        onprogress: ({ message = '' }) => ids.push(/as ([\w-]+);/.exec(message)?.[1] ?? ''),
      })
      .catch(() => undefined);
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
    await eventually(() => expect(ids).toHaveLength(1));

    await transport.close();
    await call;
    const again = await connectMcp(gateway.url, account.key);
    const read = async () =>
      (await again.client.callTool({ name: 'get_prompt', arguments: { promptLogId: ids[0] } }))
        .structuredContent;
    expect(await read()).toMatchObject({ state: 'running', results: [] });
    letGo();
    await eventually(async () =>
      expect(await read()).toMatchObject({ state: 'settled', results: [{ output: 'held' }] }),
    );
    expect((await account.balance()).posted).toBeLessThan(100_000_000);
    await again.client.close();
  });

  it('cancels starts nothing new, and charges what was sent', async () => {
    const account = await gateway.account(100);
    const { letGo } = holdFirst();
    const { client } = await connectMcp(gateway.url, account.key);
    const cancelling = new AbortController();
    const call = client.callTool({ name: 'ask_models', arguments: JUDGED }, undefined, {
      signal: cancelling.signal,
    });
    const refused = expect(call).rejects.toThrow();
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(2));
    // Of another client with the same key and the same ID: it is not its call.
    const other = await connectMcp(gateway.url, account.key);
    for (let id = 0; id < 5; id += 1)
      await other.client.notification({ method: 'notifications/cancelled', params: { requestId: id } });
    const running = await list(account.key);
    expect(running[0]?.state).toBe('reserved');
    cancelling.abort('enough');
    await refused;
    // The notification has been heeded once a later message was answered.
    await client.listTools();
    letGo();
    await eventually(async () => expect((await list(account.key))[0]?.state).toBe('settled'));
    expect(gateway.upstream.requests()).toHaveLength(2);
    expect((await account.balance()).posted).toBeLessThan(100_000_000);
    await Promise.all([client.close(), other.client.close()]);
  });

  it('does not cancel is judged: the case before would not hold otherwise', async () => {
    const account = await gateway.account(100);
    const { letGo } = holdFirst();
    const { client } = await connectMcp(gateway.url, account.key);
    const other = await connectMcp(gateway.url, account.key);
    const call = client.callTool({ name: 'ask_models', arguments: JUDGED });
    await eventually(() => expect(gateway.upstream.requests()).toHaveLength(2));
    for (let id = 0; id < 5; id += 1)
      await other.client.notification({ method: 'notifications/cancelled', params: { requestId: id } });
    letGo();
    await call;
    expect(gateway.upstream.requests().length).toBeGreaterThan(2);
    await Promise.all([client.close(), other.client.close()]);
  });

  async function list(own: string): Promise<readonly { readonly state: string }[]> {
    const { body: answer } = await gateway.get(own, '/api/v1/prompts');
    return answer.prompts;
  }
});
