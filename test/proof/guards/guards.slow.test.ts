import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources, ROOT, testFileOf } from './checkout.ts';
import { changeSql } from './change-sql.ts';
import { unawaited, withoutOperand } from './change-code.ts';
import { GUARDS } from './guards.ts';
import { applyEdit, mutate } from './mutate.ts';

const sources = readSources();
const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('proof/guards/'))
  .map((name) => readFileSync(join(ROOT, 'test', name), 'utf8'))
  .join('\n');

describe('the list of guards', () => {
  it('names each once', () => {
    expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length);
  });

  it.each(GUARDS)('finds in the source: $name', ({ remove }) => {
    const edit = remove(sources);
    expect(applyEdit(sources.get(edit.file) ?? '', edit)).not.toBe(sources.get(edit.file));
  });

  it.each(GUARDS)('names a test that exists: $name', (guard) => {
    expect(testFileOf(guard)).toMatch(/\.test\.ts$/);
    expect(tests, 'a test has this title').toContain(guard.title);
  });
});

describe('a guard is found by its name', () => {
  const apply = (remove: (typeof GUARDS)[number]['remove'], file: string, source: string): string =>
    applyEdit(source, remove(new Map([[file, source]])));

  it('in SQL of any layout, with other parameters', () => {
    const remove = changeSql('core/ledger/sqlite', {
      within: 'UPDATE account SET reserved',
      find: 'AND posted - reserved >= ?',
    });
    for (const parameter of ['?1', '?', '$2', 'wanted'])
      expect(
        apply(
          remove,
          'core/ledger/sqlite/elsewhere/anything.ts',
          `const A = \`update account\n  set reserved = 1 WHERE id = 2 AND posted-reserved\n>= ${parameter}\`;`,
        ),
      ).toBe('const A = `update account\n  set reserved = 1 WHERE id = 2 `;');
  });

  it('in code of any file, whichever way it is declared', () => {
    for (const [before, after] of [
      ['async function save(): Promise<void> ', ''],
      ['const save = async (): Promise<void> => ', ';'],
    ] as const)
      expect(apply(unawaited('save'), 'core/any/where.ts', `${before}{ await work(); }${after}`)).toBe(
        `${before}{ void (async () => { await work(); })().catch(() => {}); return undefined; }${after}`,
      );
  });

  it('by an operand, wherever in the condition it is', () => {
    const remove = withoutOperand('check', 'isSafe');
    expect(apply(remove, 'core/a.ts', 'function check() { return x < 0 || !isSafe(x) || x > 9; }')).toBe(
      'function check() { return x < 0 || x > 9; }',
    );
  });

  it('or the list says that it is gone, or not the only one', () => {
    const remove = unawaited('save');
    expect(() => remove(new Map([['core/a.ts', 'const other = 1;']]))).toThrow('Nothing found');
    const twice = new Map(['core/a.ts', 'core/b.ts'].map((file) => [file, 'function save() {}']));
    expect(() => remove(twice)).toThrow('Found 2 times');
  });
});

/** A quick one, to see that taking a guard away works; `npm run mutate` takes away all of them. */
const QUICK = 'the hold fits the free balance';

it('a test fails without a guard', async () => {
  const verdicts = [];
  const chosen = GUARDS.filter(({ name }) => name === QUICK);
  for await (const { guard, complaint } of mutate(chosen, Number.POSITIVE_INFINITY))
    verdicts.push([guard.name, complaint]);
  expect(verdicts).toEqual([[QUICK, undefined]]);
});
