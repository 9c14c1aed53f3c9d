import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { carryOutCommand, type Finished } from '../commands/run-command.ts';
import { withCriteria } from '../../core/calibration/judge-prompt-versions.ts';
import { FlipTally } from '../../core/calibration/measure/count-flips.ts';
import { JUDGE_PROMPT_VERSION } from '../../core/pipeline/judge/judge-prompt.ts';
import { meddle } from '../ledger/temporary-ledger.ts';
import type { SandboxCall } from '../../core/sandbox/upstream.ts';
import { folderOfFile } from '../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

const folder = folderOfFile('flips');
const gateway = gatewayOfFile({
  sandbox: { reply: replyOf },
  environment: { ASSAY_CALIBRATIONS: folder },
});
const account = accountOfFile(gateway, 100_000);

const [STEADY, FICKLE, MUTE] = ['gpt-5.4', 'nova-pro', 'gpt-5.5'];
const ALWAYS_FIRST = 'Always say first.';
const usage = { inputTokens: 10, outputTokens: 10 };

/** One judge follows the answers, one the place they stand in, and one gives no verdict. */
function replyOf(call: SandboxCall): { content: string; usage: typeof usage } {
  const first = /<<<FIRST \w+>>>\n([\s\S]*?)\n<<<END/.exec(call.user)?.[1];
  if (first === undefined) return { content: `answer of ${call.model}`, usage };
  if (call.model === MUTE) return { content: 'I cannot decide.', usage };
  const follows = call.model === STEADY && !call.user.includes(ALWAYS_FIRST);
  const verdict = !follows || first.includes('gpt-4o') ? 'first' : 'second';
  const words = { first_notes: '', second_notes: '', reasoning: 'x'.repeat(2_000), verdict, confidence: 1 };
  return { content: JSON.stringify(words), usage };
}

async function send(count: number, more: object = {}, { key } = account): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const body = { prompt: 'q', models: ['gpt-4o', 'nova-lite'], judges: [STEADY, FICKLE], ...more };
    const reply = await gateway.post(key, body);
    expect(reply.status).toBe(200);
    // The record waits for the texts to be stored.
    await gateway.get(key, `/api/v1/prompts/${reply.body.promptLogId}`);
  }
}

const assay = (...words: readonly string[]): Promise<Finished> =>
  carryOutCommand(words, {
    ASSAY_DATABASE_URL: `file:${join(gateway.folder, 'assay.db')}`,
    ASSAY_CALIBRATIONS: folder,
  });

const flips = (...words: string[]): Promise<Finished> => assay('judge', 'flips', ...words);

/** What is written where a person watches. */
async function atTerminal<T>(work: () => Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
  try {
    return await work();
  } finally {
    if (own === undefined) Reflect.deleteProperty(process.stderr, 'isTTY');
    else Object.defineProperty(process.stderr, 'isTTY', own);
  }
}

