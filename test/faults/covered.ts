import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** A test outside `test/faults` that shows a fault, or part of it: its file, and its title or the name of its row. */
export type Covered = readonly [number: number, what: string, file: string, title: string];

/** Makes a test of each line, which fails once the file or the title is gone. */
export function coveredElsewhere(lines: readonly Covered[]): void {
  it.each(lines)('%i %s: covered by %s', (_number, _what, file, title) => {
    const found = textsOf(file);
    expect(found.titles.concat(found.rows), `${file} has no test or row of this name`).toContain(title);
    expect(found.skips, `${file} skips tests`).toEqual([]);
  });
}

interface Texts {
  /** Titles of tests. */
  readonly titles: readonly string[];
  /** All other texts: the names of rows are among them. */
  readonly rows: readonly string[];
  /** Calls that keep a test from running. */
  readonly skips: readonly string[];
}

const TEST = /^(?:it|slowIt|test|describe)\b/;

/** What a file calls its tests, read from its syntax: a comment that mentions a title does not count. */
export function textsOf(file: string): Texts {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const titles: string[] = [];
  const rows: string[] = [];
  const skips: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const called = source.slice(callee.start, callee.end);
      if (!TEST.test(called)) return;
      if (/^\w+\.(?:skip|todo|fails|only)\b/.test(called)) skips.push(called);
      if (first?.type === 'Literal') titles.push(String(first.value));
      if (first?.type === 'TemplateLiteral') titles.push(source.slice(first.start + 1, first.end - 1));
    },
    Literal({ value }) {
      if (typeof value === 'string') rows.push(value);
    },
  }).visit(parseSync(file, source).program);
  return { titles, rows, skips };
}
