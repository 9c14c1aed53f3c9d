/**
 * The address of one of the thread's modules, the input of its default export, and the mark of the task's clock.
 * @typedef {{ file: string, input: unknown, mark: import('./task-clock.ts').TaskMark }} TaskCall
 */

/** The `file` of a call that runs nothing. */
const NO_FILE = '';

/**
 * Loads the modules of this thread's tasks, whose addresses are its `workerData`, before Piscina counts the thread as
 * ready: a task that begins on a fresh thread then waits for nothing. What Node compiled for them is stored at once,
 * since a thread that is stopped may end before it stores anything.
 * @returns {Promise<(call: TaskCall) => Promise<unknown>>} what the thread runs for each task.
 */
async function prepare() {
  const { threadId, workerData } = await import('node:worker_threads');
  const { markBegun } = await import('./task-clock.ts');
  /** @type {Map<string, { default(input: unknown): unknown }>} */
  const modules = new Map();
  for (const file of workerData) modules.set(file, await import(file));
  (await import('node:module')).flushCompileCache();
  return async ({ file, input, mark }) => {
    const task = modules.get(file);
    if (task === undefined && file !== NO_FILE) throw new Error(`${file} is no module of this thread`);
    const markEnded = markBegun(mark, threadId);
    try {
      return await task?.default(input);
    } finally {
      markEnded();
    }
  };
}

// CommonJS, because Piscina loads it with `require`, and Node (24) ends the whole process if a thread is stopped while it
// requires an ES module; an `import` ends with its thread. Plain JavaScript, because Node caches no stripped CommonJS for a
// thread: each thread would load what strips types. The marker makes Piscina await the default export.
exports.__esModule = true;
const prepared = prepare();
// Piscina would keep a thread that cannot run anything.
prepared.catch((cause) =>
  setImmediate(() => {
    throw cause;
  }),
);
exports.default = prepared;
