import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onlyOne, type Guard, type Sources } from './guard.ts';

export const ROOT = join(import.meta.dirname, '../../..');

export function readSources(): Sources {
  const files = readdirSync(join(ROOT, 'core'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('core', name))
    .filter((name) => /\.(?:ts|sql)$/.test(name) && !name.startsWith('core/generated/'));
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).map((name) =>
  join('test', name),
);

/** @returns the path from the root. @throws Error unless exactly one file has the name. */
export function testFileOf({ test }: Pick<Guard, 'test'>): string {
  return onlyOne(
    tests.filter((name) => name.endsWith(`/${test}.test.ts`) || name.endsWith(`/${test}.slow.test.ts`)),
    `the test file ${test}.test.ts, slow or not`,
  );
}
