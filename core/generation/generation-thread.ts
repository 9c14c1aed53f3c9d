import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { generateRunnable, generateValidators } from '../../codegen/generate-runnable.ts';
import { inspectManifests } from '../../codegen/link-input.ts';
import { ManifestError } from '../manifests/load/manifest-problem.ts';
import { readGeneratorInput, readSchemas } from '../manifests/load/read-input.ts';
import { isInBuild } from './generator-sources.ts';
import type { GenerationProblems, GenerationTask, RegistryTask } from './generation-messages.ts';

/** With few processors the thread gives way to the event loop, which answers all requests. */
const NICE = 5;

// On Linux each thread has a priority; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(NICE);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await run(workerData));

async function run(task: GenerationTask): Promise<GenerationProblems> {
  if (task.kind === 'registry') return await generateRegistry(task);
  await write(task.folder, Object.entries(generateValidators(await readSchemas())));
  return [];
}

async function generateRegistry({
  manifests,
  plugins,
  folder,
  previous,
}: RegistryTask): Promise<GenerationProblems> {
  const input = { ...(await readGeneratorInput(manifests, plugins)), previous };
  if (folder === undefined) return inspectManifests(input).problems;
  try {
    await write(folder, [...generateRunnable(input)]);
    return [];
  } catch (error) {
    if (error instanceof ManifestError) return error.problems;
    throw error;
  }
}

async function write(
  folder: string,
  texts: readonly (readonly [name: string, text: string])[],
): Promise<void> {
  const textFor = isInBuild(folder) ? (text: string) => text : withAbsoluteImports;
  await Promise.all(texts.map(([name, text]) => writeFile(join(folder, name), textFor(text))));
}

/** A module outside this checkout finds the validator's runtime only by its absolute URL. */
function withAbsoluteImports(text: string): string {
  return text.replace(/^import \w+ from "(ajv\/[^"]+)";$/gm, (line, name: string) =>
    line.replace(name, () => import.meta.resolve(name)),
  );
}
