import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generate } from '../../codegen/generate.ts';
import type { CodegenInput } from '../../core/manifests/load/codegen-input.ts';
import { readCodegenInput } from '../../core/manifests/load/read-input.ts';
import type { RegistryData } from '../../core/contract.ts';
import type { FieldError } from '../../core/errors.ts';
import type { RequestCheck } from '../../core/generated/index.ts';

export const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'manifests');

/** The plugins the fixtures may name, whatever stands in plugins/ today. */
export const PLUGINS: readonly string[] = ['chat-completions', 'converse'];

/** Two invented providers without a mistake, or the manifests of another folder of fixtures. */
export async function fixtureInput(folder = join(FIXTURES, 'valid')): Promise<CodegenInput> {
  return { ...(await readCodegenInput({ manifests: folder })), plugins: PLUGINS };
}

/** What the generated index.ts exports, as far as tests use it. */
export interface GeneratedDoor {
  checkPromptRequest(value: unknown): RequestCheck;
  readonly registry: RegistryData;
}

/** None where it is a request. */
export function problemsIn(check: RequestCheck): readonly FieldError[] {
  return 'problems' in check ? check.problems : [];
}

/** Generates into a fresh folder far from the repository and imports the result from there, as a reload does. */
export async function importGenerated(input: CodegenInput): Promise<GeneratedDoor> {
  const root = await mkdtemp(join(tmpdir(), 'assay-codegen-'));
  const folder = join(root, 'generated');
  try {
    // What generated code imports of its neighbours.
    await symlink(fileURLToPath(new URL('../../core/text', import.meta.url)), join(root, 'text'));
    await mkdir(folder);
    const texts = [...(await generate(input))];
    await Promise.all(texts.map(([name, text]) => writeFile(join(folder, name), text)));
    const door: GeneratedDoor = await import(pathToFileURL(join(folder, 'index.ts')).href);
    return door;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
