import { threadId } from 'node:worker_threads';
import { markBegun, type TaskMark } from './task-clock.ts';

export interface TaskCall {
  /** Address of a module of this folder whose default export takes the input. */
  readonly file: string;
  readonly input: unknown;
  readonly mark: TaskMark;
}

/** What every thread of the pool runs. Loading the module counts as waiting, not as the task's own work. */
export default async function runTask({ file, input, mark }: TaskCall): Promise<unknown> {
  const module: { default(task: unknown): unknown } = await import(file);
  markBegun(mark, threadId);
  return module.default(input);
}
