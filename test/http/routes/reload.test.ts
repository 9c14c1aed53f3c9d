import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EDITED, wholeGeneration, writeGeneration } from '../../support/gateways/generations.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { slowIt } from '../../support/whole-run.ts';
import { MODEL_COUNT } from '../../support/model-count.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

const RELOADS = 8;
/** The sixth is followed by the first again, which was generated before. */
const GENERATIONS = 6;

/** Upstream calls that wait for the test. */
let held: (() => void)[] = [];
const manifests = manifestsOfFile();
writeGeneration(manifests, 1);
const gateway = gatewayOfFile({
  environment: { ASSAY_MANIFESTS: manifests },
  sandbox: {
    reply: async ({ model, user }) => {
      if (user === 'held') await new Promise<void>((resolve) => held.push(resolve));
      return { content: model, usage: { inputTokens: 1_000, outputTokens: 1_000 }, delayMs: 10 };
    },
  },
});
const account = accountOfFile(gateway, 100_000, { requestsPerMinute: 1_000_000 });

interface Answer {
  readonly status: number;
  readonly outcome: string;
  readonly registry: string;
  readonly models: number;
  readonly changed: Readonly<Record<'models' | 'providers', Readonly<Record<string, readonly string[]>>>> & {
    readonly prices: unknown;
  };
  readonly problems: readonly Readonly<Record<string, unknown>>[];
}

async function reload(headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { status, body } = await gateway.reload(headers);
  return { ...body, status };
}

interface Readyz {
  readonly status: number;
  readonly registry: string;
  readonly reload: { readonly outcome: string; readonly problems: readonly unknown[] };
}

async function readyz(): Promise<Readyz> {
  const reply = await fetch(`${gateway.operationsUrl}/readyz`);
  return { ...((await reply.json()) as Readyz), status: reply.status };
}

const ask = (...models: readonly string[]) => gateway.post(account.key, { prompt: 'q', models });
const reloads = (outcome: string): Promise<number> =>
  readMetric(gateway.operationsUrl, 'assay_registry_reloads_total', { outcome });

