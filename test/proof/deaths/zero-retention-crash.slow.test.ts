import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyedAccount } from '../../support/gateways/keyed-account.ts';
import type { ChildEnvironment } from '../../support/gateways/run-process.ts';
import { findInFiles } from '../../process/process-scene.ts';
import { sandboxEnvironment } from '../../../core/sandbox/environment.ts';
import { startSandboxUpstream, type SandboxUpstream } from '../../../core/sandbox/upstream.ts';
import { ask, type Answer } from '../ask-gateway.ts';
import { JUDGED_PROMPT } from '../judged-prompt.ts';
import { startProbed, type ProbedGateway } from '../probe/probed-gateway.ts';
import { isCallStep, type ProbePlan } from '../probe/probe-plan.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';
import { undatedEnvironment } from '../../support/gateways/undated-manifests.ts';

/** Long enough to be parsed by a worker thread, and to spill wherever long texts spill. */
const REPETITIONS = 4_000;

/** Texts that occur nowhere else. */
interface Canaries {
  readonly prompt: string;
  readonly system: string;
  readonly turn: string;
  readonly criteria: string;
  readonly answer: string;
  readonly reasoning: string;
}

function freshCanaries(): Canaries {
  const canary = (field: string): string => `canary-${field}-${randomBytes(8).toString('hex')}`;
  return {
    prompt: canary('prompt'),
    system: canary('system'),
    turn: canary('turn'),
    criteria: canary('criteria'),
    answer: canary('answer'),
    reasoning: canary('reasoning'),
  };
}

let folder: string;
let upstream: SandboxUpstream;
let environment: ChildEnvironment;
let key: string;
let said: Canaries;
/** Follows the one that died before it. */
let gateway: ProbedGateway & { readonly url: string };
/** What no file and no log may have at the end either. */
const unretained: string[] = [];
/** The steps of such a request that nothing happens to. */
let steps: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
  upstream = await startSandboxUpstream({
    reply({ user }) {
      if (!user.includes('<<<FIRST ')) return { content: `${said.answer} `.repeat(50) };
      const notes = { first_notes: said.reasoning, second_notes: said.reasoning, reasoning: said.reasoning };
      return { content: JSON.stringify({ ...notes, verdict: 'second', confidence: 1 }) };
    },
  });
  const store = sqliteStore(folder);
  const ledger = await store.open();
  ({ key } = await createKeyedAccount(ledger, 'acme', 1e12));
  await ledger.close();
  environment = {
    ...(sandboxEnvironment(upstream) as ChildEnvironment),
    ...undatedEnvironment(),
    ASSAY_DATABASE_URL: store.url,
    ASSAY_LOG_LEVEL: 'trace',
  };
  gateway = await startProbed({ environment, folder });
  ({ steps } = await live({}, true));
});
afterAll(async () => {
  gateway.signal('SIGKILL');
  await gateway.exited;
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Life {
  readonly answer: Answer | undefined;
  readonly steps: readonly string[];
  readonly canaries: Canaries;
  /** Where which canary was found, while the gateway was dead and after another has recovered. */
  readonly found: readonly string[];
}

/** One request in a gateway that may die of it, and is followed by another. */
async function live(plan: ProbePlan, zeroDataRetention: boolean): Promise<Life> {
  said = freshCanaries();
  const asked = gateway;
  await asked.follow(plan);
  const body = {
    ...JUDGED_PROMPT,
    prompt: `${said.prompt} `.repeat(REPETITIONS),
    system_prompt: `${said.system} `.repeat(3),
    history: [
      { role: 'user', content: `${said.turn} `.repeat(3) },
      { role: 'assistant', content: `${said.turn} `.repeat(3) },
    ],
    judge_prompt: `${said.criteria} `.repeat(3),
    zero_data_retention: zeroDataRetention,
  };
  const answer = await ask(asked.url, { key, body, idempotencyKey: randomBytes(8).toString('hex') });
  // One that answered in full missed its fault: it ends here all the same, and the test says so.
  if (answer?.status === 200) asked.signal('SIGKILL');
  await asked.exited;
  const texts = Object.values(said);
  if (zeroDataRetention) unretained.push(...texts);
  const dead = await findInFiles(folder, texts);
  gateway = await startProbed({ environment, folder });
  const recovered = await findInFiles(folder, texts);
  return {
    answer,
    steps: asked.steps(),
    canaries: said,
    found: [...dead, ...recovered, ...inLog(asked, texts)],
  };
}

function inLog({ output }: Pick<ProbedGateway, 'output'>, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => output().includes(text)).map((text) => `log: ${text}`);
}

/** Of which steps, and which of them. */
const MOMENTS: readonly (readonly [
  string,
  'calls' | 'others',
  (step: string, index: number, all: readonly string[]) => boolean,
])[] = [
  ['once the hold is taken', 'others', (step) => step === 'after COMMIT'],
  ['while the models answer', 'calls', (step) => step.startsWith('after call /openai/')],
  ['while the judges answer', 'calls', (step) => step.startsWith('after call /anthropic/')],
  ['while the charge is written', 'others', (_, index, all) => index === all.lastIndexOf('before COMMIT')],
  ['before the answer is sent', 'others', (step) => step === 'before the answer'],
];

const counted = (all: readonly string[], counts: 'calls' | 'others'): readonly string[] =>
  all.filter((step) => isCallStep(step) === (counts === 'calls'));

describe('a request under zero data retention whose gateway is killed', () => {
  it.each(MOMENTS)('%s leaves nothing in any file or log', async (_, counts, isMoment) => {
    const killAt = counted(steps, counts).findIndex(isMoment);
    const life = await live({ killAt, counts }, true);
    expect(counted(life.steps, counts)).toHaveLength(killAt + 1);
    const ledgerSteps = counted(life.steps, 'others');
    expect(ledgerSteps).toEqual(counted(steps, 'others').slice(0, ledgerSteps.length));
    expect(life.answer).toBeUndefined();
    expect(life.found).toEqual([]);
  });

  it('nor does one that ends because its disk failed', async () => {
    const failAt = counted(steps, 'others').lastIndexOf('before COMMIT');
    const life = await live({ failAt, fault: 2, counts: 'others' }, true);
    expect(life.answer?.status).not.toBe(200);
    expect(life.found).toEqual([]);
  });

  it('nor does one that was answered before its gateway died', async () => {
    const life = await live({}, true);
    expect(life.answer?.text).toContain(life.canaries.answer);
    expect(life.found).toEqual([]);
  });

  it('nor do they all once a gateway has ended in order', async () => {
    gateway.signal('SIGTERM');
    await gateway.exited;
    const found = [...(await findInFiles(folder, unretained)), ...inLog(gateway, unretained)];
    gateway = await startProbed({ environment, folder });
    expect(unretained.length).toBeGreaterThan(MOMENTS.length);
    expect(found).toEqual([]);
  });
});

describe('the search', () => {
  it('finds every canary of an ordinary request, killed once it is charged', async () => {
    // What keeps its texts are more steps than under zero data retention has.
    const ordinary = await live({}, false);
    const killAt = counted(ordinary.steps, 'others').indexOf('before the answer');
    const { found, canaries, steps: taken } = await live({ killAt, counts: 'others' }, false);
    expect(taken.at(-1)).toBe('before the answer');
    for (const text of Object.values(canaries))
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`assay\\.db.*: ${text}$`)));
    expect(found.filter((place) => place.startsWith('log: '))).toEqual([]);
  });
});
