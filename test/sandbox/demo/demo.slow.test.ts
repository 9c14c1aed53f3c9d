import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { registry } from '../../contract/registry-on-disk.ts';
import { formatUsd } from '../../../core/client/figures.ts';
import { retirementState } from '../../../core/registry/retirement.ts';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { DEMO_REQUEST } from '../../../core/sandbox/demo/demo-answers.ts';
import { startDemo, type DemoProcess } from './demo-process.ts';
import { startDemoWorld } from '../../../core/sandbox/demo/demo-world.ts';

const run = promisify(execFile);

/** What a caller may have set. Each would show, or break the gateway, if it reached it. */
const CALLER = {
  OPENAI_API_KEY: 'sk-proj-REAL0123456789abcdefREAL',
  ANTHROPIC_API_KEY: 'sk-ant-REAL0123456789abcdefREAL',
  ASSAY_BASE_URL_OPENAI: 'http://127.0.0.1:9',
  ASSAY_PORT: 'nonsense',
  ASSAY_NOT_A_VARIABLE: '1',
  NODE_OPTIONS: '',
};
const SECRET = /REAL0123456789/;

async function shell(command: string): Promise<string> {
  return (await run('/bin/sh', ['-c', command], { maxBuffer: 16 * 1024 * 1024 })).stdout;
}

/** The command under a heading, as a person would copy it. */
function commandUnder(output: string, heading: RegExp): string {
  const lines = output.split('\n');
  const start = lines.findIndex((line) => heading.test(line)) + 1;
  const end = lines.indexOf('', start);
  expect(start, `no heading ${String(heading)}`).toBeGreaterThan(0);
  return lines.slice(start, end).join('\n');
}

function sectionOf(output: string, heading: string): readonly string[] {
  const lines = output.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading)) + 1;
  return lines.slice(start, lines.indexOf('', start));
}

describe('the demo while it serves', () => {
  let demo: DemoProcess;
  let output: string;
  let answer: PromptResponse;

  beforeAll(async () => {
    demo = startDemo(['--port', '0'], CALLER);
    await demo.until('Serving until Ctrl-C');
    output = demo.output();
    answer = JSON.parse(await shell(commandUnder(output, /^The same prompt again/))) as PromptResponse;
  });
  afterAll(async () => {
    demo.interrupt();
    await demo.ended;
  });

  it('has shown a line for each model and judge as it ended', () => {
    for (const model of DEMO_REQUEST.models)
      expect(output).toMatch(new RegExp(`^✓ ${model} .*tokens in`, 'm'));
    for (const judge of DEMO_REQUEST.judges)
      expect(output).toMatch(new RegExp(`^✓ judge ${judge} .*6 pairs`, 'm'));
  });

  it('has printed as a table what its own curl line brings again', () => {
    const rows = sectionOf(output, 'Results').slice(1);
    expect(answer.results.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'completed',
      'completed',
    ]);
    for (const [index, result] of answer.results.entries()) {
      expect(rows[index]).toContain(result.modelId);
      expect(rows[index]).toContain(`${result.tokensIn} / ${result.tokensOut}`);
      expect(rows[index]).toContain(formatUsd(result.providerCost));
      expect(rows[index]).toContain(result.output.slice(0, 15));
    }
    const wires = rows.map((row) => row.split(/\s{2,}/)[2]);
    expect(new Set(wires).size).toBe(DEMO_REQUEST.models.length);
    expect(new Set(answer.results.map(({ output: text }) => text)).size).toBe(DEMO_REQUEST.models.length);
  });

  it('has printed both judges’ matrices, the flip among them, and the ranking', () => {
    expect(answer.evaluations).toHaveLength(12);
    expect(answer.evaluations.filter(({ agreement }) => agreement === 'contradictory')).toHaveLength(1);
    const matrices = output.split('\n').filter((line) => /^\d {2}\S+ +(·|win|loss|tie)/.test(line));
    expect(matrices).toHaveLength(8);
    expect(matrices.filter((row) => row.includes('tie ~'))).toHaveLength(2);
    expect(output).toContain('5 of 6 pairs, 1 order flip');
    const ranking = sectionOf(output, 'Ranking').slice(1);
    expect(ranking.map((row) => row.split(/\s{2,}/)[1])).toEqual(DEMO_REQUEST.models);
    expect(ranking[0]).toContain('91.7 %');
  });

  it('has said what it cost, to the last micro-credit', () => {
    const line = sectionOf(output, 'Credits').join(' ');
    const [used, answers, judging, balance] = [...line.matchAll(/\d+\.\d+/g)].map(([figure]) =>
      Number(figure),
    );
    expect(used).toBeGreaterThan(0);
    expect(used).toBeCloseTo((answers ?? 0) + (judging ?? 0), 9);
    expect(balance).toBeCloseTo(10_000 - (used ?? 0), 9);
    expect(used).toBeCloseTo(answer.creditsUsed, 6);
  });

  it('has a command that runs all models at once', async () => {
    const all = JSON.parse(await shell(commandUnder(output, /^All \d+ models/))) as PromptResponse;
    expect(all.results.map(({ modelId }) => modelId)).toEqual(registry.models.map(({ id }) => id));
    expect(failedIn(all)).toEqual(retiredToday());
  });

  it('has a command that takes one provider down', async () => {
    const some = JSON.parse(await shell(commandUnder(output, /^One provider down/))) as PromptResponse;
    expect(some.results.map(({ status }) => status)).toEqual([
      'failed',
      'completed',
      'completed',
      'completed',
    ]);
    expect(some.results[0]).toMatchObject({ error: { code: 'unavailable' }, credits: 0 });
  });

  it('has a command for the metrics', async () => {
    expect(await shell(commandUnder(output, /^What it all cost/))).toMatch(
      /^assay_credits_charged_total [\d.]+$/m,
    );
  });

  it('uses no escape sequences away from a terminal', () => {
    expect(output).not.toContain('\u001B');
  });

  it('ends on Ctrl-C with code 0, its folder gone and its port closed', async () => {
    const folder = /(\S*assay-demo-\S+)/.exec(output)?.[1] ?? '';
    const url = /gateway {2}(http:\/\/[\d.:]+)/.exec(output)?.[1] ?? '';
    expect(existsSync(folder)).toBe(true);
    demo.interrupt();
    expect(await demo.ended).toBe(0);
    expect(existsSync(folder)).toBe(false);
    await expect(fetch(`${url}/openapi.json`)).rejects.toThrow();
    expect(demo.output()).not.toMatch(SECRET);
  });
});

