import { hash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeFigures } from '../../core/calibration/measure/judge-figures.ts';
import type { JudgedPair, RunFigures, Winner } from '../../core/calibration/measure/judged-pair.ts';
import { questionsOfLabels, type JudgingSetup } from '../../core/eval/calibrate/question.ts';
import type { Label } from '../../core/eval/calibrate/label.ts';
import { messageBlock } from '../../core/sandbox/judge/message-block.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { carryOutCommand, type Finished } from '../commands/run-command.ts';
import { folderOfFile } from '../support/folder-of-file.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../support/gateways/manifests-of-file.ts';

const JUDGES = ['gpt-5.4', 'gpt-4o', 'gpt-5.5'];

/** All that one call to a judge depends on. */
interface JudgeQuestion {
  readonly judge: string;
  readonly criteria: string | undefined;
  readonly task: string;
  readonly first: string;
  readonly second: string;
}

const keyOf = ({ judge: id, criteria, task, first, second }: JudgeQuestion): string =>
  JSON.stringify([id, criteria ?? null, task, first, second]);

/** A judge of fixed opinions: to the same question the same verdict, whatever else is asked. */
function verdictOn(question: JudgeQuestion): 'first' | 'second' | 'tie' {
  const place = Number.parseInt(hash('sha256', keyOf(question)).slice(0, 6), 16) % 5;
  return place === 0 ? 'tie' : place < 3 ? 'first' : 'second';
}

/** How often each question was asked of the provider. */
const calls = new Map<string, number>();
/** Judges whose provider refuses every call. */
const out = new Set<string>();

function reply(call: SandboxCall): SandboxReply {
  if (out.has(call.model)) return { status: 400 };
  const question = {
    judge: call.model,
    criteria: messageBlock(call, 'CRITERIA'),
    task: /^\[user\]\n(.*)$/m.exec(call.user)?.[1] ?? '',
    first: messageBlock(call, 'FIRST') ?? '',
    second: messageBlock(call, 'SECOND') ?? '',
  };
  calls.set(keyOf(question), (calls.get(keyOf(question)) ?? 0) + 1);
  const words = {
    first_notes: '',
    second_notes: '',
    reasoning: '',
    verdict: verdictOn(question),
    confidence: 1,
  };
  return { content: JSON.stringify(words), usage: { inputTokens: 100, outputTokens: 10 } };
}

const folder = folderOfFile('verdicts');
const manifests = manifestsOfFile();
const gateway = gatewayOfFile({ sandbox: { reply }, environment: { ASSAY_MANIFESTS: manifests } });
let key: string;
beforeAll(async () => {
  ({ key } = await gateway.account(1_000_000, { requestsPerMinute: 100_000 }));
});

/** What is calibrated. */
interface Panel {
  readonly labels: readonly Label[];
  readonly judges: readonly string[];
  readonly criteria: string | undefined;
}

let files = 0;
function newFile(): string {
  files += 1;
  calls.clear();
  return join(folder, `verdicts-${files}.jsonl`);
}

function calibrate({ labels, judges, criteria }: Panel, path: string): Promise<Finished> {
  const file = join(folder, 'labels.jsonl');
  writeFileSync(file, labels.map((label) => `${JSON.stringify(label)}\n`).join(''));
  const options = ['--url', gateway.url, '--judges', judges.join(','), '--out', path, '--json'];
  if (criteria !== undefined) options.push('--judge-prompt', criteria);
  return carryOutCommand(['judge', 'calibrate', file, ...options], {
    ASSAY_KEY: key,
    ASSAY_CALIBRATIONS: folder,
  });
}

/** Every call a panel takes, each once. */
function questionsOf({ labels, judges, criteria }: Panel): ReadonlySet<string> {
  const questions = labels.flatMap(({ task, a, b }) =>
    judges.flatMap((id) => [
      keyOf({ judge: id, criteria, task, first: a, second: b }),
      keyOf({ judge: id, criteria, task, first: b, second: a }),
    ]),
  );
  return new Set(questions);
}

/** What the judges say of the labels, without a gateway. */
function pairsOf({ labels, judges, criteria }: Panel): readonly JudgedPair[] {
  return labels.map(({ task, a, b, winner, models }) => ({
    label: winner,
    models,
    lengths: [a.length, b.length],
    judges: judges.map((id) => {
      const run = (first: string, second: string, [one, other]: readonly [Winner, Winner]): RunFigures => {
        const verdict = verdictOn({ judge: id, criteria, task, first, second });
        const winner = verdict === 'tie' ? 'tie' : verdict === 'first' ? one : other;
        return { status: 'completed', winner, latencyMs: 1, providerCost: 0 };
      };
      return { runs: [run(a, b, ['a', 'b']), run(b, a, ['b', 'a'])] };
    }),
  }));
}

