import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand, type Finished } from './run-command.ts';
import { gatewayOfTest } from '../support/gateways/gateway-of-file.ts';
import { MODEL_COUNT } from '../support/model-count.ts';

let manifests: string;
beforeEach(() => {
  manifests = mkdtempSync(join(tmpdir(), 'assay-manifests-'));
  cpSync(join(import.meta.dirname, '../../manifests'), manifests, { recursive: true });
});
afterEach(() => {
  rmSync(manifests, { recursive: true });
});

const assay = (...words: readonly string[]): Promise<Finished> =>
  runCommand(words, { ASSAY_MANIFESTS: manifests });

function edit(name: string, from: string, to: string): void {
  const text = readFileSync(join(manifests, name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(manifests, name), text.replace(from, to));
}

it('assay model remove takes one entry out, and nothing else', async () => {
  const before = readFileSync(join(manifests, 'openai.yaml'), 'utf8');
  expect((await assay('model', 'remove', 'gpt-4o')).code).toBe(0);
  const after = readFileSync(join(manifests, 'openai.yaml'), 'utf8');
  expect(before).toMatch(/^ {2}- id: gpt-4o$|^ {2}- id: gpt-4o /m);
  expect(after).not.toMatch(/^ {2}- id: gpt-4o( |$)/m);
  const remainingLines = after.split('\n');
  let next = 0;
  for (const line of before.split('\n')) if (line === remainingLines[next]) next += 1;
  expect(next).toBe(remainingLines.length);
  expect((await assay('model', 'remove', 'gpt-4o')).stderr).toContain('There is no model "gpt-4o".');
});

it('assay check --strict passes on what is shipped', async () => {
  expect((await assay('check', '--strict')).code).toBe(0);
});

it('assay check refuses a base URL that leads to a metadata service', async () => {
  edit('xai.yaml', 'baseUrl: https://api.x.ai/v1', 'baseUrl: http://169.254.169.254/latest');
  expect((await assay('check')).code).toBe(1);
});

it('assay check counts the models that a gateway serves, and those that are switched off', async () => {
  edit('openai.yaml', '  - id: gpt-4o\n', '  - id: gpt-4o\n    enabled: false\n');
  expect((await assay('check')).stdout).toMatch(
    new RegExp(`^\\d+ manifests, ${MODEL_COUNT - 1} models and 1 switched off: 0 errors`, 'm'),
  );
  expect(JSON.parse((await assay('check', '--json')).stdout)).toMatchObject({
    models: MODEL_COUNT - 1,
    disabled: 1,
  });
});

it('a model with enabled: false is refused as switched off; a slash after a base URL is dropped', async () => {
  edit('xai.yaml', 'baseUrl: https://api.x.ai/v1', 'baseUrl: https://api.x.ai/v1/');
  edit('openai.yaml', '  - id: gpt-4o\n', '  - id: gpt-4o\n    enabled: false\n');
  const gateway = await gatewayOfTest({ environment: { ASSAY_MANIFESTS: manifests } });
  const { key } = await gateway.account(100);
  const model_tuning = { 'gpt-4o': {} };
  const refused = await gateway.post(key, { prompt: 'hi', models: ['gpt-4o', 'gpt-4p'], model_tuning });
  const message = expect.stringMatching(
    /^this model is switched off here; GET \S+ lists the models there are$/,
  );
  expect(refused.body.errors).toEqual([
    { pointer: '/models/0', code: 'unknown_model', message },
    { pointer: '/models/1', code: 'unknown_model', message: expect.stringContaining('did you mean') },
    { pointer: '/model_tuning/gpt-4o', code: 'unknown_model', message },
  ]);
  const chat = await gateway.send(key, '/v1/chat/completions', {
    body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] },
  });
  expect([chat.status, chat.text]).toEqual([
    404,
    expect.stringContaining('this model is switched off here; GET /v1/models'),
  ]);
  expect((await gateway.post(key, { prompt: 'hi', models: ['grok-4.5'] })).status).toBe(200);
});
