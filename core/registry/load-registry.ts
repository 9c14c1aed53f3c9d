import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generate } from '../../codegen/generate.ts';
import { hashManifests } from '../../codegen/link-registry.ts';
import { readCodegenInput } from '../../codegen/read-input.ts';
import type { FieldError } from '../errors.ts';
import type * as generated from '../generated/index.ts';
import { loadPlugins } from './load-plugin.ts';
import { createRegistry, type Registry } from './registry.ts';

const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url));

/** A registry with the validator and the description that were generated with it. */
export interface LoadedRegistry {
  readonly registry: Registry;
  readonly isPromptRequest: (value: unknown) => value is generated.PromptRequest;
  readonly promptRequestProblems: (value: unknown) => readonly FieldError[];
  /** OpenAPI 3.1, as JSON text. */
  readonly openapi: string;
}

type Generated = Pick<typeof generated, 'registry' | 'isPromptRequest' | 'promptRequestProblems'>;

/**
 * The registry of a folder of manifests. Where the manifests are those that core/generated was made from it is taken
 * as it stands; where the operator has changed them it is generated anew, by the same code and with the same checks.
 * @throws ManifestError naming file, line and what to do; Error naming a plugin that does not fit.
 */
export async function loadRegistry(manifestsPath: string): Promise<LoadedRegistry> {
  const input = await readCodegenInput({ manifests: manifestsPath }).catch((cause: unknown) => {
    throw new Error(
      `the manifests in ${manifestsPath} cannot be read; ASSAY_MANIFESTS must name their folder`,
      { cause },
    );
  });
  const committed: Generated = await import('../generated/index.ts');
  const isCommitted = hashManifests(input.manifests) === committed.registry.hash;
  const { module, openapi } = isCommitted
    ? await readCommitted(committed)
    : await importTexts(await generate(input));
  const plugins = await loadPlugins(
    PLUGINS,
    module.registry.providers.map(({ plugin }) => plugin),
  );
  return {
    registry: createRegistry(module.registry, plugins),
    isPromptRequest: module.isPromptRequest,
    promptRequestProblems: module.promptRequestProblems,
    openapi,
  };
}

interface Loaded {
  readonly module: Generated;
  readonly openapi: string;
}

async function readCommitted(module: Generated): Promise<Loaded> {
  const { default: document } = await import('../generated/openapi.json', { with: { type: 'json' } });
  return { module, openapi: JSON.stringify(document) };
}

/** Code must come from a file to be imported; its folder is ours alone, and gone once it is loaded. */
async function importTexts(texts: ReadonlyMap<string, string>): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-registry-'));
  try {
    await Promise.all([...texts].map(([name, text]) => writeFile(join(folder, name), text)));
    const module: Generated = await import(pathToFileURL(join(folder, 'index.ts')).href);
    return { module, openapi: texts.get('openapi.json') ?? '{}' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
