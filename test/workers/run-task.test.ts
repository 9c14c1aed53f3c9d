import { Piscina } from 'piscina';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';

const RUN_TASK = new URL('../../core/workers/run-task.cjs', import.meta.url).href;

it('ends a thread whose modules cannot be loaded, which would fail every task', async () => {
  const workerData = [new URL('missing.ts', import.meta.url).href];
  const piscina = new Piscina({
    filename: RUN_TASK,
    workerData,
    minThreads: 1,
    maxThreads: 1,
    atomics: 'disabled',
  });
  const causes: unknown[] = [];
  // It tries a second one.
  piscina.on('error', (cause) => causes.push(cause));
  await eventually(() => expect(causes).not.toEqual([]));
  expect(causes[0]).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
  await piscina.close();
});