describe('assay judge flips', () => {
  it('says so where nothing was judged', async () => {
    await send(1, { judges: [] });
    expect((await flips()).stdout).toMatch(/^Read 0 judged requests\. Only requests with judges count/);
    await expect(flips('--write')).rejects.toThrow(/nothing was written\. Without --write/);
  });

  it('counts the flips in the log, of every account, and none of zero data retention', async () => {
    await send(3, {
      models: ['gpt-4o', 'nova-lite', 'nova-micro'],
      judge_pairs: [
        [0, 1],
        [0, 2],
      ],
    });
    await send(2, { zero_data_retention: true });
    await send(1, { judges: [FICKLE] }, await gateway.account(1_000));
    const { code, stdout, stderr } = await flips('--json');
    expect([code, stderr, JSON.parse(stdout)]).toMatchObject([
      0,
      '',
      {
        requests: 4,
        judges: [
          { modelId: STEADY, pairs: 6, flipped: 0, share: 0, weight: expect.closeTo(Math.log(7), 9) },
          { modelId: FICKLE, pairs: 7, flipped: 7, share: 1, weight: 0 },
        ],
        file: null,
      },
    ]);
    expect(JSON.parse((await flips('--json', '--account', account.name)).stdout)).toMatchObject({
      requests: 3,
    });
    expect(JSON.parse((await flips('--json', '--last', '1')).stdout)).toMatchObject({ requests: 2 });
    expect(JSON.parse((await flips('--json', '--since', '2999-01-01')).stdout)).toMatchObject({
      requests: 0,
    });
    expect((await flips()).stdout).toMatch(/^judge +pairs +flips +share +95 % interval$/m);
  });

  it('tells a person how far it is, and ends at Ctrl-C', async () => {
    const watchedRun = await atTerminal(() => flips('--json'));
    expect(watchedRun.stderr).toMatch(/✓\S* reading {2}4 judged requests\n/);
    // Shows the cursor again, which the line had hidden.
    expect(watchedRun.stderr.endsWith('\u001B[?25h')).toBe(true);
    expect(JSON.parse(watchedRun.stdout)).toMatchObject({ requests: 4 });

    const others = process.listenerCount('SIGINT');
    const stopping = flips('--write');
    while (process.listenerCount('SIGINT') === others) await nextTurn();
    // As the signal does, but for what else in this process hears of it.
    process.listeners('SIGINT').at(-1)?.('SIGINT');
    const stoppedRun = await stopping;
    expect([stoppedRun.code, stoppedRun.stdout, stoppedRun.stderr]).toEqual([
      130,
      '',
      'assay judge flips: Stopped; nothing was written.\n',
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes a calibration that weighs judges no labels tell of', async () => {
    const { stdout } = await flips('--write', '--wide');
    expect(stdout).toMatch(new RegExp(`^nova-pro +7 +7 +100\\.0 % .* no say `, 'm'));
    expect(stdout).toContain(`Wrote ${join(folder, 'flips.yaml')}. Next: "assay reload"`);
    const calibrationFile = readFileSync(join(folder, 'flips.yaml'), 'utf8');
    expect(calibrationFile).toContain(`judgePrompt: "${JUDGE_PROMPT_VERSION}"\n`);
    expect(calibrationFile).toMatch(
      /^ {2}"nova-pro":\n {4}model: "\S*nova-pro\S*#[0-9a-f]{8}"\n {4}flips: \{ pairs: 7, flipped: 7 \}$/m,
    );
    expect((await gateway.reload()).body).toMatchObject({ outcome: 'swapped' });
    const { body } = await gateway.post(account.key, {
      prompt: 'q',
      models: ['nova-lite', 'gpt-4o'],
      judges: [FICKLE, STEADY],
    });
    expect(body).toMatchObject({
      calibration: 'flips',
      weights: [
        { modelId: FICKLE, weight: 0, from: 'flips', pairs: 7 },
        { modelId: STEADY, weight: 1.94591, from: 'flips', pairs: 6 },
      ],
      consensus: [{ winner: 'b', margin: 1, judges: 1 }],
    });
    expect(body).not.toHaveProperty('warnings');
    const { stdout: checkJson } = await assay('check', '--json');
    expect(JSON.parse(checkJson)).toMatchObject({ ok: true, warnings: [] });
  });

  it('tells versions and callers’ criteria apart', async () => {
    const own = await gateway.account(10_000);
    const words = ['--account', own.name];
    await send(1, {}, own);
    await send(2, { judge_prompt: 'Short answers win.' }, own);
    const alone = await flips('--write', '--name', 'alone', ...words);
    expect(alone.stdout).not.toContain('several versions');
    expect(readFileSync(join(folder, 'alone.yaml'), 'utf8')).toContain(
      `judgePrompt: "${JUDGE_PROMPT_VERSION}+mixed"\n`,
    );

    // As a later version of the judge prompt logs it.
    meddle(join(gateway.folder, 'assay.db'), (database) =>
      database.exec(
        `UPDATE prompt_log
         SET judged_with = CAST(replace(CAST(judged_with AS TEXT), '${JUDGE_PROMPT_VERSION}', 'ffffffffffff') AS BLOB)
         WHERE request_id = (SELECT max(r.id) FROM request r
         JOIN account a ON a.id = r.account_id WHERE a.name = '${own.name}')`,
      ),
    );
    const { judges } = JSON.parse((await flips('--json', ...words)).stdout);
    const model = expect.stringMatching(/^gpt-5\.4#/);
    expect(judges[0]).toMatchObject({
      pairs: 3,
      versions: [
        { judgePrompt: withCriteria('ffffffffffff', 'Short answers win.'), model, pairs: 1 },
        { judgePrompt: withCriteria(JUDGE_PROMPT_VERSION, 'Short answers win.'), model, pairs: 1 },
        { judgePrompt: JUDGE_PROMPT_VERSION, model, pairs: 1 },
      ],
    });
    const { stdout } = await flips('--write', '--name', 'mixed', ...words);
    expect(stdout).toContain('count together; --since leaves out older ones.');
    expect(readFileSync(join(folder, 'mixed.yaml'), 'utf8')).toMatch(
      /^judgePrompt: "[0-9a-f]{12}\+(?:mixed|[0-9a-f]{8}), [0-9a-f]{12}\+(?:mixed|[0-9a-f]{8})"$/m,
    );
    const checkReport = JSON.parse((await assay('check', '--json')).stdout);
    expect(checkReport).toMatchObject({
      warnings: [{ path: '/judgePrompt', message: expect.stringContaining('may no longer hold') }],
    });
  });

  it('is not moved by one caller’s criteria that make a judge flip on many pairs', async () => {
    const weightOf = async (...words: string[]): Promise<readonly unknown[]> => {
      const { judges, ownCriteriaPairs } = JSON.parse((await flips('--json', ...words)).stdout);
      const steadyJudge = judges.find(({ modelId }: { modelId: string }) => modelId === STEADY);
      return [steadyJudge?.weight, steadyJudge?.flipped, ownCriteriaPairs];
    };
    const [before] = await weightOf();
    const attacker = await gateway.account(100_000);
    const models = Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? 'gpt-4o' : 'nova-lite'));
    await send(1, { models, judges: [STEADY], judge_prompt: ALWAYS_FIRST }, attacker);
    const [after, flipped, leftOut] = await weightOf();
    expect([before, after, flipped]).toEqual([expect.closeTo(Number(after), 9), before, 0]);
    // The pairs of this request, and those of the account above.
    expect(leftOut).toBe(91 + 4);
    // Whoever asks for that account alone sees them.
    expect(await weightOf('--account', attacker.name)).toEqual([0, 91, 0]);
    expect((await flips()).stdout).toMatch(/Left out \d+ verdicts by a judge_prompt/);
  });

  it('counts no account for more than half of what all others have, or 20 pairs', () => {
    const countFlips = (...accounts: readonly (readonly [number, number])[]): object | undefined => {
      const tally = new FlipTally(false);
      for (const [account, [steadyPairs, flipped]] of accounts.entries()) {
        for (let pair = 0; pair < steadyPairs + flipped; pair += 1)
          tally.add(
            {
              judge: { index: 0, modelId: STEADY },
              agreement: pair < steadyPairs ? 'full' : 'contradictory',
            },
            account,
            { judgePrompt: JUDGE_PROMPT_VERSION, judges: { [STEADY]: 'gpt-5.4#0' } },
          );
      }
      return tally.judges[0];
    };
    expect(countFlips([500, 100])).toMatchObject({ pairs: 600, flipped: 100 });
    expect(countFlips([40, 0], [40, 0], [0, 91])).toMatchObject({ pairs: 120, flipped: 40 });
    expect(countFlips([6, 0], [0, 1])).toMatchObject({ pairs: 7, flipped: 1 });
    expect(countFlips([1, 0], [0, 1_000])).toMatchObject({ pairs: 21, flipped: 20 });
  });

  it('says so where a judge gave no verdict in both orders', async () => {
    const own = await gateway.account(1_000);
    await send(1, { models: ['nova-lite', 'nova-micro'], judges: [MUTE] }, own);
    expect((await flips('--account', own.name)).stdout).toMatch(
      /^Read 1 judged request\. None has a pair that counts: [^\n]+\n$/,
    );
  });

  it.each([
    [['--last', '0'], /--last takes a whole number/],
    [['--since', 'today'], /--since takes a date/],
    [['--name', 'x'], /--name requires --write/],
    [['--write', '--name', 'none'], /--name takes up to 64 letters/],
    [['--account', 'nobody'], /^There is no account "nobody"/],
    [['labels.jsonl'], /one word too many/],
  ])('refuses %j', async (words, message) => {
    await expect(flips(...words)).rejects.toThrow(message);
  });
});
