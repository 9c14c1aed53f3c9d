import { relative, resolve } from 'node:path';
import { loadValidators } from '../../generation/load-validators.ts';
import { checkShapeBy, type ShapeChecker, type ShapedManifest } from '../../manifests/check/check-shape.ts';
import { checkManifests } from '../../manifests/check/check-manifests.ts';
import { type CodegenInput, readGeneratorInput, readManifests } from '../../manifests/load/read-input.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { isReplacedByUpgrade, shippedFolder } from '../../config/shipped-folder.ts';
import { lineFinder, quoteProblem } from '../../terminal/quote-source.ts';
import { formatCount } from '../../client/figures.ts';

/** The operator's manifests on disk, and the problems the checks found in them. */
export interface ManifestFolder {
  readonly path: string;
  /** Folder of the operator's own plugins. */
  readonly pluginsPath: string | undefined;
  readonly input: CodegenInput & { readonly checkShape: ShapeChecker };
  readonly manifests: readonly ShapedManifest[];
  readonly problems: readonly ManifestProblem[];
}

/** @throws Error where the folder cannot be read. */
export async function readManifestFolder(environment: Environment): Promise<ManifestFolder> {
  const { manifestsPath: path, pluginsPath } = loadConfig(environment);
  const manifests = await readManifests(path).catch((cause: unknown) => {
    throw new Error(`The manifests in ${path} cannot be read. Set ASSAY_MANIFESTS to their folder.`, {
      cause,
    });
  });
  const { validate } = await loadValidators('manifest.mjs');
  const input = {
    ...(await readGeneratorInput(manifests, pluginsPath)),
    checkShape: checkShapeBy(validate),
  };
  return { path, pluginsPath, input, ...checkManifests(input) };
}

/**
 * As `readManifestFolder`, for a command that writes.
 * @param options.mayBeEmpty whether there may be no manifest yet.
 * @throws Error also where a manifest is wrong already.
 */
export async function readSoundManifests(
  environment: Environment,
  { mayBeEmpty = false } = {},
): Promise<ManifestFolder> {
  const folder = await readManifestFolder(environment);
  if (isReplacedByUpgrade('manifests', folder.path))
    throw new Error(
      `The manifests in ${folder.path} come with Assay, and an upgrade replaces them. Copy that folder to ./manifests, restart the gateway, and run the command again.`,
    );
  if (mayBeEmpty && folder.input.manifests.size === 0) return folder;
  refuseMistakes(folder);
  return folder;
}

/** @throws Error where a manifest is wrong already. */
export function refuseMistakes({ problems }: ManifestFolder): void {
  if (problems.length > 0)
    throw new Error(
      `The manifests have ${formatCount(problems.length, 'mistake')} already. "assay check" shows them; correct them first.`,
    );
}

/** Checks all manifests with other texts in some files. */
export function problemsWith(
  { input }: ManifestFolder,
  texts: ReadonlyMap<string, string>,
): readonly ManifestProblem[] {
  return checkManifests({ ...input, manifests: new Map([...input.manifests, ...texts]) }).problems;
}

/** @throws Error quoting the line of each problem. */
export function refuseProblems(
  problems: readonly ManifestProblem[],
  texts: ReadonlyMap<string, string>,
): void {
  if (problems.length === 0) return;
  const findLine = lineFinder(texts);
  const quotes = problems.map((problem) => quoteProblem(problem, findLine));
  throw new Error(
    `Nothing was written, because these checks fail. Correct the flags and run the command again:\n\n${quotes.join('\n').trimEnd()}`,
  );
}

/** The steps after a manifest is written. */
export function nextSteps({ path }: ManifestFolder): string {
  const isOwn = relative(shippedFolder('manifests'), resolve(path)) === '';
  return `Next: "assay check", then "assay reload", or start the gateway anew${isOwn ? '; in the repository "npm run codegen" too' : ''}.\n`;
}

/** The local day as `YYYY-MM-DD`, in UTC as everywhere in the manifests' checks. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
