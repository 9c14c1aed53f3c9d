import type { TaskMark } from './task-clock.ts';

interface TaskCall {
  /** Address of one of the thread's modules. */
  readonly file: string;
  readonly input: unknown;
  readonly mark: TaskMark;
}

/** The default export of each takes the input of a task. */
interface TaskModule {
  default(input: unknown): unknown;
}

/**
 * Loads the modules of this thread's tasks, whose addresses are its `workerData`, before Piscina counts the thread as
 * ready: a task that begins on a fresh thread then waits for nothing. What Node compiled for them is stored at once,
 * since a thread that is stopped may end before it stores anything.
 * @returns what the thread runs for each task.
 */
async function prepare(): Promise<(call: TaskCall) => Promise<unknown>> {
  const { threadId, workerData } = await import('node:worker_threads');
  const { markBegun } = await import('./task-clock.ts');
  const files: readonly string[] = workerData;
  const modules = new Map<string, TaskModule>();
  for (const file of files) modules.set(file, await import(file));
  (await import('node:module')).flushCompileCache();
  return async ({ file, input, mark }) => {
    const markEnded = markBegun(mark, threadId);
    try {
      return await modules.get(file)?.default(input);
    } finally {
      markEnded();
    }
  };
}

// CommonJS, because Piscina loads it with `require`, and Node (24) ends the whole process if a thread is stopped while it
// requires an ES module; an `import` ends with its thread. The marker makes Piscina await the default export.
exports.__esModule = true;
const prepared = prepare();
// Piscina would keep a thread that cannot run anything.
prepared.catch((cause: unknown) =>
  setImmediate(() => {
    throw cause;
  }),
);
exports.default = prepared;