const text = fc.constantFrom('w', 'x', 'yy', 'zzz');
const newLabel: fc.Arbitrary<Label> = fc
  .record<Label, 'task' | 'a' | 'b' | 'winner'>(
    {
      task: fc.constantFrom('one', 'two'),
      a: text,
      b: text,
      winner: fc.constantFrom('a', 'b', 'tie'),
      models: fc.constantFrom<[string, string]>(['gpt-5.4', 'nova-pro'], ['mine', 'gpt-5.4']),
    },
    { requiredKeys: ['task', 'a', 'b', 'winner'] },
  )
  .filter(({ a, b }) => a !== b);

type Edit = (panel: Panel) => Panel;

/** Everything a person does to labels and judges between two runs. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat(9), newLabel).map(([at, { winner, models }]): Edit => (panel) => ({
    ...panel,
    labels: panel.labels.map(({ task, a, b, ...label }, index) =>
      index === at
        ? { task, a, b, winner, ...(models !== undefined && { models }) }
        : { task, a, b, ...label },
    ),
  })),
  fc.array(newLabel, { minLength: 1, maxLength: 3 }).map((more): Edit => (panel) => ({
    ...panel,
    labels: [...panel.labels, ...more].slice(0, 8),
  })),
  fc.nat(9).map(
    (at): Edit =>
      (panel) =>
        panel.labels.length === 1
          ? panel
          : { ...panel, labels: panel.labels.filter((_label, index) => index !== at) },
  ),
  fc.constant<Edit>((panel) => ({ ...panel, labels: panel.labels.toReversed() })),
  fc.constant<Edit>((panel) => ({
    ...panel,
    labels: panel.labels.map(({ a, b, ...label }) => ({ ...label, a: b, b: a })),
  })),
  fc.tuple(fc.nat(9), text).map(([at, b]): Edit => (panel) => ({
    ...panel,
    labels: panel.labels.map((label, index) => (index === at && label.a !== b ? { ...label, b } : label)),
  })),
  fc.shuffledSubarray(JUDGES, { minLength: 1 }).map((judges): Edit => (panel) => ({ ...panel, judges })),
  fc.constantFrom(undefined, 'brevity').map((criteria): Edit => (panel) => ({ ...panel, criteria })),
);

/** As a killed process leaves its file: cut anywhere behind its first line. */
function cut(path: string, share: number): void {
  const bytes = readFileSync(path);
  const least = bytes.indexOf('\n') + 1;
  truncateSync(path, least + Math.floor((bytes.length - least) * share));
}

const step = fc.record({
  edits: fc.array(edit, { maxLength: 3 }),
  /** Undefined where the last run ended as it should. */
  keeps: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined, freq: 2 }),
});

const FIRST: Panel = {
  labels: [
    { task: 'one', a: 'x', b: 'yy', winner: 'a' },
    { task: 'two', a: 'zzz', b: 'w', winner: 'b', models: ['gpt-5.4', 'nova-pro'] },
  ],
  judges: JUDGES.slice(0, 2),
  criteria: undefined,
};

describe('verdicts of earlier runs', () => {
  it('are asked and paid for once, and counted where they are asked for, whatever changes and whenever a run is killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const path = newFile();
        let panel = FIRST;
        let wasCut = false;
        for (const { edits, keeps } of [{ edits: [], keeps: undefined }, ...steps]) {
          if (keeps !== undefined) cut(path, keeps);
          wasCut ||= keeps !== undefined;
          for (const change of edits) panel = change(panel);
          const before = new Set(calls.keys());
          const questions = questionsOf(panel);
          const open = questions.difference(before);
          const { code, stdout, stderr } = await calibrate(panel, path);
          expect(code).toBe(0);
          expect(new Set(calls.keys())).toEqual(before.union(questions));
          expect([...calls].filter(([, count]) => count > 1)).toEqual([]);
          // Of what was cut off its file it cannot know that the gateway has it.
          if (!wasCut)
            expect(stderr).toMatch(
              open.size === 0
                ? /; nothing was sent\.$/m
                : new RegExp(`, ${open.size} judge runs\\. Expected`),
            );
          const report = JSON.parse(stdout);
          const pairs = pairsOf(panel);
          expect([report.labels, report.pairs]).toEqual([pairs.length, pairs.length]);
          const figures = judgeFigures(panel.judges, pairs, (id) =>
            id.startsWith('gpt') ? 'openai' : id === 'nova-pro' ? 'amazon' : undefined,
          );
          expect(report.judges).toMatchObject(
            figures.map(({ modelId, labelled, flips, kappaWith, toFirst, toLonger, runs }) => ({
              modelId,
              labelled,
              flips,
              kappaWith,
              toFirst,
              toLonger,
              runs,
            })),
          );
        }
      }),
      { numRuns: 12 },
    );
    expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  });

  it('are quoted only as far as they are missing', async () => {
    const path = newFile();
    await calibrate(FIRST, path);
    const [one, two] = FIRST.labels;
    const more: Label = { task: 'three', a: 'v', b: 'u', winner: 'tie' };
    if (one === undefined || two === undefined) throw new Error('there are two labels');
    const correctedPanel = { ...FIRST, labels: [{ ...one, winner: 'b' } as const, two] };
    const { stderr, stdout } = await calibrate(correctedPanel, path);
    expect(stderr).toBe(`Every label has its verdicts in ${path}; nothing was sent.\n`);
    expect(JSON.parse(stdout).judges).not.toEqual(JSON.parse((await calibrate(FIRST, path)).stdout).judges);
    const grownRun = await calibrate(
      { ...FIRST, labels: [more, two, one], judges: ['gpt-5.5', 'gpt-5.4'] },
      path,
    );
    // The judge that is new is asked about all three pairs, the other about the new one.
    expect(grownRun.stderr).toMatch(
      /^labels: 4 of 6 verdicts to ask for, on 3 pairs, 8 judge runs\. Expected: .* credits are already spent\.$/m,
    );
  });

  it('are asked for again only of the judge that failed', async () => {
    const path = newFile();
    out.add('gpt-4o');
    try {
      const { code, stdout } = await calibrate(FIRST, path);
      expect([code, JSON.parse(stdout)]).toMatchObject([3, { judges: [{ failed: 0 }, { failed: 4 }] }]);
    } finally {
      out.clear();
    }
    const { code, stderr, stdout } = await calibrate(FIRST, path);
    expect(stderr).toContain('2 of 4 verdicts to ask for, on 2 pairs, 4 judge runs.');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { judges: [{ failed: 0 }, { failed: 0 }] }]);
    expect(new Set(calls.values())).toEqual(new Set([1]));
  });
});

