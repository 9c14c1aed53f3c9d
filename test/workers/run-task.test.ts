import { Piscina } from 'piscina';
import { expect, it } from 'vitest';
import { createMark } from '../../core/workers/task-clock.ts';
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

it('fails a task whose module is not loaded on its thread', async () => {
  const piscina = new Piscina({ filename: RUN_TASK, workerData: [], maxThreads: 1, atomics: 'disabled' });
  const call = { input: undefined, mark: createMark() };
  await expect(piscina.run({ ...call, file: 'other.ts' })).rejects.toThrow('other.ts');
  await expect(piscina.run({ ...call, file: '' })).resolves.toBeUndefined();
  await piscina.close();
});
