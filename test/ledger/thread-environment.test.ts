import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { threadEnvironment } from '../../core/ledger/thread-environment.ts';

it('lets a thread use what this process has compiled, and tells it nothing else', async () => {
  const code = `
    const { parentPort } = require('node:worker_threads');
    parentPort.postMessage([require('node:module').getCompileCacheDir(), Object.keys(process.env)]);`;
  const thread = new Worker(code, { eval: true, env: threadEnvironment() });
  const said: readonly unknown[] = await once(thread, 'message');
  expect(getCompileCacheDir()).toEqual(expect.any(String));
  expect(said).toEqual([[getCompileCacheDir(), ['NODE_COMPILE_CACHE']]]);
});
