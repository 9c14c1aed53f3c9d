import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestAccount } from '../../support/gateways/test-gateway.ts';
import { judgeAtOnce } from '../../../core/sandbox/judge/judge-reply.ts';
import { answersIn, chargedFor, killedOften } from './killed-often.ts';
import { keptCode } from '../../support/kept-code.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OLD = 'mistral-small-2603';
const SUCCESSOR = 'gpt-5.4';
const PROMPTS = 14;
const KILLED_AT = [3, 8];
const CREDITS = 100_000;

const gateway = gatewayOfFile({ sandbox: { reply: judgeAtOnce } });
const folder = folderOfFile('migration');

async function ask({ key }: TestAccount, prompt: string): Promise<void> {
  const headers = { 'idempotency-key': prompt };
  expect((await gateway.post(key, { prompt, models: [OLD] }, headers)).status).toBe(200);
}

function start({ key }: TestAccount, answers: string): ChildProcess {
  const words = ['eval', 'migrate', OLD, '--to', SUCCESSOR, '--judges', 'grok-4.5', '--old-answers', answers];
  const options = ['--out', `${answers}.jsonl`, '--url', gateway.url, '--concurrency', '3', '--json'];
  return spawn(process.execPath, [join(ROOT, 'core/cli.ts'), ...words, ...options], {
    cwd: folder,
    env: { ...keptCode(), ASSAY_KEY: key },
    stdio: 'ignore',
  });
}

describe('a migration that is killed twice while its log grows', () => {
  it.each([
    // Both models and both orders of their pair.
    { answers: 'fresh', calls: 2 + 2 },
    { answers: 'logged', calls: 1 + 2 },
  ])('asks the prompts it began with, and pays for each call once: $answers', async ({ answers, calls }) => {
    const account = await gateway.account(CREDITS, { requestsPerMinute: 100_000 });
    const prompts = Array.from({ length: PROMPTS }, (_none, place) => `Question ${place} of many.`);
    for (const prompt of prompts) await ask(account, prompt);
    const before = await account.balance();
    gateway.upstream.clear();
    const file = join(folder, `${answers}.jsonl`);
    await killedOften(() => start(account, answers), file, { killedAt: KILLED_AT, prompts: PROMPTS });

    const lines = answersIn(file);
    expect(lines.map(({ prompt }) => prompt).toSorted()).toEqual(prompts.toSorted());
    const upstreamCalls = [...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0);
    expect(upstreamCalls).toBe(PROMPTS * calls);
    expect(await account.balance()).toEqual({ posted: before.posted - chargedFor(lines), reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });
});