describe('a reload', () => {
  slowIt('under load fails no request, and every answer is of one registry alone', async () => {
    const seen = new Map<number, number>();
    const over = new AbortController();
    const client = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const { status, body } = await ask(EDITED, EDITED);
        expect(status).toBe(200);
        const generation = wholeGeneration(body);
        seen.set(generation, (seen.get(generation) ?? 0) + 1);
      }
    };
    const clients = Promise.all(Array.from({ length: 6 }, client));
    const reloading = async (): Promise<void> => {
      for (let count = 1; count <= RELOADS; count += 1) {
        const generation = (count % GENERATIONS) + 1;
        const before = seen.get(generation) ?? 0;
        writeGeneration(manifests, generation);
        const { status, outcome, changed } = await reload();
        expect([status, outcome, changed.models['changed']]).toEqual([200, 'swapped', [EDITED]]);
        // The header of its provider is another with every second one.
        expect(changed.providers['changed']).toEqual(
          generation % 2 === 0 || generation === 1 ? ['mistral'] : [],
        );
        const isSeen = (): void => expect(seen.get(generation)).toBeGreaterThan(before + 2);
        await eventually(isSeen);
      }
    };
    await Promise.race([clients, reloading()]);
    over.abort();
    await clients;
    expect([...seen.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    // What was sent went with the headers of the registry it was written by.
    const sent = gateway.upstream.requests().filter(({ model }) => model?.startsWith('generation-'));
    const wrong = sent.filter(
      ({ model, headers }) => headers['x-pair'] !== String(Math.floor(Number(model?.split('-')[1]) / 2)),
    );
    expect([sent.length > RELOADS, wrong]).toEqual([true, []]);
    expect([await reloads('swapped'), await reloads('refused')]).toEqual([RELOADS, 0]);
  });

  it('lets a request end on what it began with, though its model is gone', async () => {
    const { body: current } = await ask(EDITED);
    const begun = gateway.post(account.key, { prompt: 'held', models: [EDITED, 'gpt-4o'] });
    await eventually(() => expect(held).toHaveLength(2));
    const file = join(manifests, 'mistral.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(new RegExp(`\n  - id: ${EDITED} .*\n(    .*\n|\n)*`), '\n'));
    const before = (await readyz()).registry;
    const { outcome, changed, models, registry } = await reload();
    expect([outcome, models, registry === (await readyz()).registry, registry === before]).toEqual([
      'swapped',
      48,
      true,
      false,
    ]);
    expect(changed.models).toEqual({ added: [], changed: [], removed: [EDITED] });
    const refused = await ask(EDITED);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/models/0']);
    for (const release of held.splice(0)) release();
    const { status, body } = await begun;
    expect([status, body.results.map(({ output }: { readonly output: string }) => output)]).toEqual([
      200,
      [current.results[0].output, 'gpt-4o'],
    ]);
  });

  it('refuses a bad manifest with its place, and the gateway keeps what it has', async () => {
    writeGeneration(manifests, 50);
    await reload();
    const before = (await readyz()).registry;
    const refusedBefore = await reloads('refused');
    writeGeneration(manifests, 51);
    const file = join(manifests, 'mistral.yaml');
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('group: reasoning'));
    writeFileSync(file, lines.toSpliced(at + 1, 0, '    colour: blue').join('\n'));
    const answer = await reload();
    expect(answer).toMatchObject({ status: 422, outcome: 'refused', registry: before, models: MODEL_COUNT });
    expect(answer.problems).toEqual([
      expect.objectContaining({ file, line: at + 2, column: 5, message: expect.stringContaining('colour') }),
    ]);
    const ready = await readyz();
    expect([ready.status, ready.registry, ready.reload.outcome]).toEqual([200, before, 'refused']);
    expect(ready.reload.problems).toEqual(answer.problems);
    expect(wholeGeneration((await ask(EDITED)).body)).toBe(50);
    expect(await reloads('refused')).toBe(refusedBefore + 1);

    writeGeneration(manifests, 50);
    expect(await reload()).toMatchObject({ status: 200, outcome: 'unchanged', problems: [] });
    expect((await readyz()).reload.outcome).toBe('unchanged');
  });

  slowIt('refuses what only this gateway cannot use', async () => {
    const before = (await readyz()).registry;
    const file = join(manifests, 'groq.yaml');
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    // As a start would: the variable of its address names no provider any more.
    const { outcome, problems } = await reload();
    writeFileSync(file, text);
    expect([outcome, problems.length]).toEqual(['refused', 1]);
    expect(problems[0]).toMatchObject({
      file: null,
      message: expect.stringContaining('ASSAY_BASE_URL_GROQ'),
    });
    expect((await readyz()).registry).toBe(before);
  });

  slowIt('keeps breakers and keys of what has not changed', async () => {
    const breakers = async (): Promise<string> => {
      const text = await gateway.metrics();
      return text
        .split('\n')
        .filter((line) => line.startsWith('assay_provider_breaker_state'))
        .join('\n');
    };
    expect((await ask('gpt-4o', EDITED)).status).toBe(200);
    expect(await breakers()).toMatch(/gpt-4o[^]*ministral-3b|ministral-3b[^]*gpt-4o/);
    writeGeneration(manifests, 60);
    expect((await reload()).outcome).toBe('swapped');
    // The other provider's connections are new, and have met nothing yet.
    expect(await breakers()).toMatch(/^[^\n]*gpt-4o[^\n]*$/);
  });

  slowIt('refuses a price that moves tenfold, unless it was checked again', async () => {
    const file = join(manifests, 'mistral.yaml');
    writeGeneration(manifests, 7);
    expect((await reload()).status).toBe(200);
    const { registry } = await readyz();
    writeGeneration(manifests, 70);
    const { status, outcome, problems } = await reload();
    expect([status, outcome]).toEqual([422, 'refused']);
    expect(problems).toEqual([
      expect.objectContaining({
        file,
        path: expect.stringMatching(/^\/models\/\d+\/price\/output$/),
        message: expect.stringMatching(
          /changed tenfold or more since 2026-11-21; correct it, or set checked/,
        ),
      }),
    ]);
    expect((await readyz()).registry).toBe(registry);
    const checkedAgain = readFileSync(file, 'utf8').replace(
      '"70.00", checked: 2026-11-21',
      '"70.00", checked: 2026-11-22',
    );
    writeFileSync(file, checkedAgain);
    const swapped = await reload({ 'assay-user': 'rosa' });
    expect([swapped.outcome, swapped.changed.prices]).toEqual([
      'swapped',
      { moved: [{ model: EDITED, price: 'output', from: 7, to: 70 }], leftOff: 0 },
    ]);
    const { entries } = await gateway.admin((ledger) => ledger.audit({ limit: 1 }));
    expect(entries).toMatchObject([
      { actor: 'rosa', detail: { outcome: 'swapped', prices: `${EDITED} output 7 -> 70` } },
    ]);
    // Back in the manifests that were generated before, and still a jump.
    writeGeneration(manifests, 5);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('"5.00", checked: 2026-11-21', '"5.00", checked: 2026-11-22'),
    );
    expect((await reload()).outcome).toBe('refused');
    writeGeneration(manifests, 6);
    expect((await reload()).outcome).toBe('swapped');
  });

  slowIt('refuses a tuning parameter that overwrites what the format writes', async () => {
    const file = join(manifests, 'groq.yaml');
    const text = readFileSync(file, 'utf8');
    const nudge = '    nudge: { enum: [plain], description: Nothing., x-wire: /messages }';
    writeFileSync(
      file,
      text
        .replace('\nmodels:\n', `\ntuning:\n  nudged:\n${nudge}\nmodels:\n`)
        .replace('  - id: gpt-oss-20b\n', (line) => `${line}    tuning: nudged\n`),
    );
    const { outcome, problems } = await reload();
    writeFileSync(file, text);
    expect(outcome).toBe('refused');
    expect(problems[0]?.['message']).toBe(
      'provider groq, model gpt-oss-20b: nudge sets /messages, which the format writes itself; name another place',
    );
  });

  it('is not for pages in a browser, nor for GET', async () => {
    for (const headers of [{ origin: 'http://127.0.0.1:8080' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await reload(headers)).status).toBe(403);
    expect((await fetch(`${gateway.operationsUrl}/-/reload`)).status).toBe(404);
  });
});
