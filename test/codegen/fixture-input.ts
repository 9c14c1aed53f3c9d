import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateRunnable } from '../../codegen/generate-runnable.ts';
import { type CodegenInput, readCodegenInput } from '../../core/manifests/load/read-input.ts';
import type { Provider, RegistryData } from '../../core/contract.ts';
import type { FieldError } from '../../core/errors.ts';
import type { PromptRequest } from '../../core/generated/prompt-request.ts';
import { RUNNABLE_FILES } from '../../core/manifests/load/runnable-files.ts';
import { checkBy, type CheckOf } from '../../core/schema/check-by.ts';

export const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'manifests');

/** The plugins that the fixtures may name. */
export const PLUGINS: readonly string[] = ['chat-completions', 'converse'];

/** The manifests of two invented providers without mistakes. */
export async function fixtureInput(): Promise<CodegenInput> {
  return { ...(await readCodegenInput(join(FIXTURES, 'valid'))), plugins: PLUGINS };
}

/** The generated code that tests use. */
export interface GeneratedModule {
  checkPromptRequest(value: unknown): CheckOf<PromptRequest>;
  /** Every provider of the fixtures has pointers of usage. */
  readonly registry: Omit<RegistryData, 'providers'> & { readonly providers: readonly Provider[] };
}

/** The problems of an invalid request; none if it is valid. */
export function problemsIn(check: CheckOf<PromptRequest>): readonly FieldError[] {
  return 'problems' in check ? check.problems : [];
}

/** Generates into a new folder outside of the repository and imports the result from there, as a reload does. */
export async function importGenerated(input: CodegenInput): Promise<GeneratedModule> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-codegen-'));
  try {
    const texts = generateRunnable(input);
    for (const [name, text] of texts) await writeFile(join(folder, name), text);
    const validators = await import(pathToFileURL(join(folder, RUNNABLE_FILES.validators)).href);
    return {
      checkPromptRequest: checkBy(validators.validatePromptRequest),
      registry: JSON.parse(texts.get(RUNNABLE_FILES.registry) ?? ''),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
