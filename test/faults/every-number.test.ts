import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { textsOf } from './covered.ts';

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

/** Where each fault is tested: files with a test whose title begins with its number, and files of checked lines. */
function readEvidence(): ReadonlyMap<number, ReadonlySet<string>> {
  const evidence = new Map<number, Set<string>>();
  const add = (number: number, file: string): void => {
    evidence.set(number, (evidence.get(number) ?? new Set()).add(file));
  };
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  for (const file of files
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test/faults', name))) {
    for (const title of textsOf(file).titles)
      for (const number of /^(\d+)(?: and (\d+))? /.exec(title)?.slice(1) ?? [])
        if (number !== undefined) add(Number(number), file);
    for (const [number, covering] of checkedLinesIn(file)) add(number, covering);
  }
  return evidence;
}

/** The lines of `coveredElsewhere`, whose own tests see that the file and the title exist. */
function checkedLinesIn(file: string): readonly (readonly [number: number, file: string])[] {
  const lines: (readonly [number, string])[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [list] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'coveredElsewhere') return;
      for (const line of list?.type === 'ArrayExpression' ? list.elements : []) {
        const [number, , covering] = line?.type === 'ArrayExpression' ? line.elements : [];
        if (number?.type === 'Literal' && covering?.type === 'Literal')
          lines.push([Number(number.value), String(covering.value)]);
      }
    },
  }).visit(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program);
  return lines;
}

const rows = readRows();
const evidence = readEvidence();

describe(PAGE, () => {
  it('numbers its rows from 1, without a gap', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
  });

  it('has a row for each number that tests name', () => {
    expect([...evidence.keys()].filter((number) => rows[number - 1] === undefined)).toEqual([]);
  });

  it.each(rows)('row $number says what breaks and links to tests that show it', (row) => {
    expect(row.breaks).not.toBe('');
    expect(row.does).not.toBe('');
    expect(row.tests.length).toBeGreaterThan(0);
    expect(row.tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const showing = evidence.get(row.number) ?? new Set();
    expect(
      row.tests.filter((file) => !showing.has(file)),
      `no test there begins with "${row.number} ", and no checked line of ${row.number} names the file`,
    ).toEqual([]);
  });
});
