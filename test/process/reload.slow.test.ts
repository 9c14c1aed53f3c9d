import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { commandActor } from '../../core/commands/account/command-actor.ts';
import type { AdminAuditEntry } from '../../core/generated/admin-answers.ts';
import { ROOT, type GatewayProcess } from '../support/gateways/run-gateway.ts';
import { EDITED, wholeGeneration, writeGeneration } from '../support/gateways/generations.ts';
import { postPrompt } from './post-prompt.ts';
import { startScene, type ProcessScene } from './process-scene.ts';
import { MODEL_COUNT } from '../support/model-count.ts';

let scene: ProcessScene;
let manifests: string;
let key: string;

beforeAll(async () => {
  scene = await startScene({
    reply: ({ model }) => ({ content: model, usage: { inputTokens: 1_000, outputTokens: 1_000 } }),
  });
  manifests = join(scene.folder, 'manifests');
  cpSync(join(ROOT, 'manifests'), manifests, { recursive: true });
  key = await scene.account('acme', 1_000);
});
afterAll(() => scene.stop());

const ENOUGH = { timeout: 120_000, interval: 50 };

async function outcomeOf({ operationsUrl }: GatewayProcess): Promise<string | undefined> {
  const reply = await fetch(`${operationsUrl}/readyz`);
  expect(reply.status).toBe(200);
  const { reload } = (await reply.json()) as { readonly reload?: { readonly outcome: string } };
  return reload?.outcome;
}

async function generationOf({ url }: GatewayProcess): Promise<number> {
  return wholeGeneration((await postPrompt(url, key, { prompt: 'q', models: [EDITED] })).body);
}

/** What the audit log has of reloads, the newest first. */
async function reloadsNoted(): Promise<readonly string[]> {
  const { stdout } = await scene.assay(['audit', '--json']);
  const entries = JSON.parse(stdout) as readonly AdminAuditEntry[];
  return entries
    .filter(({ action }) => action === 'reload')
    .map(({ via, actor, origin, detail }) => `${via} ${actor} ${origin}: ${String(detail['outcome'])}`);
}

it('a gateway reloads at SIGHUP and at "assay reload", which says where a manifest is wrong', async () => {
  const gateway = await scene.start({ ASSAY_MANIFESTS: manifests });
  writeGeneration(manifests, 3);
  gateway.signal('SIGHUP');
  await vi.waitFor(async () => expect(await outcomeOf(gateway)).toBe('swapped'), ENOUGH);
  expect(await generationOf(gateway)).toBe(3);

  const environment = {
    ASSAY_MANIFESTS: manifests,
    ASSAY_METRICS_PORT: new URL(gateway.operationsUrl).port,
  };
  const file = join(manifests, 'mistral.yaml');
  appendFileSync(file, '\n    colour: blue\n');
  const refused = await scene.assay(['reload'], environment);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(new RegExp(`^${RegExp.escape(file)}:\\d+:5 [^\\n]*colour`));
  const { origin: operationsOrigin } = new URL(gateway.operationsUrl);
  expect(refused.stderr).toMatch(/refused them; it keeps the files it has\.\n$/);
  expect(refused.stderr).toContain(`assay reload: ${operationsOrigin} read ${manifests} and refused`);
  expect([await outcomeOf(gateway), await generationOf(gateway)]).toEqual(['refused', 3]);

  writeGeneration(manifests, 31);
  const jumped = await scene.assay(['reload'], environment);
  expect([jumped.code, jumped.stderr]).toEqual([
    1,
    expect.stringMatching(/mistral\.yaml:\d+:\d+ .*changed tenfold or more since 2026-11-21/),
  ]);

  writeGeneration(manifests, 4);
  const swapped = await scene.assay(['reload', '--json'], environment);
  expect([swapped.code, JSON.parse(swapped.stdout)]).toMatchObject([
    0,
    {
      gateway: operationsOrigin,
      manifests,
      outcome: 'swapped',
      models: MODEL_COUNT,
      changed: { models: { changed: [EDITED] } },
      problems: [],
    },
  ]);
  expect(await generationOf(gateway)).toBe(4);
  const others = await scene.assay(['reload'], { ...environment, ASSAY_MANIFESTS: 'manifests' });
  expect([others.code, others.stderr]).toEqual([
    1,
    `assay reload: The gateway reads ${manifests}, not manifests: restart it to take this folder.\n`,
  ]);
  expect(await gateway.stop()).toEqual({ code: 0, signal: null });

  const { name: user, origin } = commandActor();
  expect(await reloadsNoted()).toEqual([
    `command ${user} ${origin}: unchanged`,
    `command ${user} ${origin}: swapped`,
    `command ${user} ${origin}: refused`,
    `command ${user} ${origin}: refused`,
    `program SIGHUP ${origin}: swapped`,
  ]);

  const alone = await scene.assay(['reload'], environment);
  expect([alone.code, alone.stderr]).toEqual([
    1,
    expect.stringMatching(/^assay reload: No gateway answers at/),
  ]);
});

it('panels are reloaded and checked as manifests are, with a caret under each mistake', async () => {
  const panels = join(scene.folder, 'panels');
  mkdirSync(panels);
  const environment = { ASSAY_MANIFESTS: manifests, ASSAY_PANELS: panels };
  const gateway = await scene.start(environment);
  const file = join(panels, 'two.yaml');
  const panel = 'id: panel/two\nmodels: [gpt-4o, gpt-4o]\njudges: [gpt-5.5]\nwins: quality\n';
  writeFileSync(file, panel);
  const port = new URL(gateway.operationsUrl).port;
  const reload = (...words: readonly string[]) =>
    scene.assay(['reload', ...words], { ...environment, ASSAY_METRICS_PORT: port });
  expect(JSON.parse((await reload('--json')).stdout)).toMatchObject({
    outcome: 'swapped',
    changed: { panels: { added: ['panel/two'] } },
  });
  writeFileSync(file, panel.replace('[gpt-4o, gpt-4o]', '[gpt-4o, gpt-4oo]'));
  const mistake = `${RegExp.escape(file)}:2:18 /models/1: [^\\n]*did you mean gpt-4o\\?\\n`;
  const quoted = ' +2 \\| models: \\[gpt-4o, gpt-4oo\\]\\n +\\| {18}\\^{7}\\n';
  const refused = await reload();
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(new RegExp(mistake));
  const checked = await scene.assay(['check'], environment);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toMatch(new RegExp(mistake + quoted));
  rmSync(panels, { recursive: true });
  expect(await gateway.stop()).toEqual({ code: 0, signal: null });
});

it('with --watch it reloads at every change, of a file that is written in steps too', async () => {
  const gateway = await scene.start({ ASSAY_MANIFESTS: manifests }, ['--watch']);
  expect(await outcomeOf(gateway)).toBeUndefined();
  appendFileSync(join(manifests, 'mistral.yaml'), '\n  - id: half');
  writeGeneration(manifests, 5);
  await vi.waitFor(async () => expect(await generationOf(gateway)).toBe(5), ENOUGH);
  appendFileSync(join(manifests, 'mistral.yaml'), '\n  - id: half');
  await vi.waitFor(async () => expect(await outcomeOf(gateway)).toBe('refused'), ENOUGH);
  expect(await generationOf(gateway)).toBe(5);
  expect(await gateway.stop()).toEqual({ code: 0, signal: null });
  const { origin } = commandActor();
  expect((await reloadsNoted())[0]).toBe(`program watch ${origin}: refused`);
});