describe('the demo with --once', () => {
  it('prints the answer and no address of what has ended, whatever the caller’s environment holds', async () => {
    const demo = startDemo(['--once', '--port', '0'], CALLER);
    expect(await demo.ended).toBe(0);
    for (const heading of ['Results', 'Verdicts', 'Ranking', 'Credits'])
      expect(demo.output()).toContain(`\n${heading}`);
    expect(demo.output()).not.toMatch(/curl|http:/);
    expect(demo.output()).not.toContain('Serving');
    expect(demo.output()).not.toMatch(SECRET);
    expect(existsSync(/(\S*assay-demo-\S+)/.exec(demo.output())?.[1] ?? '/')).toBe(false);
  });

  it.each([
    [['--port', 'x'], '--port takes a whole number'],
    [['--port', '65536'], '--port takes a whole number'],
    [['--prot', '1'], 'There is no option --prot here. Did you mean --port?'],
  ])('refuses %j in two lines', async (words, message) => {
    const demo = startDemo(words, CALLER);
    expect(await demo.ended).toBe(2);
    expect(demo.output()).toMatch(/^assay demo: [^\n]+\nUsage: assay demo \[--port N\] \[--once\]\n$/);
    expect(demo.output()).toContain(message);
  });

  it('says so where the port it was given is taken', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => {
      holder.listen(0, '127.0.0.1', resolve);
    });
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const demo = startDemo(['--once', '--port', String(port)], CALLER);
    expect(await demo.ended).toBe(1);
    expect(demo.output()).toContain(
      `\nassay demo: Port ${port} is taken. Leave --port out, and the demo takes a free one.\n`,
    );
    holder.close();
  });
});

describe('the demo’s gateway', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('never hears of the caller’s keys: every request upstream carries the sandbox’s own', async () => {
    for (const [name, value] of Object.entries(CALLER)) vi.stubEnv(name, value);
    const world = await startDemoWorld({ port: 0, metricsPort: 0 }, () => {});
    try {
      const reply = await fetch(`${world.url}/api/v1/prompt`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'hi', models: registry.models.map(({ id }) => id) }),
      });
      const body = (await reply.json()) as PromptResponse;
      expect(failedIn(body)).toEqual(retiredToday());
      const requests = world.upstream.requests();
      expect(new Set(requests.map(({ provider }) => provider)).size).toBe(9);
      expect(JSON.stringify(requests)).not.toMatch(SECRET);
    } finally {
      await world.stop();
    }
    expect(existsSync(world.folder)).toBe(false);
  });
});

/** The demo runs on the manifests as they are, by the day's own clock. */
function retiredToday(): readonly string[] {
  const nowMs = Date.now();
  const retired = registry.models.filter((model) => retirementState(model, nowMs) === 'retired');
  return retired.map(({ id }) => id);
}

function failedIn({ results }: PromptResponse): readonly string[] {
  return results.filter(({ status }) => status !== 'completed').map(({ modelId }) => modelId);
}