describe('a calibration that has moved', () => {
  it('is made anew by what assay check says, which asks only the judge that is another now', async () => {
    const path = newFile();
    await calibrate(FIRST, path);
    const warnings = async (): Promise<readonly { readonly message: string }[]> => {
      const environment = { ASSAY_MANIFESTS: manifests, ASSAY_CALIBRATIONS: folder };
      return JSON.parse((await carryOutCommand(['check', '--json'], environment)).stdout).warnings;
    };
    expect(await warnings()).toEqual([]);
    const openai = join(manifests, 'openai.yaml');
    const entry = /^ {2}- id: gpt-4o\n/m;
    writeFileSync(
      openai,
      readFileSync(openai, 'utf8').replace(entry, '$&    sampling: { temperature: [0, 1] }\n'),
    );
    expect((await gateway.reload()).body).toMatchObject({ outcome: 'swapped' });
    expect(await warnings()).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          /^gpt-4o is .*; calibrate again with "assay judge calibrate .* --name labels"/,
        ),
      }),
    ]);
    const { code, stderr } = await calibrate(FIRST, path);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('2 of 4 verdicts to ask for, on 2 pairs, 4 judge runs.'),
    ]);
    expect(await warnings()).toEqual([]);
  });
});

describe('a question', () => {
  const LABEL: Label = { task: 'one', a: 'x', b: 'yy', winner: 'a' };
  const JUDGING: JudgingSetup = {
    judges: ['gpt-5.4'],
    judgePrompt: 'aaaabbbbcccc',
    versions: { 'gpt-5.4': 'gpt-5.4#00000000', 'gpt-4o': 'gpt-5.4#00000000' },
  };
  const idOf = (label: Partial<Label> = {}, judging: Partial<JudgingSetup> = {}): string | undefined =>
    questionsOfLabels([{ ...LABEL, ...label }], { ...JUDGING, ...judging })[0]?.questions[0]?.id;

  it.each<[string, Partial<Label>, Partial<JudgingSetup>]>([
    ['task', { task: 'two' }, {}],
    ['first answer', { a: 'z' }, {}],
    ['second answer', { b: 'z' }, {}],
    ['judge', {}, { judges: ['gpt-4o'] }],
    ['version of the judge', {}, { versions: { 'gpt-5.4': 'gpt-5.4#11111111' } }],
    ['judge prompt', {}, { judgePrompt: 'ddddeeeeffff' }],
    ['criteria', {}, { criteria: 'brevity' }],
  ])('is another with another %s', (_name, label, judging) => {
    expect(idOf(label, judging)).not.toBe(idOf());
  });

  it.each<[string, Partial<Label>, Partial<JudgingSetup>]>([
    ['winner', { winner: 'b' }, {}],
    ['pair of models', { models: ['gpt-5.4', 'nova-pro'] }, {}],
    ['order of the answers', { a: 'yy', b: 'x' }, {}],
    ['version of another judge', {}, { versions: { ...JUDGING.versions, 'gpt-4o': 'gpt-4o#11111111' } }],
  ])('is the same with another %s', (_name, label, judging) => {
    expect(idOf(label, judging)).toBe(idOf());
  });
});
