import { Piscina } from 'piscina';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import type { SandboxReply } from '../../core/sandbox/upstream.ts';
import { eventually } from '../support/eventually.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { holdTimers } from '../support/held-timers.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const SILENT: ReadonlySet<string> = new Set(['claude-haiku-4-5', 'gpt-4o']);

const gateway = gatewayOfFile({
  environment: { ASSAY_REQUEST_TIMEOUT_MS: '90500' },
  sandbox: {
    reply: ({ model }): SandboxReply =>
      SILENT.has(model) ? { connection: 'hang' } : { content: 'fine', usage: USAGE },
  },
});
const account = accountOfFile(gateway, 10_000);

/** Nothing else waits for this. */
const STALLED_SECONDS = 43;

interface ThreadTask {
  readonly file: string;
  readonly input: object;
}

/** Sends a request while no thread ends tasks of one kind, and lets its time be over once one of them runs. */
async function askStalled<Answer>(
  isStalled: (task: ThreadTask) => boolean,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const timers = holdTimers(STALLED_SECONDS * 1_000);
  const stalled: (() => void)[] = [];
  const { run } = Piscina.prototype;
  const spy = vi.spyOn(Piscina.prototype, 'run').mockImplementation(function (this: Piscina, task, options) {
    if (!isStalled(task)) return run.call(this, task, options);
    return new Promise((_resolve, reject) => stalled.push(() => reject(new Error('the test is over'))));
  });
  onTestFinished(() => {
    spy.mockRestore();
    timers.release();
    for (const end of stalled) end();
  });
  const answering = ask();
  await eventually(() => expect(stalled).not.toHaveLength(0));
  timers.expire(STALLED_SECONDS * 1_000);
  return await answering;
}

async function compare(asked: object): Promise<PromptResponse> {
  const body = { prompt: 'hi', timeout_seconds: 1, ...asked };
  return (await gateway.send(account.key, '/api/v1/compare', { body })).body;
}

describe('a request with timeout_seconds', () => {
  it('ends what has not ended then as timeout, and charges what ran', async () => {
    const before = await account.balance();
    const { status, body } = await gateway.post(account.key, {
      prompt: 'hi',
      models: ['claude-haiku-4-5', 'deepseek-flash'],
      judges: ['mistral-large-2512'],
      timeout_seconds: 1,
    });
    expect(status).toBe(200);
    const [cut, ended] = body.results;
    expect(cut).toMatchObject({
      status: 'failed',
      error: { code: 'timeout', message: expect.stringContaining('own timeout_seconds, 1 s, ended') },
    });
    expect(ended).toMatchObject({ status: 'completed', output: 'fine' });
    expect(body.creditsUsed).toBeGreaterThanOrEqual(ended.credits);
    expect(await account.balance()).toEqual({
      posted: before.posted - Math.round(body.creditsUsed * 1_000_000),
      reserved: 0,
    });
  });

  it('ends a judge that has not ended then', async () => {
    const { body } = await gateway.post(account.key, {
      prompt: 'hi',
      models: ['deepseek-flash', 'mistral-large-2512'],
      judges: ['gpt-4o'],
      timeout_seconds: 1,
    });
    expect(body.results.map((result: { readonly status: string }) => result.status)).toEqual([
      'completed',
      'completed',
    ]);
    for (const run of body.evaluations[0].runs)
      expect(run).toMatchObject({
        status: 'failed',
        error: { code: 'timeout', message: expect.stringContaining('own timeout_seconds, 1 s, ended') },
      });
  });

  it('charges a writer that has not ended then for the answers it has read, each digit as a token', async () => {
    const answers = ['1', '2'].map((digit) => ({ text: digit.repeat(20_000) }));
    const { results }: PromptResponse = await compare({
      answers,
      judges: ['deepseek-flash'],
      fuse: 'gpt-4o',
    });
    expect(results).toMatchObject([{ fused: true, error: { code: 'timeout' } }]);
    expect(results[0]?.tokensIn).toBeGreaterThan(0.6 * 40_000);
  });

  it('gives an answer that no thread has checked until then unchecked', async () => {
    const isOutputCheck = ({ file, input }: ThreadTask) => /check-schema/.test(file) && 'output' in input;
    const { body } = await askStalled(isOutputCheck, () =>
      gateway.post(account.key, {
        prompt: 'hi',
        models: ['deepseek-flash'],
        response_schema: { type: 'object' },
        timeout_seconds: STALLED_SECONDS,
      }),
    );
    const [result] = body.results;
    expect(result).toMatchObject({
      status: 'completed',
      output: 'fine',
      attempts: 1,
      warnings: [{ code: 'schema_not_checked' }],
    });
    expect(result).not.toHaveProperty('schemaValid');
  });

  it('ends judges and a writer whose answers no thread has copied until then', async () => {
    const isCopy = ({ file }: ThreadTask) => /neutralise-text/.test(file);
    const long = 'long '.repeat(4_000);
    const { results, evaluations } = await askStalled(isCopy, () =>
      compare({
        answers: [{ text: long }, { text: `${long}too` }],
        judges: ['deepseek-flash'],
        fuse: 'deepseek-flash',
        timeout_seconds: STALLED_SECONDS,
      }),
    );
    const error = { code: 'timeout', message: expect.stringContaining('own timeout_seconds, 43 s, ended') };
    expect(results).toMatchObject([{ fused: true, attempts: 0, error }]);
    expect(evaluations[0]?.runs).toMatchObject([{ error }, { error }]);
  });

  it('is also of comparisons', async () => {
    const body = await compare({ answers: [{ text: 'one' }, { text: 'another' }], judges: ['gpt-4o'] });
    expect(body).toMatchObject({ evaluations: [{ runs: [{ error: { code: 'timeout' } }, {}] }] });
  });

  it.each([
    [91, 'limit', 'must be at most 90 seconds, the longest that this gateway lets a request run'],
    [0, 'range', 'must be from 1 to 90'],
    [7_201, 'range', 'must be from 1 to 90'],
    [1.5, 'type', 'must be an integer'],
  ])('of %d is refused, and the message names the limit', async (seconds, code, message) => {
    const asked = { prompt: 'hi', models: ['deepseek-flash'], timeout_seconds: seconds };
    const { status, body } = await gateway.post(account.key, asked);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ pointer: '/timeout_seconds', code, message }]);
  });

  it('has the gateway’s limit in openapi.json', async () => {
    const answer = await fetch(`${gateway.url}/openapi.json`);
    expect(await answer.json()).toMatchObject({
      components: { schemas: { PromptRequest: { properties: { timeout_seconds: { maximum: 90 } } } } },
    });
  });
});
