import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeFigures } from '../../core/calibration/measure/judge-figures.ts';
import { panelFigures } from '../../core/calibration/measure/panel-figures.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { carryOutCommand, type Finished } from '../commands/run-command.ts';
import { JUDGES as RECORDED, llmbarPairs } from './measure/llmbar.ts';
import { folderOfFile } from '../support/folder-of-file.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

/** The gateway's judges, and whose recorded verdicts each of them gives. */
const RECORDED_JUDGES = new Map([
  ['gpt-5.4', 'GPT-4'],
  ['gpt-4o', 'ChatGPT'],
  ['gpt-5.5', 'Falcon'],
]);
const JUDGES = [...RECORDED_JUDGES.keys()];
const LABELS = 40;

/** 40 pairs with known answers, as those three judged them. */
const PAIRS = llmbarPairs('CoT')
  .filter((_pair, index) => index % 5 === 0)
  .slice(0, LABELS)
  .map((pair) => ({
    ...pair,
    lengths: [10, 10] as const,
    judges: JUDGES.map((id) => pair.judges[RECORDED.indexOf(RECORDED_JUDGES.get(id) ?? '')]),
  }));

const usage = { inputTokens: 100, outputTokens: 10 };

/** Whether the provider refuses every call. */
let isOut = false;

/** What the recorded judge said when the two answers stood in this order. */
function replay(call: SandboxCall): SandboxReply {
  if (isOut) return { status: 400 };
  // The question is the first turn, also where a verdict is asked for once more.
  const [, item, number] = /<<<FIRST \w+>>>\nanswer ([ab])(\d+)/.exec(call.turns[0]?.text ?? '') ?? [];
  const place = JUDGES.indexOf(call.model);
  const runs = PAIRS[Number(number)]?.judges[place]?.runs;
  const winner = runs?.[item === 'a' ? 0 : 1].winner;
  if (winner === null || winner === undefined) return { content: 'I cannot decide.', usage };
  const verdict = winner === 'tie' ? 'tie' : winner === item ? 'first' : 'second';
  const words = { first_notes: '', second_notes: '', reasoning: 'recorded', verdict, confidence: 1 };
  return { content: JSON.stringify(words), usage };
}

const folder = folderOfFile('calibrate');
const gateway = gatewayOfFile({
  sandbox: { reply: replay },
  environment: { ASSAY_CALIBRATIONS: folder },
});
const labels = join(folder, 'llmbar.jsonl');
beforeAll(() => {
  const lines = PAIRS.map(({ label }, index) => {
    const number = String(index).padStart(2, '0');
    return JSON.stringify({
      task: `task ${number}`,
      a: `answer a${number}`,
      b: `answer b${number}`,
      winner: label,
    });
  });
  writeFileSync(labels, `${lines.join('\n')}\n`);
});

const environment = (key: string) => ({ ASSAY_KEY: key, ASSAY_CALIBRATIONS: folder });
const calibrate = (key: string, ...words: readonly string[]): Promise<Finished> =>
  carryOutCommand(['judge', 'calibrate', '--url', gateway.url, ...words], environment(key));

async function calls(): Promise<number> {
  const usageRows = await gateway.admin((ledger) => ledger.usage({ by: 'account', fromMs: 0, toMs: 1e14 }));
  return usageRows.reduce((sum, row) => sum + row.calls, 0);
}

/** Of all runs; one whose verdict cannot be read is asked for once more. */
const EXPECTED_CALLS = PAIRS.flatMap(({ judges }) =>
  judges.flatMap((judgedRuns) => judgedRuns?.runs ?? []),
).reduce((sum, { winner }) => sum + (winner === null ? 2 : 1), 0);

