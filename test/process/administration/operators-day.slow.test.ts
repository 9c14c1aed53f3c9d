import { userInfo } from 'node:os';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminAuditEntry } from '../../../core/generated/admin-answers.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { look, pay } from './payments.ts';

let scene: ProcessScene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

it('the audit log tells a day of commands and of the administration API in order, without a secret', async () => {
  const assay = async (line: string): Promise<Record<string, string>> => {
    const { code, stdout } = await scene.assay([...line.split(' '), '--json']);
    expect([line, code]).toEqual([line, 0]);
    return JSON.parse(stdout) as Record<string, string>;
  };
  await assay('account create acme --credits 10');
  const { key = '' } = await assay('key create acme --name ci');
  const { token = '' } = await assay('admin-token create billing --scope write');
  const gateway = await scene.start();
  expect(
    (await pay(gateway.operationsUrl, token, { account: 'acme', credits: 500, key: 'p-1' })).status,
  ).toBe(200);
  expect((await postPrompt(gateway.url, key, { prompt: 'hi', models: ['gpt-5.4'] })).status).toBe(200);
  expect(
    (await pay(gateway.operationsUrl, token, { account: 'acme', credits: 500, key: 'p-1' })).status,
  ).toBe(200);
  const { webhookSecret = '' } = await assay(
    'account set acme --webhook https://receiver.example/secret-path',
  );
  await assay('account suspend acme');
  expect((await postPrompt(gateway.url, key, { prompt: 'hi', models: ['gpt-5.4'] })).status).toBe(403);
  await assay('account resume acme');
  await assay('admin-token revoke billing');
  expect((await look(gateway.operationsUrl, token, '/audit')).status).toBe(404);
  const entries = (await assay('audit')) as unknown as readonly AdminAuditEntry[];
  const operator = userInfo().username;
  expect(entries.toReversed().map(({ via, actor, action }) => [via, actor, action])).toEqual([
    ['command', operator, 'account.create'],
    ['command', operator, 'key.create'],
    ['command', operator, 'admin-token.create'],
    ['api', 'billing', 'account.credit'],
    ['command', operator, 'webhook.set'],
    ['command', operator, 'account.suspend'],
    ['command', operator, 'account.resume'],
    ['command', operator, 'admin-token.revoke'],
  ]);
  const disk = readdirSync(scene.data)
    .map((name) => readFileSync(join(scene.data, name), 'latin1'))
    .join('\n');
  expect(disk).toContain('account.credit');
  const log = gateway.output();
  for (const secret of [key, token]) {
    expect(disk).not.toContain(secret);
    expect(log).not.toContain(secret);
  }
  for (const secret of [webhookSecret, 'secret-path']) {
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect(log).not.toContain(secret);
  }
});
