import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readSources, ROOT, testFileOf } from './checkout.ts';
import type { Edit, Guard, Sources } from './guard.ts';
import { patternOf, runTests } from './run-tests.ts';

const COPIED = ['core', 'plugins', 'codegen', 'manifests', 'test', 'package.json', 'vitest.config.ts'];

export interface Verdict {
  readonly guard: Guard;
  /** Undefined if a test failed without the guard, as it must; else why the test proves nothing. */
  readonly complaint: string | undefined;
  readonly seconds: number;
}

/**
 * Takes away each guard, one at a time, in a copy of the checkout, and runs the test that must fail then. Each test must
 * pass with the guard, which is seen once per file.
 * @param until no test run starts after this time, Unix milliseconds; the guards that are left get no verdict.
 */
export async function* mutate(guards: readonly Guard[], until: number): AsyncGenerator<Verdict> {
  const sources = readSources();
  const folder = await mkdtemp(join(tmpdir(), 'assay-guards-'));
  try {
    for (const name of COPIED)
      await cp(join(ROOT, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, guarded] of Map.groupBy(guards, testFileOf)) {
      if (Date.now() > until) return;
      const titles = guarded.map(({ title }) => title);
      const whole = await runTests(folder, file, titles);
      for (const guard of guarded) {
        if (Date.now() > until) return;
        const startedAt = performance.now();
        const complaint =
          complaintAbout(guard, whole) ?? (await complaintWithout(guard, { folder, file, sources }));
        yield { guard, complaint, seconds: (performance.now() - startedAt) / 1000 };
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function complaintAbout({ title }: Guard, run: Awaited<ReturnType<typeof runTests>>): string | undefined {
  const named = new RegExp(patternOf(title));
  const failed = run.failed.filter((name) => named.test(name)).length;
  const passed = run.passed.filter((name) => named.test(name)).length;
  if (passed > 0 && failed === 0) return undefined;
  return `with the guard, ${passed} tests pass and ${failed} fail:\n${run.output.slice(-2_000)}`;
}

async function complaintWithout(
  guard: Guard,
  { folder, file, sources }: { readonly folder: string; readonly file: string; readonly sources: Sources },
): Promise<string | undefined> {
  const edit = guard.remove(sources);
  const path = join(folder, edit.file);
  const source = await readFile(path, 'utf8');
  await writeFile(path, applyEdit(source, edit));
  try {
    const { failed } = await runTests(folder, file, [guard.title]);
    return failed.length > 0
      ? undefined
      : `without the guard, no test fails. The change:\n${describeEdit(source, edit)}`;
  } finally {
    await writeFile(path, source);
  }
}

/** @throws Error if the result is no program: then every test would fail, and prove nothing. */
export function applyEdit(source: string, { file, start, end, text }: Edit): string {
  const changed = source.slice(0, start) + text + source.slice(end);
  if (changed === source) throw new Error(`${file}: the edit changes nothing.`);
  const [error] = file.endsWith('.ts') ? parseSync(file, changed).errors : [];
  if (error !== undefined) throw new Error(`${file} is no program without its guard: ${error.message}`);
  return changed;
}

function describeEdit(source: string, { file, start, end, text }: Edit): string {
  const line = source.slice(0, start).split('\n').length;
  return `${file}:${line}\n  - ${source.slice(start, end)}\n  + ${text}`;
}
