import { expect, it } from 'vitest';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const LONG: SandboxReply = { content: 'word '.repeat(100_000), usage: USAGE };
const SHORT: SandboxReply = { content: 'fine', usage: USAGE };
const TOO_LONG: SandboxReply = { content: 'word '.repeat(600_000), usage: USAGE };
/** One account may use half of it: four answers of 500,000 bytes, which count twice while they become events, and unread bytes. */
const BOUND = 11_000_000;

const replies = new Map<string, SandboxReply | Promise<SandboxReply>>();

const gateway = gatewayOfFile({
  environment: { ASSAY_MAX_ANSWER_BYTES: String(BOUND) },
  sandbox: { reply: ({ model }: SandboxCall) => replies.get(model) ?? LONG },
});
const account = accountOfFile(gateway, 100_000);

const ask = (key: string, models: readonly string[], headers = {}) =>
  gateway.post(key, { prompt: 'hi', models }, headers);
const stateOf = async (id: string): Promise<unknown> => {
  const record: unknown = (await gateway.get(account.key, `/api/v1/prompts/${id}`)).body;
  return record instanceof Object && 'state' in record ? record.state : record;
};

it('answers of requests that still run are bounded for each account, until they end', async () => {
  const last = Promise.withResolvers<SandboxReply>();
  replies.set('grok-4.3', last.promise);
  const models = [
    'ministral-3b-2512',
    'ministral-8b-2512',
    'ministral-14b-2512',
    'codestral-2508',
    'grok-4.3',
  ];
  const running = await ask(account.key, models, { prefer: 'respond-async' });
  expect(running.status).toBe(202);
  const id = running.body.promptLogId;
  const answered = () =>
    readMetric(gateway.operationsUrl, 'assay_provider_attempts_total', {
      provider: 'mistral',
      outcome: 'completed',
    });
  await expect.poll(answered).toBe(4);

  replies.set('gpt-4o', { ...TOO_LONG, stream: 'ignored' });
  replies.set('gpt-4.1', TOO_LONG);
  const beyond = await ask(account.key, ['gpt-4o', 'gpt-4.1']);
  for (const result of beyond.body.results)
    expect(result).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'overloaded' } });

  const other = await gateway.account(100_000);
  replies.set('gpt-4o', SHORT);
  const { body } = await ask(other.key, ['gpt-4o', 'ministral-3b-2512']);
  expect(body.results.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed']);

  last.resolve(SHORT);
  await expect.poll(() => stateOf(id)).toBe('settled');
  replies.set('gpt-4o', LONG);
  const again = await ask(account.key, ['gpt-4o', 'ministral-3b-2512']);
  expect(again.body.results.map(({ status }: { status: string }) => status)).toEqual([
    'completed',
    'completed',
  ]);
});
