import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeAtOnce } from '../../../core/sandbox/judge/judge-reply.ts';
import { answersIn, chargedFor, killedOften } from './killed-often.ts';
import { keptCode } from '../../support/kept-code.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PROMPTS = 60;
const MODELS = ['gpt-5.4', 'claude-sonnet-4-6', 'gemini-3.5-flash', 'mistral-large-2512'];
const JUDGES = ['claude-opus-4-7', 'grok-4.5'];
/** Each judge reads each of the six pairs in both orders. */
const CALLS = PROMPTS * (MODELS.length + JUDGES.length * 6 * 2);
const KILLED_AT = [8, 25, 44];
const CREDITS = 100_000;

const gateway = gatewayOfFile({ sandbox: { reply: judgeAtOnce } });
const account = accountOfFile(gateway, CREDITS, { requestsPerMinute: 100_000 });
const folder = folderOfFile('eval');

beforeAll(() => {
  const rows = Array.from({ length: PROMPTS }, (_none, place) =>
    JSON.stringify({ prompt: `Question ${place} of many.` }),
  );
  writeFileSync(join(folder, 'prompts.jsonl'), `${rows.join('\n')}\n`);
  writeFileSync(
    join(folder, 'suite.yaml'),
    JSON.stringify({
      name: 'killed',
      prompts: 'prompts.jsonl',
      models: MODELS,
      judges: JUDGES,
      concurrency: 6,
    }),
  );
});

function startRun(): ChildProcess {
  const words = [join(ROOT, 'core/cli.ts'), 'eval', 'run', 'suite.yaml', '--url', gateway.url, '--json'];
  return spawn(process.execPath, words, {
    cwd: folder,
    env: { ...keptCode(), ASSAY_KEY: account.key },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

describe('a run that is killed three times', () => {
  it('has every answer once, and every call was made and paid for once', async () => {
    const file = join(folder, 'runs/killed.jsonl');
    await killedOften(startRun, file, { killedAt: KILLED_AT, prompts: PROMPTS });

    const answers = answersIn(file);
    expect(answers).toHaveLength(PROMPTS);
    expect(new Set(answers.map(({ row }) => row)).size).toBe(PROMPTS);
    const upstreamCalls = [...gateway.upstream.callCounts().values()].reduce((sum, count) => sum + count, 0);
    const usage = await gateway.admin((ledger) => ledger.usage({ by: 'account', fromMs: 0, toMs: 1e14 }));
    expect(usage.map(({ calls }) => calls)).toEqual([CALLS]);
    expect(upstreamCalls).toBe(CALLS);
    expect(await account.balance()).toEqual({ posted: CREDITS * 1e6 - chargedFor(answers), reserved: 0 });
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });
});
