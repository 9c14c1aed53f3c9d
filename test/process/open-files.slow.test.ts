import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { adjustManifests } from '../support/gateways/adjusted-manifests.ts';
import { readMetric } from '../support/gateways/read-metrics.ts';
import { postPrompt } from './post-prompt.ts';
import { startScene } from './process-scene.ts';

const MODEL = 'mistral-small-2603';
/** A start needs some 110, and each request here asks for 64 connections. */
const OPEN_FILES = 256;
const schema = { type: 'object', properties: {}, additionalProperties: false };
const wide = { prompt: 'hi', models: Array<string>(64).fill(MODEL) };
/** A reply of such a length is parsed in a thread. */
const LONG_OUTPUT = 'x'.repeat(100_000);
const long = { prompt: 'write at length', models: [MODEL] };
const checked = { prompt: 'hi', models: [MODEL], response_schema: schema };

it('says that too few files may be open, and blames no provider where there are none left', async () => {
  const mayReply = Promise.withResolvers<void>();
  const mayReplyAtLength = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  const reply = async ({ user }: SandboxCall): Promise<SandboxReply> => {
    const usage = { inputTokens: 1, outputTokens: 1 };
    if (user === long.prompt) {
      requested.resolve();
      await mayReplyAtLength.promise;
      return { content: LONG_OUTPUT, usage };
    }
    await mayReply.promise;
    return { content: '{}', usage };
  };
  const manifests = adjustManifests({
    mistral: {
      retries: '{ attempts: 1, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 0 }',
      breaker: '{ calls: 4, failedPercent: 10, openMs: 3600000 }',
    },
  });
  onTestFinished(manifests.remove);
  const scene = await startScene({ reply }, { ASSAY_MANIFESTS: manifests.folder });
  onTestFinished(() => scene.stop());
  const key = await scene.account('many', 1_000);
  const gateway = await scene.start({}, [], OPEN_FILES);
  expect(gateway.output()).toMatch(
    /"level":40,.*"openFiles":256,"mayNeed":\d+,"msg":"fewer open files are allowed than connections may need/,
  );
  const client = new Client(gateway.url);
  const ask = async (body: unknown): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const request = { method: 'POST', path: '/api/v1/prompt', headers, body: JSON.stringify(body) } as const;
    const answer = await client.request(request);
    await answer.body.dump();
    return answer.statusCode;
  };
  // Opens the connection.
  expect(await ask({})).toBe(400);
  const lengthy = postPrompt(gateway.url, key, long);
  await requested.promise;
  const requests = [1, 2, 3, 4].map(() => postPrompt(gateway.url, key, wide));
  while (!gateway.output().includes('EMFILE')) await wait(20);
  // The first schema starts threads, which open files.
  expect(await ask(checked)).toBe(503);
  mayReplyAtLength.resolve();
  // The log, which another thread has filled before, cannot tell when this one has failed.
  await wait(500);
  mayReply.resolve();
  const replies = await Promise.all(requests);
  const messages = replies.flatMap(({ body }) =>
    body.results.flatMap(({ error }) => (error === undefined ? [] : [error.message])),
  );
  expect(new Set(messages)).toEqual(
    new Set([
      'The gateway may open no more files, and so no connection to the provider. Its operator can raise that limit (LimitNOFILE, ulimit -n).',
    ]),
  );
  const { body } = await postPrompt(gateway.url, key, checked);
  expect(body.results[0]).toMatchObject({ status: 'completed' });
  // It was paid for, and waits until its thread can start.
  expect((await lengthy).body.results[0]).toMatchObject({ status: 'completed', output: LONG_OUTPUT });
  const limit = await readMetric(gateway.operationsUrl, 'assay_provider_calls_limit', {
    provider: 'mistral',
  });
  expect(limit).toBe(512);
  await client.close();
});
