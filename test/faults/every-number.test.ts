import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = 'docs/faults.md';

interface Row {
  readonly number: number;
  readonly breaks: string;
  readonly does: string;
  /** Paths from the root. */
  readonly tests: readonly string[];
}

/** The rows of the page's tables: number, what breaks, what the gateway does, links to tests. */
function readRows(): readonly Row[] {
  const lines = readFileSync(join(ROOT, PAGE), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, number = '', breaks = '', does = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    if (!line.startsWith('|') || !/^\d+$/.test(number)) return [];
    const links = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => join('docs', link));
    return [{ number: Number(number), breaks, does, tests: links }];
  });
}

/** A title of a test, and the one or two numbers it begins with. */
const TITLE = /\(\s*['`](\d+)(?: and (\d+))? /g;

/** Files of this folder, by each number that a title in them begins with. */
function readNumbers(): ReadonlyMap<number, ReadonlySet<string>> {
  const numbers = new Map<number, Set<string>>();
  for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.test.ts')) continue;
    const titles = readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(TITLE);
    for (const number of [...titles].flatMap((title) => title.slice(1)))
      if (number !== undefined)
        numbers.set(
          Number(number),
          (numbers.get(Number(number)) ?? new Set()).add(join('test/faults', name)),
        );
  }
  return numbers;
}

const rows = readRows();
const numbers = readNumbers();

describe(PAGE, () => {
  it('numbers its rows from 1, without a gap', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
  });

  it('has a row for each number that tests name', () => {
    expect([...numbers.keys()].filter((number) => rows[number - 1] === undefined)).toEqual([]);
  });

  it.each(rows)('row $number says what breaks and links to tests that show it', (row) => {
    expect(row.breaks).not.toBe('');
    expect(row.does).not.toBe('');
    expect(row.tests.length).toBeGreaterThan(0);
    expect(row.tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const here = row.tests.filter((file) => file.startsWith('test/faults/'));
    expect(
      here.filter((file) => numbers.get(row.number)?.has(file) !== true),
      `no test there begins with "${row.number} "`,
    ).toEqual([]);
  });
});
