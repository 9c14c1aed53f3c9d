// Takes away one guard of the money after the other, in a copy of the source, and runs the test that must notice.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { GUARDS, type Guard } from './guards.ts';

const HELP = `Take away each guard of the money once, in a copy of the source, and see a test turn red.

  node test/proof/guards/mutate-guards.ts [WORD ...]   the guards whose name has one of the words; all by default

Ends with 1 where a guard can go unnoticed. Takes some minutes; needs a PostgreSQL for the guards of PostgreSQL.

Example: node test/proof/guards/mutate-guards.ts fence
`;

const ROOT = join(import.meta.dirname, '../../..');
const COPIED = ['core', 'plugins', 'codegen', 'manifests', 'test', 'package.json', 'vitest.config.ts'];
const TEST_TIMEOUT_MS = 300_000;

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help === true) process.stdout.write(HELP);
else process.exitCode = await mutateAll(positionals);

async function mutateAll(words: readonly string[]): Promise<number> {
  const chosen = GUARDS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
  );
  const folder = await mkdtemp(join(tmpdir(), 'assay-guards-'));
  try {
    for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    let unnoticed = 0;
    for (const guard of chosen) {
      const complaint = await mutate(guard, folder);
      if (complaint !== undefined) unnoticed += 1;
      process.stdout.write(
        `${complaint === undefined ? 'red   ' : 'MISSED'}  ${guard.name}  <-  ${guard.title}\n`,
      );
      if (complaint !== undefined) process.stdout.write(`        ${complaint}\n`);
    }
    process.stdout.write(
      `\n${chosen.length - unnoticed} of ${chosen.length} guards are noticed when they are gone\n`,
    );
    return unnoticed === 0 && chosen.length > 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns why the guard's test proves nothing; undefined where it is green with the guard and red without. */
async function mutate(guard: Guard, folder: string): Promise<string | undefined> {
  const path = join(folder, guard.file);
  const source = await readFile(path, 'utf8');
  if (source.split(guard.find).length !== 2) return `${guard.file} has the guard not once: update guards.ts`;
  const whole = await runTest(guard, folder);
  if (whole.passed === 0 || whole.failed > 0)
    return `with the guard ${whole.passed} tests pass and ${whole.failed} fail:\n${whole.output.slice(-2_000)}`;
  await writeFile(
    path,
    source.replace(guard.find, () => guard.replace),
  );
  try {
    const { failed } = await runTest(guard, folder);
    return failed > 0 ? undefined : 'without the guard every test of that name still passes';
  } finally {
    await writeFile(path, source);
  }
}

async function runTest({ test, title }: Guard, folder: string): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', test, '--testNamePattern', patternOf(title)],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: TEST_TIMEOUT_MS, killSignal: 'SIGKILL' },
  );
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [, passed, failed] = /^(\d+) passed, (\d+) failed, \d+ skipped$/m.exec(output) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), output };
}

/** The title as a pattern; what vitest fills in stands for anything. */
function patternOf(title: string): string {
  return title
    .split(/%[a-z]|\$\w+/)
    .map((literal) => RegExp.escape(literal))
    .join('.*');
}
