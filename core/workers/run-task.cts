import type { TaskMark } from './task-clock.ts';

interface TaskCall {
  /** Address of a module of this folder whose default export takes the input. */
  readonly file: string;
  readonly input: unknown;
  readonly mark: TaskMark;
}

/**
 * What every thread of the pool runs. CommonJS, because Piscina loads it with `require`, and Node (24) ends the whole
 * process where a thread is stopped while it requires an ES module; an `import` just ends with its thread.
 * Loading the task's module counts as waiting, not as the task's own work.
 */
module.exports = async function runTask({ file, input, mark }: TaskCall): Promise<unknown> {
  const { threadId } = await import('node:worker_threads');
  const { markBegun } = await import('./task-clock.ts');
  const task: { default(input: unknown): unknown } = await import(file);
  markBegun(mark, threadId);
  return task.default(input);
};
