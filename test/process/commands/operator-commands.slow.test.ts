import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../../support/gateways/run-gateway.ts';
import type { Finished } from '../../support/gateways/run-process.ts';
import { startLocalServer, type LocalServer } from '../local-server.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

// These tests start processes. Tests that need none are in test/commands.

let scene: ProcessScene;
let local: LocalServer;
let manifests: string;

beforeAll(async () => {
  local = await startLocalServer(['bench', 'vise']);
  scene = await startScene({
    reply: ({ model }) => ({ content: `I am ${model}`, usage: { inputTokens: 1_000, outputTokens: 1_000 } }),
  });
  manifests = join(scene.folder, 'manifests');
});
afterAll(() => Promise.all([scene.stop(), local.stop()]));
beforeEach(() => {
  rmSync(manifests, { recursive: true, force: true });
  cpSync(join(ROOT, 'manifests'), manifests, { recursive: true });
});

async function assay(...words: readonly string[]): Promise<Finished> {
  return scene.assay(words, { ASSAY_MANIFESTS: manifests });
}

function read(name: string): string {
  return readFileSync(join(manifests, name), 'utf8');
}

const MODEL = ['--price-input', '1', '--price-output', '2', '--context', '128000', '--max-output', '8192'];

it('a model and a provider added by command answer: the model at its price, the local server without a key and for nothing', async () => {
  const mistral = read('mistral.yaml');
  const model = await assay('model', 'add', 'mistral-next-2611', '--provider', 'mistral', ...MODEL);
  expect([model.code, model.stderr]).toEqual([0, '']);
  expect(model.stdout).toMatch(/^Added mistral-next-2611 to .*mistral\.yaml:\n {2}# Added /);
  expect(model.stdout).toMatch(/\nNext: "assay check"/);
  expect(read('mistral.yaml').startsWith(mistral)).toBe(true);

  const server = ['workshop', '--base-url', local.baseUrl, '--env', 'none'];
  const free = ['--price-input', '0', '--price-output', '0', '--context', '32768', '--max-output', '4096'];
  const provider = await assay('provider', 'add', ...server, ...free, '--model', 'bench', '--json');
  expect([provider.code, provider.stderr]).toEqual([0, '']);
  expect(JSON.parse(provider.stdout)).toMatchObject({ id: 'workshop', model: 'bench', written: true });

  const gateway = await scene.start({ ASSAY_MANIFESTS: manifests });
  const key = await scene.account('acme', 10);
  const { body } = await postPrompt(gateway.url, key, {
    prompt: 'Who are you?',
    models: ['mistral-next-2611', 'bench'],
  });
  expect(body.results.map(({ output, credits }) => [output, credits])).toEqual([
    ['I am mistral-next-2611', 0.3],
    ['I am bench', 0],
  ]);
  expect(local.calls).toHaveLength(1);
  expect(local.calls[0]).not.toHaveProperty('authorization');
  await gateway.stop();
});

it('assay check and assay prices diff say by their exit codes what CI must know', async () => {
  expect((await assay('check')).code).toBe(0);
  expect((await assay('check', '--strict')).code).toBe(0);
  const list = join(scene.folder, 'list.json');
  const cost = { input: 0, output: 0 };
  writeFileSync(list, JSON.stringify({ mistral: { models: { 'mistral-large-2512': { cost } } } }));
  const diff = await assay('prices', 'diff', list, '--json');
  expect([diff.code, diff.stderr]).toEqual([3, '']);
  expect(JSON.parse(diff.stdout)).toMatchObject({ agreeing: 0, unmatched: expect.any(Array) });
  const unread = await assay('prices', 'diff', 'package.json');
  expect([unread.code, unread.stdout]).toEqual([1, '']);
  expect(unread.stderr).toMatch(/^assay prices diff: package\.json is not models\.dev's/);
});
