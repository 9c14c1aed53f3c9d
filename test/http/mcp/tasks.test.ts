import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMessage } from '../../../core/dialects/rpc-message.ts';
import { serveRequest } from '../../../core/http/mcp/serve-request.ts';
import { postMcp } from '../../support/clients/mcp-client.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { cases } from '../../support/whole-run.ts';

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** Each would end a real gateway's process. */
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => void process.on('unhandledRejection', note));
beforeEach(() => void unhandled.splice(0));
afterAll(() => void process.off('unhandledRejection', note));

async function expectNoneUnhandled(): Promise<void> {
  // Node reports them once the microtasks of a turn are done.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
}

describe('a call that names a task', () => {
  let gateway: TestGateway;
  beforeAll(
    async () => (gateway = await startTestGateway({ sandbox: { reply: () => ({ content: '{}' }) } })),
  );
  afterAll(() => gateway.stop());

  it.each([
    ['belongs to one', { _meta: { progressToken: 1, [RELATED_TASK]: { taskId: 'x' } } }],
    ['asks for one', { _meta: { progressToken: 1 }, task: { ttl: 1_000 } }],
    ['does both', { _meta: { progressToken: 'a', [RELATED_TASK]: { taskId: 'x' } }, task: {} }],
  ])('and %s is answered like any other, with its progress', async (_name, params) => {
    const { key } = await gateway.account(100);
    const answer = await postMcp(gateway.url, key, {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        ...params,
        name: 'compare_answers',
        arguments: { prompt: 'x', answers: [{ text: '' }, { text: '' }], judges: ['gpt-5.4'] },
      },
    });
    const messages = [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, data = '']) => JSON.parse(data) as { readonly method?: string; readonly result?: object },
    );
    expect(messages.filter(({ method }) => method === 'notifications/progress').length).toBeGreaterThan(0);
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { structuredContent: { ranking: [{}, {}] } } });
    await expectNoneUnhandled();
  });
});

describe('whatever params say of tasks', () => {
  const anything = fc.jsonValue({ maxDepth: 3 });
  const meta = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record(
        {
          progressToken: fc.oneof(fc.integer(), fc.string(), anything),
          [RELATED_TASK]: fc.oneof(fc.record({ taskId: fc.string() }), anything),
          other: anything,
        },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: anything },
  );
  const task = fc.oneof(fc.record({ ttl: fc.integer() }, { requiredKeys: [] }), anything);
  const params = fc.record({ _meta: meta, task }, { requiredKeys: [] });
  const method = fc.constantFrom('tools/call', 'tools/call', 'tools/list', 'initialize', 'tasks/get', 'ping');

  it('a request has exactly one answer, and no promise is left to reject', async () => {
    await fc.assert(
      fc.asyncProperty(method, params, async (name, parameters) => {
        const body = { jsonrpc: '2.0', id: 7, method: name, params: { name: 'list_models', ...parameters } };
        const opened = openMessage(structuredClone(body));
        if (!('message' in opened) || opened.message.kind !== 'request') throw new Error('it is a request');
        const messages: object[] = [];
        const answer = await serveRequest({
          message: opened.message,
          callTool: async (_tool, tell) => {
            tell?.({ done: 0, total: 1, message: 'begun' });
            return { content: {} };
          },
          notify: (message) => void messages.push(message),
        });
        expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7 });
        expect(Object.keys(answer)).toContain('result' in answer ? 'result' : 'error');
        const token =
          messages.length === 0
            ? undefined
            : Object.entries(parameters._meta ?? {}).find(([key]) => key === 'progressToken');
        if (token !== undefined) expect(messages).toMatchObject([{ params: { progressToken: token[1] } }]);
      }),
      { numRuns: cases(400) },
    );
    await expectNoneUnhandled();
  });

  it('progress that cannot be sent leaves the answer as it is', async () => {
    const answer = await serveRequest({
      message: {
        kind: 'request',
        id: 1,
        method: 'tools/call',
        params: { name: 'quote', _meta: { progressToken: 1 } },
      },
      callTool: async (_tool, tell) => {
        tell?.({ done: 0, total: 1, message: 'begun' });
        return { content: { a: 1 } };
      },
      notify: () => {
        throw new Error('the stream is broken');
      },
    });
    expect(answer).toMatchObject({ result: { structuredContent: { a: 1 } } });
    await expectNoneUnhandled();
  });
});
