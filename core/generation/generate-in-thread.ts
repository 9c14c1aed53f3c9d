import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ManifestError } from '../manifests/load/manifest-problem.ts';
import { threadEnvironment } from '../thread-environment.ts';
import type { GenerationProblems, GenerationTask } from './generation-messages.ts';

const THREAD = new URL('./generation-thread.ts', import.meta.url);
const HEAP_MEGABYTES = 2_048;
/** Some fifteen times what 5,000 models need. */
const TIMEOUT_MS = 120_000;

/**
 * Checks the input of a task, generates the files of a gateway from it and writes them, all in a thread.
 * @throws ManifestError with every problem; Error if the thread fails or takes over two minutes.
 */
export async function generateInThread(task: GenerationTask): Promise<void> {
  const thread = new Worker(THREAD, {
    workerData: task,
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  try {
    // Rejects if the thread throws.
    const [problems = []]: GenerationProblems[] = await once(thread, 'message', {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (problems.length > 0) throw new ManifestError(problems);
  } catch (cause) {
    if (cause instanceof ManifestError) throw cause;
    throw new Error('what the gateway runs on could not be generated; "assay check" may tell more', {
      cause,
    });
  } finally {
    await thread.terminate();
  }
}