describe('assay judge calibrate', () => {
  const out = (): string => join(folder, 'verdicts.jsonl');
  const words = (): string[] => [labels, '--judges', JUDGES.join(','), '--out', out()];
  const account = async (credits: number) => await gateway.account(credits, { requestsPerMinute: 100_000 });

  it('measures judges by their recorded verdicts, and charges each call once though it was stopped', async () => {
    const { name, key } = await account(26);
    const poor = calibrate(key, ...words(), '--concurrency', '1');
    await expect(poor).rejects.toThrow(/^the balance is too low.* The same command goes on where it stood/);
    const before = await calls();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(EXPECTED_CALLS);
    await gateway.admin((ledger) => ledger.adjustCredits(name, 10_000_000_000));

    const options = '--json --name llm-bar --concurrency 8'.split(' ');
    const { code, stdout, stderr } = await calibrate(key, ...words(), ...options);
    expect(stderr).toMatch(
      /^llm-bar: \d+ of 120 verdicts to ask for, on \d+ pairs, \d+ judge runs\. Expected: [\d.]+ credits; rarely more than [\d.]+\. [\d.]+ credits are already spent\.$/m,
    );
    expect(await calls()).toBe(EXPECTED_CALLS);
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
    const report = JSON.parse(stdout);
    const figures = judgeFigures(JUDGES, PAIRS, () => undefined);
    expect([code, report]).toMatchObject([
      0,
      {
        name: 'llm-bar',
        labels: LABELS,
        pairs: LABELS,
        missing: [],
        // The recorded runs have other costs and times than the sandbox's.
        judges: figures.map(({ costUsd: _cost, latencyMs: _time, ...rest }) => rest),
        panel: panelFigures(JUDGES.length, PAIRS),
      },
    ]);
    expect(report.creditsUsed).toBeGreaterThan(0);

    const writtenText = readFileSync(join(folder, 'llm-bar.yaml'), 'utf8');
    const secondRun = await calibrate(key, ...words(), '--name', 'llm-bar');
    expect([secondRun.code, secondRun.stderr]).toEqual([0, expect.stringMatching(/nothing was sent/)]);
    expect(secondRun.stdout).toMatch(
      /^gpt-5\.4 +40 +\d+ +\d+ +\d+ +\d\d\.\d % +\d+ to \d+ % +0\.\d\d +\d+ +\d\.\d\d$/m,
    );
    expect(secondRun.stdout).toMatch(/^judge .* accuracy +95 % interval +kappa /m);
    expect(secondRun.stdout).toMatch(/^weighting +accuracy +95 % interval$/m);
    expect(secondRun.stdout).toMatch(/^weighed by labels +\d+\.\d % +\d+ to \d+ %$/m);
    expect(await calls()).toBe(EXPECTED_CALLS);
    // It is of the time of its newest verdict, and no newer when they are read again: requests use the newest.
    const times = readFileSync(out(), 'utf8').match(/(?<="at":")[^"]+/g) ?? [];
    expect(times).toHaveLength(3 * LABELS);
    expect(writtenText).toContain(`date: "${times.toSorted().at(-1) ?? ''}"`);
    expect(readFileSync(join(folder, 'llm-bar.yaml'), 'utf8')).toBe(writtenText);
  });

  it('writes a calibration that requests weigh the judges by, and that assay check finds right', async () => {
    const text = readFileSync(join(folder, 'llm-bar.yaml'), 'utf8');
    expect(text).toMatch(
      /^# Written by "assay judge calibrate" from 40 labelled pairs\.\n# gpt-5\.4: right in \d+ %, 95 % interval \d+ to \d+ %\.\n/,
    );
    expect((await gateway.reload()).body).toMatchObject({ outcome: 'swapped' });
    const { key } = await account(10_000);
    const answers = [{ text: 'answer a00' }, { text: 'answer b00' }];
    const asked = { prompt: 'task 00', answers, judges: JUDGES };
    const { body } = await gateway.send(key, '/api/v1/compare', { body: asked });
    expect(body).toMatchObject({ calibration: 'llm-bar' });
    expect(body).not.toHaveProperty('warnings');
    const weights: readonly { readonly weight: number; readonly from: string }[] = body.weights;
    expect(weights.map(({ from }) => from)).toEqual(['labels', 'labels', 'labels']);
    const [strong, , weak] = weights.map(({ weight }) => weight);
    expect(strong).toBeGreaterThan(1);
    expect(weak).toBeLessThan(0.5);
    const soundCheck = await carryOutCommand(['check', '--json'], environment(key));
    expect(JSON.parse(soundCheck.stdout)).toMatchObject({ ok: true, calibrations: 1, warnings: [] });
    writeFileSync(join(folder, 'llm-bar.yaml'), text.replace(/#[0-9a-f]{8}"/, '#00000000"'));
    const staleCheck = await carryOutCommand(['check'], environment(key));
    expect([staleCheck.code, staleCheck.stdout]).toEqual([
      0,
      expect.stringMatching(/warning {2}\S+llm-bar\.yaml:\d+:\d+ .*gpt-5\.4 is \S+ by now.*\n.*\n.*\^/),
    ]);
  });

  it('asks judges that gave no answer again', async () => {
    const { key } = await account(10_000);
    const path = join(folder, 'outage.jsonl');
    const command = [labels, '--judges', 'gpt-5.4,gpt-4o', '--out', path, '--name', 'outage'];
    isOut = true;
    try {
      const silent = await calibrate(key, ...command, '--concurrency', '8');
      expect([silent.code, silent.stdout]).toEqual([
        3,
        expect.stringContaining('gpt-5.4 gave no verdict that could be used'),
      ]);
    } finally {
      isOut = false;
    }
    const { code, stdout } = await calibrate(key, ...command, '--json', '--concurrency', '8');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { pairs: LABELS, missing: [], judges: [{ failed: 0 }, { failed: 0 }] },
    ]);
  });

  it.each<[string, string[], RegExp]>([
    ['no judges', [], /--judges is missing/],
    ['a judge twice', ['--judges', 'gpt-4o,gpt-4o'], /--judges takes 1 to 6 different/],
    ['an unknown judge', ['--judges', 'gpt-4p'], /There is no model "gpt-4p"\. Did you mean "gpt-4o"\?/],
    ['a name that is none', ['--judges', 'gpt-4o', '--name', 'none'], /--name takes up to 64/],
  ])('refuses %s', async (_name, more, message) => {
    const { key } = await account(1);
    await expect(calibrate(key, labels, ...more)).rejects.toThrow(message);
  });

  it('shows every mistake in the labels where it stands', async () => {
    const { key } = await account(1);
    const wrong = join(folder, 'wrong.jsonl');
    const label = { task: 't', a: 'x', b: 'y', winner: 'a' };
    const rows = [
      label,
      { ...label, winner: 'A' },
      { ...label, models: ['one'] },
      { ...label, a: ' ', reason: 1 },
      { ...label, winner: '' },
    ];
    writeFileSync(wrong, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n{"task"\n`);
    await expect(calibrate(key, wrong, '--judges', 'gpt-4o')).rejects.toThrow(
      new RegExp(
        [
          '^the labels cannot be used',
          String.raw`\S+wrong\.jsonl:2:\d+ /winner: must be one of: a, b, tie`,
          String.raw`\S+wrong\.jsonl:3:\d+ /models: must be a list of at least 2 entries`,
          String.raw`\S+wrong\.jsonl:4:\d+ /reason: unknown key "reason"`,
          String.raw`\S+wrong\.jsonl:5:\d+ /winner: is still empty; write "a", "b" or "tie"`,
          String.raw`\S+wrong\.jsonl:6:8: is not JSON`,
        ].join(String.raw`[^]*\n`),
      ),
    );
  });

  it('shows no control character of a file of verdicts', async () => {
    const { key } = await account(1_000);
    const own = mkdtempSync(join(tmpdir(), 'assay-tampered-'));
    const [one, verdicts] = [join(own, 'one.jsonl'), join(own, 'verdicts.jsonl')];
    writeFileSync(one, `${readFileSync(labels, 'utf8').split('\n')[0] ?? ''}\n`);
    const command = [
      'judge',
      'calibrate',
      '--url',
      gateway.url,
      one,
      '--judges',
      'gpt-4o',
      '--out',
      verdicts,
    ];
    const variables = { ASSAY_KEY: key, ASSAY_CALIBRATIONS: own };
    await carryOutCommand(command, variables);
    const text = readFileSync(verdicts, 'utf8');
    const question = /"type":"verdict","question":("[^"]+")/.exec(text)?.[1] ?? '';
    const reason = JSON.stringify('\u001b]0;title\u0007\u001b[2Jgone');
    const refused = `{"type":"refused","question":${question},"reason":${reason},"creditsUsed":0}`;
    writeFileSync(verdicts, text.replace(/^\{"type":"verdict".*$/m, refused));
    const { code, stderr } = await carryOutCommand(command, variables);
    rmSync(own, { recursive: true });
    expect([code, stderr]).toEqual([3, expect.stringContaining('label 1 has no verdict of gpt-4o: gone\n')]);
  });
});
