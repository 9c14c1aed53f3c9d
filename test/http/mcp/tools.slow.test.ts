import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../../contract/registry-on-disk.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { connectMcp } from '../../support/clients/mcp-client.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestAccount } from '../../support/gateways/test-gateway.ts';

let reply: (call: SandboxCall) => SandboxReply | Promise<SandboxReply> | undefined;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
beforeEach(() => {
  reply = () => undefined;
});

interface Called {
  readonly result: CallToolResult;
  // oxlint-disable-next-line typescript/no-explicit-any -- fields of what is tested
  readonly structured: any;
  readonly progress: readonly Progress[];
  readonly account: TestAccount;
}

/** Calls a tool with the protocol's client, as a new account. */
async function call(
  name: string,
  args: Record<string, unknown>,
  { credits = 1_000, account }: { readonly credits?: number; readonly account?: TestAccount } = {},
): Promise<Called> {
  const caller = account ?? (await gateway.account(credits));
  const { client } = await connectMcp(gateway.url, caller.key);
  const progress: Progress[] = [];
  try {
    const result = (await client.callTool({ name, arguments: args }, undefined, {
      onprogress: (one) => void progress.push(one),
    })) as CallToolResult;
    return { result, structured: result.structuredContent, progress, account: caller };
  } finally {
    await client.close();
  }
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

const TWO = ['gpt-5.4', 'claude-sonnet-4-6'];

describe('tools at /mcp', () => {
  it('are listed with schemas of their arguments and results', async () => {
    const { key } = await gateway.account(1);
    const { client } = await connectMcp(gateway.url, key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'ask_models',
      'compare_answers',
      'quote',
      'list_models',
      'get_prompt',
    ]);
    for (const tool of tools)
      expect(tool).toMatchObject({
        title: expect.stringMatching(/\S/),
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object' },
      });
    // A reference would be to nothing: each schema is all a client gets.
    expect(JSON.stringify(tools)).not.toContain('$ref');
    expect(client.getServerVersion()).toMatchObject({ name: 'assay' });
    expect(client.getInstructions()).toContain('quote');
    await client.close();
  });

  it('ask models as POST /api/v1/prompt does: the same answers, ranking, charge and log', async () => {
    reply = ({ model, schema }) =>
      schema === undefined
        ? { content: `answer of ${model}`, usage: { inputTokens: 1_000, outputTokens: 100 } }
        : undefined;
    const { structured, result, progress, account } = await call('ask_models', {
      prompt: 'Which is better?',
      models: TWO,
      judges: ['gemini-2.5-flash'],
    });
    expect(structured.results).toMatchObject([
      { index: 0, modelId: 'gpt-5.4', status: 'completed', nextOffset: null, tokensIn: 1_000 },
      { index: 1, modelId: 'claude-sonnet-4-6', status: 'completed', nextOffset: null },
    ]);
    expect(structured.results[0].output).toMatch(/^answer of gpt-5\.4/);
    expect(structured.results[0].outputBytes).toBe(structured.results[0].output.length);
    expect(structured.ranking).toHaveLength(2);
    expect(structured.evaluations).toMatchObject([{ judge: 0, a: 0, b: 1 }]);
    expect(JSON.parse(textOf(result))).toEqual(structured);

    const { body: record } = await gateway.get(account.key, `/api/v1/prompts/${structured.promptLogId}`);
    expect(record.state).toBe('settled');
    expect(record.creditsUsed).toBe(structured.creditsUsed);
    expect(record.request).toMatchObject({ prompt: 'Which is better?', models: TWO });
    expect(record.response.ranking).toEqual(structured.ranking);
    const { posted, reserved } = await account.balance();
    expect(posted).toBe(1_000_000_000 - Math.round(structured.creditsUsed * 1e6));
    expect(reserved).toBe(0);

    expect(progress.map((one) => [one.progress, one.total])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(progress[0]?.message).toContain(structured.promptLogId);
    expect(progress.at(-1)?.message).toContain('gemini-2.5-flash compared 0 and 1');
  });

  it('tell of each model as it ends, before the others have', async () => {
    const slow = Promise.withResolvers<void>();
    reply = async ({ model }) => {
      if (model.startsWith('claude')) await slow.promise;
      return { content: 'done' };
    };
    const { key } = await gateway.account(1_000);
    const { client } = await connectMcp(gateway.url, key);
    const told: string[] = [];
    await client.callTool({ name: 'ask_models', arguments: { prompt: 'hi', models: TWO } }, undefined, {
      onprogress: ({ message = '' }) => {
        told.push(message);
        // The other model answers only after this message.
        if (message.startsWith('gpt-5.4')) slow.resolve();
      },
    });
    expect(told).toHaveLength(3);
    expect(told[2]).toMatch(/^claude-sonnet-4-6 \(1\) answered in \d+ ms with \d+ tokens$/);
    await client.close();
  });

  it('compare given answers as POST /api/v1/compare does', async () => {
    const { structured, progress } = await call('compare_answers', {
      prompt: 'Name the capital of Australia.',
      answers: [{ text: 'Canberra' }, { text: 'Sydney, I believe', modelId: 'intern' }, { text: '' }],
      judges: ['gemini-2.5-flash'],
    });
    expect(structured.ranking.map(({ modelId }: { modelId: string }) => modelId).toSorted()).toEqual([
      'answer-1',
      'answer-3',
      'intern',
    ]);
    expect(structured.evaluations).toHaveLength(3);
    expect(structured.creditsUsed).toBeGreaterThan(0);
    expect(progress.at(-1)).toMatchObject({ progress: 3, total: 3 });
  });

  it('quote a prompt and a comparison, and charge nothing', async () => {
    const prompt = await call('quote', { prompt: 'hi', models: TWO, judges: ['gemini-2.5-flash'] });
    expect(prompt.structured).toMatchObject({ calls: { models: 2, judges: 2, total: 4 } });
    const comparison = await call('quote', {
      prompt: 'hi',
      answers: [{ text: 'a' }, { text: 'b' }],
      judges: ['gemini-2.5-flash'],
    });
    expect(comparison.structured).toMatchObject({ calls: { models: 0, judges: 2, total: 2 } });
    expect((await prompt.account.balance()).posted).toBe(1_000_000_000);
  });

  it('list all models', async () => {
    const { structured } = await call('list_models', {});
    expect(structured.models.map(({ id }: { id: string }) => id)).toEqual(
      registry.models.map(({ id }) => id),
    );
    expect(structured.models[0]).toMatchObject({ configured: true, contextTokens: expect.any(Number) });
  });

  it('cut long answers, and return the rest with get_prompt', async () => {
    // Longer than one part, and with characters that a cut could divide or an escape could hide.
    const long = Array.from({ length: 20_000 }, (_, index) => `${index} "😀"\n`).join('');
    reply = ({ model }) => ({ content: model.startsWith('gpt') ? long : 'short' });
    const { structured, account } = await call('ask_models', { prompt: 'Write.', models: TWO });
    const [first, second] = structured.results;
    expect(second).toMatchObject({ output: 'short', nextOffset: null });
    expect(first.outputBytes).toBe(Buffer.byteLength(long));
    expect(first.output.length).toBeLessThanOrEqual(40_000);
    let [text, offset, parts] = [first.output as string, first.nextOffset as number | null, 0];
    while (offset !== null && parts < 20) {
      const { promptLogId } = structured;
      const next = await call('get_prompt', { promptLogId, index: 0, offset }, { account });
      expect(next.structured).toMatchObject({ state: 'settled', text: { index: 0, offset } });
      text += next.structured.text.text;
      offset = next.structured.text.nextOffset;
      parts += 1;
    }
    expect(parts).toBe(Math.floor(long.length / 40_000));
    expect(text === long).toBe(true);
  });

  it('get an earlier request with its results, at any time', async () => {
    const asked = await call('ask_models', { prompt: 'hi', models: TWO, judges: ['gemini-2.5-flash'] });
    const { promptLogId, creditsUsed, results, ranking, evaluations } = asked.structured;
    const { structured } = await call('get_prompt', { promptLogId }, { account: asked.account });
    expect(structured).toMatchObject({ state: 'settled', creditsUsed, results, ranking, evaluations });
  });

  it('keep nothing of a prompt under zero data retention but the answer, in memory', async () => {
    const asked = await call('ask_models', {
      prompt: 'a secret',
      models: TWO,
      zero_data_retention: true,
    });
    const { promptLogId, results } = asked.structured;
    const { structured } = await call('get_prompt', { promptLogId }, { account: asked.account });
    expect(structured).toMatchObject({ zeroDataRetention: true, results });
    await gateway.restart();
    const later = await call('get_prompt', { promptLogId }, { account: asked.account });
    expect(later.structured).toMatchObject({
      state: 'settled',
      notice: expect.stringContaining('zero data'),
    });
    expect(later.structured.results).toBeUndefined();
  });
});

describe('what a tool refuses', () => {
  it.each<[string, string, Record<string, unknown>, string, RegExp]>([
    ['an unknown model', 'ask_models', { prompt: 'hi', models: ['gpt-99'] }, '/models/0', /unknown model/],
    ['an unknown argument', 'ask_models', { prompt: 'hi', models: TWO, n: 2 }, '/n', /unknown field/],
    ['no prompt', 'quote', { models: TWO }, '/prompt', /required/],
    ['a wrong type', 'ask_models', { prompt: 'hi', models: 'gpt-5.4' }, '/models', /array/],
    [
      'one answer',
      'compare_answers',
      { prompt: 'hi', answers: [{ text: 'a' }], judges: TWO },
      '/answers',
      /2/,
    ],
    [
      'an unknown model',
      'ask_models',
      { prompt: 'hi', models: ['gpt-5.44'] },
      '/models/0',
      /^unknown model ID; list_models lists the known ones/,
    ],
    ['no ID', 'get_prompt', {}, '/promptLogId', /required/],
  ])('%s is told with its pointer', async (_name, tool, args, pointer, message) => {
    const { result, account } = await call(tool, args);
    expect(result.isError).toBe(true);
    const problem = JSON.parse(textOf(result));
    expect(problem).toMatchObject({ type: 'urn:assay:problem:validation-failed', status: 400 });
    const error = problem.errors.find((one: { pointer: string }) => one.pointer === pointer);
    expect(error?.message).toMatch(message);
    expect((await account.balance()).posted).toBe(1_000_000_000);
  });

  it('is told as a problem: too few credits, and another account’s request', async () => {
    const poor = await call('ask_models', { prompt: 'hi', models: TWO }, { credits: 0.000001 });
    expect(poor.result.isError).toBe(true);
    expect(JSON.parse(textOf(poor.result))).toMatchObject({
      type: 'urn:assay:problem:insufficient-balance',
      estimatedCreditsRequired: expect.any(Number),
    });
    const { structured } = await call('ask_models', { prompt: 'hi', models: TWO });
    const other = await call('get_prompt', { promptLogId: structured.promptLogId });
    expect(JSON.parse(textOf(other.result))).toMatchObject({ type: 'urn:assay:problem:not-found' });
  });

  it('is no tool where there is none, and a failed model where a model fails', async () => {
    await expect(call('drop_tables', {})).rejects.toThrow(/There is no such tool/);
    reply = ({ model }) => (model.startsWith('gpt') ? { connection: 'reset' } : { content: 'fine' });
    const { structured } = await call('ask_models', { prompt: 'hi', models: TWO });
    expect(structured.results).toMatchObject([
      { status: 'failed', error: { code: 'unavailable' } },
      { status: 'completed' },
    ]);
  });
});
