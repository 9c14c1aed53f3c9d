import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLabels } from '../../../../core/eval/calibrate/read-labels.ts';
import { judgeAtOnce } from '../../../../core/sandbox/judge/judge-reply.ts';
import { runCommand } from '../../../commands/run-command.ts';
import { gatewayOfFile } from '../../../support/gateways/gateway-of-file.ts';
import type { TestAccount, TestRequest } from '../../../support/gateways/test-gateway.ts';

const REQUEST = { prompt: 'Which is better?', models: ['gpt-4o', 'gpt-5.4', 'gpt-5.2'] };

let account: TestAccount;
const gateway = gatewayOfFile({ sandbox: { reply: judgeAtOnce } });
beforeAll(async () => {
  account = await gateway.account(1_000);
});

const ask = async (change: object = {}): Promise<string> =>
  (await gateway.post(account.key, { ...REQUEST, ...change })).body.promptLogId;

const fetched = (path: string, request: TestRequest = {}, key = account.key) =>
  gateway.send(key, `/api/v1/prompts${path}`, request);

const vote = (promptLogId: string, body: object, key?: string) =>
  fetched(`/${promptLogId}/votes`, { body }, key);

/** The tasks that judges were shown, each once. */
const judgedTasks = (): readonly string[] => {
  const blocks = /<<<TASK (\w+)>>>\\n(.*?)\\n<<<END TASK \1>>>/;
  const tasks = gateway.upstream
    .requests()
    .flatMap(({ body }) => blocks.exec(JSON.stringify(body))?.[2] ?? [])
    .map((text) => String(JSON.parse(`"${text}"`)));
  return [...new Set(tasks)];
};

describe('POST /api/v1/prompts/{promptLogId}/votes', () => {
  it('keeps a vote whichever way round it comes, changes it and takes it back', async () => {
    const id = await ask();
    expect((await fetched(`/${id}`)).body.votes).toBeUndefined();
    const first = await vote(id, { a: 2, b: 0, winner: 'a' });
    expect([first.status, first.body]).toEqual([200, { votes: [{ a: 0, b: 2, winner: 'b' }] }]);
    await vote(id, { a: 0, b: 2, winner: 'tie' });
    const both = (await vote(id, { a: 1, b: 0, winner: 'b' })).body.votes;
    expect(both).toEqual([
      { a: 0, b: 1, winner: 'a' },
      { a: 0, b: 2, winner: 'tie' },
    ]);
    expect((await fetched(`/${id}`)).body.votes).toEqual(both);
    expect((await vote(id, { a: 2, b: 0, winner: null })).body.votes).toEqual(both.slice(0, 1));
    const { prompts } = (await fetched('?voted=true')).body;
    expect(prompts.map(({ promptLogId }: { readonly promptLogId: string }) => promptLogId)).toEqual([id]);
  });

  it('names each wrong field', async () => {
    const id = await ask();
    const codesOf = async (body: object): Promise<readonly unknown[]> => {
      const { status, body: problem } = await vote(id, body);
      const errors: readonly { readonly pointer: string; readonly code: string }[] = problem.errors;
      return [status, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)];
    };
    expect(await codesOf({ a: 3, b: 4, winner: 'a' })).toEqual([400, '/a range', '/b range']);
    expect(await codesOf({ a: 1, b: 1, winner: 'a' })).toEqual([400, '/b range']);
    expect(await codesOf({ a: 0, b: 1, winner: 'c', by: 'me' })).toEqual([
      400,
      '/by unknown_field',
      '/winner not_allowed',
    ]);
    expect(await codesOf({ a: 0, b: 0.5 })).toEqual([400, '/winner missing', '/b type']);
  });

  it('becomes labels that a calibration reads', async () => {
    const { key } = await gateway.account(1_000);
    for (const winner of ['a', 'tie']) {
      const { promptLogId } = (await gateway.post(key, REQUEST)).body;
      await vote(promptLogId, { a: 0, b: 2, winner }, key);
    }
    const written = await runCommand(['judge', 'labels', '--url', gateway.url], { ASSAY_KEY: key });
    const path = join(gateway.folder, 'labels.jsonl');
    await writeFile(path, written.stdout);
    const label = { task: REQUEST.prompt, a: expect.any(String), models: ['gpt-4o', 'gpt-5.2'] };
    expect([written.code, await readLabels(path)]).toMatchObject([
      0,
      [
        { ...label, winner: 'tie' },
        { ...label, winner: 'a' },
      ],
    ]);
  });

  it('keeps the system prompt and the conversation, so that a calibration asks what the judges were asked', async () => {
    const { key } = await gateway.account(1_000);
    gateway.upstream.clear();
    const { promptLogId } = (
      await gateway.post(key, {
        ...REQUEST,
        models: ['gpt-4o', 'gpt-5.2'],
        judges: ['claude-haiku-4-5'],
        system_prompt: [
          { type: 'text', text: 'You are a lawyer.' },
          { type: 'text', text: 'Be brief.' },
        ],
        history: [
          { role: 'user', content: 'Hello.' },
          { role: 'assistant', content: 'What is it?' },
        ],
      })
    ).body;
    await vote(promptLogId, { a: 0, b: 1, winner: 'a' }, key);
    const judged = judgedTasks();
    expect(judged).toEqual([
      '[system]\nYou are a lawyer.\n\n[system]\nBe brief.\n\n[user]\nHello.\n\n[assistant]\nWhat is it?\n\n[user]\nWhich is better?',
    ]);
    const path = join(gateway.folder, 'conversation.jsonl');
    const environment = { ASSAY_KEY: key, ASSAY_CALIBRATIONS: gateway.folder };
    await writeFile(path, (await runCommand(['judge', 'labels', '--url', gateway.url], environment)).stdout);
    gateway.upstream.clear();
    const out = join(gateway.folder, 'verdicts.jsonl');
    const target = ['--judges', 'claude-haiku-4-5', '--out', out, '--url', gateway.url];
    expect(await runCommand(['judge', 'calibrate', path, ...target], environment)).toMatchObject({ code: 0 });
    expect(judgedTasks()).toEqual(judged);
  });

  it('become labels of a time alone', async () => {
    const { key } = await gateway.account(1_000);
    await vote((await gateway.post(key, REQUEST)).body.promptLogId, { a: 0, b: 1, winner: 'a' }, key);
    const write = async (...period: readonly string[]) =>
      await runCommand(['judge', 'labels', '--url', gateway.url, ...period], { ASSAY_KEY: key });
    expect((await write('--from', '2026-01-01')).stdout.split('\n')).toHaveLength(2);
    expect(await write('--to', '2026-01-01')).toMatchObject({ code: 0, stdout: '' });
    expect(await write('--from', 'yesterday')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('from'),
    });
  });

  it('keeps nothing of answers that are not stored, and goes with those that are erased', async () => {
    const given = { a: 0, b: 1, winner: 'a' };
    const [stored, unstored] = [await ask(), await ask({ zero_data_retention: true })];
    expect(await vote(unstored, given)).toMatchObject({
      status: 409,
      body: { type: 'urn:assay:problem:answers-not-stored' },
    });
    const { key } = await gateway.account(1_000);
    expect((await vote(stored, given, key)).status).toBe(404);
    expect((await vote(stored, given)).status).toBe(200);
    expect((await fetched(`/${stored}`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetched(`/${stored}`)).body.votes).toBeUndefined();
    expect((await vote(stored, given)).status).toBe(409);
  });
});
