import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { calibrationText } from '../../../core/calibration/calibration-text.ts';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { ROOT, type GatewayProcess } from '../../demo/run-gateway.ts';
import { describeRedis } from '../../support/servers/describe-redis.ts';
import { judgeReply } from '../../sandbox/judge/judge-reply.ts';
import { EDITED, wholeGeneration, writeGeneration } from '../../support/gateways/generations.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { postPrompt } from '../post-prompt.ts';
import { startSharedScene, type SharedScene } from './shared-scene.ts';

const ENOUGH = { timeout: 120_000, interval: 50 };

const [OTHER, JUDGE] = ['gpt-5.4', 'nova-pro'];

interface Readyz {
  readonly status: string;
  readonly workers: readonly {
    readonly worker: number;
    readonly pid: number;
    readonly status: string;
    readonly registry: string;
  }[];
  readonly reload?: { readonly outcome: string };
}

await describePostgres('A reload of two workers', (administrator) => {
  describeRedis('that share everything', () => {
    let scene: SharedScene;
    let gateway: GatewayProcess;
    let manifests: string;
    let calibrations: string;
    let keyFile: string;
    let key: string;

    beforeAll(async () => {
      scene = await startSharedScene(administrator, {
        reply: (call) => ({
          content: judgeReply(call)?.content ?? call.model,
          usage: { inputTokens: 1_000, outputTokens: 1_000 },
          delayMs: 10,
        }),
      });
      manifests = join(scene.folder, 'manifests');
      cpSync(join(ROOT, 'manifests'), manifests, { recursive: true });
      writeGeneration(manifests, 1);
      calibrations = join(scene.folder, 'calibrations');
      mkdirSync(calibrations);
      writeCalibration(94);
      keyFile = join(scene.folder, 'openai-key');
      writeFileSync(keyFile, 'key-1\n');
      const settings = {
        ASSAY_MANIFESTS: manifests,
        ASSAY_CALIBRATIONS: calibrations,
        OPENAI_API_KEY: '',
        OPENAI_API_KEY_FILE: keyFile,
      };
      gateway = await scene.start(settings, ['--workers', '2']);
      ({ key } = await scene.customer(100_000));
    }, 60_000);
    afterAll(() => scene.stop());

    async function readyz(): Promise<Readyz> {
      return (await (await fetch(`${gateway.operationsUrl}/readyz`)).json()) as Readyz;
    }

    async function reload(): Promise<{ readonly outcome: string; readonly registry: string }> {
      const reply = await fetch(`${gateway.operationsUrl}/-/reload`, { method: 'POST' });
      return (await reply.json()) as { readonly outcome: string; readonly registry: string };
    }

    /** @param right verdicts of 98; the judge's weight follows from it. */
    function writeCalibration(right: number): void {
      const judge = { model: 'unknown', labelled: { pairs: 98, right, ties: 0 } };
      const facts = { version: 1, date: '2026-11-22T00:00:00Z', judgePrompt: 'unknown' } as const;
      const text = calibrationText({ ...facts, judges: { [JUDGE]: judge } }, []);
      writeFileSync(join(calibrations, 'panel.yaml'), text);
    }

    /** Requests each worker has answered, by its own log. */
    function answersOf(worker: number): number {
      return gateway
        .output()
        .split('\n')
        .filter((line) => line.includes(`"worker":${worker},`) && line.includes('"msg":"request"')).length;
    }

    /** Over a connection of its own: which worker accepts it is the system's choice. */
    async function askAnew(): Promise<PromptResponse> {
      const { statusCode, body } = await request(`${gateway.url}/api/v1/prompt`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'q', models: [EDITED, OTHER], judges: [JUDGE] }),
        reset: true,
      });
      expect(statusCode).toBe(200);
      return (await body.json()) as PromptResponse;
    }

    /** The different ways in which both workers weigh the judge. */
    async function weightsAtBoth(): Promise<readonly unknown[]> {
      const before = new Map((await readyz()).workers.map(({ worker }) => [worker, answersOf(worker)]));
      const told = new Map<string, unknown>();
      await vi.waitFor(async () => {
        for (const { calibration, weights } of await Promise.all(Array.from({ length: 8 }, askAnew)))
          told.set(JSON.stringify({ calibration, weights }), [
            calibration,
            weights?.map(({ weight }) => weight),
          ]);
        for (const [worker, answers] of before) expect(answersOf(worker)).toBeGreaterThan(answers);
      }, ENOUGH);
      return [...told.values()];
    }

    const registries = async (): Promise<readonly string[]> =>
      (await readyz()).workers.map(({ registry }) => registry);

    it('swaps both under load, without a failed request or a mixed answer', async () => {
      const seen = new Set<number>();
      const over = new AbortController();
      const client = async (): Promise<void> => {
        while (!over.signal.aborted) {
          const { status, body } = await postPrompt(gateway.url, key, {
            prompt: 'q',
            models: [EDITED, EDITED],
          });
          expect(status).toBe(200);
          seen.add(wholeGeneration(body));
        }
      };
      const clients = Promise.all(Array.from({ length: 6 }, client));
      const reloading = async (): Promise<void> => {
        for (const generation of [2, 3, 1, 2]) {
          seen.delete(generation);
          writeGeneration(manifests, generation);
          const { outcome, registry } = await reload();
          expect([outcome, await registries()]).toEqual(['swapped', [registry, registry]]);
          await vi.waitFor(() => expect(seen).toContain(generation), ENOUGH);
        }
      };
      await Promise.race([clients, reloading()]);
      over.abort();
      await clients;
      const labels = { outcome: 'swapped' };
      expect(await readMetric(gateway.operationsUrl, 'assay_registry_reloads_total', labels)).toBe(4);
    });

    it('is refused by all, and who takes a dead one’s place begins with what runs', async () => {
      const [running = ''] = await registries();
      appendFileSync(join(manifests, 'mistral.yaml'), '\n    colour: blue\n');
      expect(await reload()).toMatchObject({ outcome: 'refused', registry: running });
      expect([await registries(), (await readyz()).reload?.outcome]).toEqual([[running, running], 'refused']);
      const [victim] = (await readyz()).workers;
      process.kill(victim?.pid ?? 0, 'SIGKILL');
      await vi.waitFor(async () => {
        const { status, workers } = await readyz();
        expect([status, workers.some(({ pid }) => pid === victim?.pid)]).toEqual(['ready', false]);
      }, ENOUGH);
      expect(await registries()).toEqual([running, running]);
    });

    it('is of none where one does not get ready, and a signal asks again', async () => {
      const [running = ''] = await registries();
      writeGeneration(manifests, 3);
      const [victim, other] = (await readyz()).workers;
      // It stands still, is asked to prepare, and dies over it.
      process.kill(victim?.pid ?? 0, 'SIGSTOP');
      const reloading = reload();
      await vi.waitFor(async () => {
        const states = (await readyz()).workers.map(({ status }) => status);
        expect(states).toContain('silent');
      }, ENOUGH);
      process.kill(victim?.pid ?? 0, 'SIGKILL');
      expect(await reloading).toMatchObject({ outcome: 'refused', registry: running });
      await vi.waitFor(async () => expect((await readyz()).status).toBe('ready'), ENOUGH);
      expect(await registries()).toEqual([running, running]);
      gateway.signal('SIGHUP');
      await vi.waitFor(async () => expect((await readyz()).reload?.outcome).toBe('swapped'), ENOUGH);
      const [swapped, same] = await registries();
      expect([swapped === same, swapped === running]).toEqual([true, false]);
      expect((await readyz()).workers.map(({ pid }) => pid)).toContain(other?.pid);
      await vi.waitFor(async () => {
        const [noted] = await scene.database.run('SELECT * FROM audit_entry ORDER BY id DESC LIMIT 1');
        expect(noted).toMatchObject({
          via: 'program',
          actor: 'SIGHUP',
          action: 'reload',
          detail: '{"outcome":"swapped"}',
        });
      }, ENOUGH);
    });

    /** With which keys both workers have asked one provider since the last look. */
    async function keysAtBoth(): Promise<readonly (string | undefined)[]> {
      scene.upstream.clear();
      await weightsAtBoth();
      const sent = scene.upstream.requests().filter(({ provider }) => provider === 'openai');
      return [...new Set(sent.map(({ headers }) => headers['authorization']))];
    }

    it('brings a key from a file to both, and to who takes a dead one’s place though the file is gone', async () => {
      expect(await keysAtBoth()).toEqual(['Bearer key-1']);
      writeFileSync(keyFile, 'key-2\n');
      expect(await reload()).toMatchObject({ outcome: 'swapped' });
      expect(await keysAtBoth()).toEqual(['Bearer key-2']);
      rmSync(keyFile);
      expect(await reload()).toMatchObject({ outcome: 'refused' });
      const [victim] = (await readyz()).workers;
      process.kill(victim?.pid ?? 0, 'SIGKILL');
      await vi.waitFor(async () => {
        const { status, workers } = await readyz();
        expect([status, workers.some(({ pid }) => pid === victim?.pid)]).toEqual(['ready', false]);
      }, ENOUGH);
      expect(await keysAtBoth()).toEqual(['Bearer key-2']);
      writeFileSync(keyFile, 'key-2\n');
    });

    it('brings a calibration to both, and to who takes a dead one’s place', async () => {
      expect(await weightsAtBoth()).toEqual([['panel', [2.944439]]]);
      writeCalibration(53);
      expect(await reload()).toMatchObject({ outcome: 'swapped' });
      expect(await weightsAtBoth()).toEqual([['panel', [0.160343]]]);
      const [victim] = (await readyz()).workers;
      process.kill(victim?.pid ?? 0, 'SIGKILL');
      await vi.waitFor(async () => {
        const { status, workers } = await readyz();
        expect([status, workers.some(({ pid }) => pid === victim?.pid)]).toEqual(['ready', false]);
      }, ENOUGH);
      expect(await weightsAtBoth()).toEqual([['panel', [0.160343]]]);
    });
  });
});
