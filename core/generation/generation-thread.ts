import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { generateRunnable, generateValidators } from '../../codegen/generate-runnable.ts';
import { inspectManifests } from '../../codegen/link-input.ts';
import { ManifestError } from '../manifests/load/manifest-problem.ts';
import { readGeneratorInput, readSchemas } from '../manifests/load/read-input.ts';
import { isInBuild } from './generator-sources.ts';
import type { GenerationEnd, GenerationTask, RegistryTask } from './generation-messages.ts';

/** Where processors are few it gives way to the event loop that answers everybody. */
const NICE = 5;

// Linux keeps a priority for each thread; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(NICE);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await run(workerData));

async function run(task: GenerationTask): Promise<GenerationEnd> {
  if (task.kind === 'registry') return await generateRegistry(task);
  await write(task.folder, Object.entries(generateValidators(await readSchemas())));
  return { problems: [] };
}

async function generateRegistry({
  manifests,
  plugins,
  folder,
  previous,
}: RegistryTask): Promise<GenerationEnd> {
  try {
    const input = { ...(await readGeneratorInput(manifests, plugins)), previous };
    if (folder === undefined) return { problems: inspectManifests(input).problems };
    await write(folder, [...generateRunnable(input)]);
    return { problems: [] };
  } catch (error) {
    if (error instanceof ManifestError) return { problems: error.problems };
    throw error;
  }
}

async function write(
  folder: string,
  texts: readonly (readonly [name: string, text: string])[],
): Promise<void> {
  const written = isInBuild(folder) ? (text: string) => text : placed;
  await Promise.all(texts.map(([name, text]) => writeFile(join(folder, name), written(text))));
}

/** A module outside this checkout finds the validator's runtime only where it is told the whole address. */
function placed(text: string): string {
  return text.replace(/^import \w+ from "(ajv\/[^"]+)";$/gm, (line, name: string) =>
    line.replace(name, () => import.meta.resolve(name)),
  );
}
