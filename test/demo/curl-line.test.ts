import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlLine, quoteForShell } from './curl-line.ts';

/** The words a POSIX shell makes of a command, with `curl` replaced by a function that prints them. */
function wordsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('the curl line', () => {
  it.each([
    "it's",
    `"double" and 'single'`,
    'a\nline break, a $HOME, a `tick`, a \\ backslash, an ! and a # sign',
    "'",
    "''\\''",
    '日本語 🙂',
  ])('carries a prompt as it is: %j', (prompt) => {
    const body = { prompt, models: ['gpt-4o'] };
    const words = wordsOf(curlLine({ url: 'http://127.0.0.1:8080/api/v1/prompt', key: 'assay_k', body }));
    expect(words).toEqual([
      '-sS',
      'http://127.0.0.1:8080/api/v1/prompt',
      '-H',
      'Authorization: Bearer assay_k',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(body),
    ]);
  });

  it('quotes any text as one word', () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed().replaceAll('\0', ''));
    fc.assert(
      fc.property(text, (value) => {
        expect(wordsOf(`curl ${quoteForShell(value)}`)).toEqual([value]);
      }),
      { numRuns: 40 },
    );
  });
});
