import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlLine, quoteForShell } from '../../core/client/curl-line.ts';
import { cases } from '../support/whole-run.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const URL = 'http://127.0.0.1:8080/api/v1/prompt';
const AUTHORIZATION = '"Authorization: Bearer $ASSAY_KEY"';

const folder = folderOfFile('curl');

/** The words and the input a POSIX shell gives `curl`, which is replaced by a function that prints them. */
function curlOf(command: string): { readonly words: readonly string[]; readonly input: string } {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\0'; cat; }\n${command}\n`;
  writeFileSync(join(folder, 'script'), script);
  const output = execFileSync('/bin/sh', ['script'], {
    encoding: 'utf8',
    cwd: folder,
    input: '',
    env: { PATH: process.env['PATH'], ASSAY_KEY: 'assay_k' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const end = output.indexOf('\0\0');
  return { words: output.slice(0, end).split('\0'), input: output.slice(end + 2) };
}

const commandOf = (body: object): string => curlLine({ url: URL, authorization: AUTHORIZATION, body });

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
    expect(curlOf(commandOf(body)).words).toEqual([
      '-sS',
      URL,
      '-H',
      'Authorization: Bearer assay_k',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(body),
    ]);
  });

  it('hands over what no word can hold as input', () => {
    const body = { prompt: `it's %s ${'x'.repeat(300_000)}`, models: ['gpt-4o'] };
    const { words, input } = curlOf(commandOf(body));
    expect(words.slice(-1)).toEqual(['@-']);
    expect(input).toBe(JSON.stringify(body));
  });

  it('reads files by their names where it is run, and holds nothing of them itself', () => {
    const names = ["it's one.png", '-two.pdf', 'drei"3.png'];
    const content = (name: string): string => `${name} `.repeat(500);
    for (const name of names) writeFileSync(join(folder, name), content(name));
    const attachments = names.map((name) => ({
      name,
      type: name.endsWith('pdf') ? 'application/pdf' : 'image/png',
      base64: Buffer.from(content(name)).toString('base64'),
    }));
    const body = { prompt: "what's this?", models: ['gpt-4o'], attachments };
    const command = commandOf(body);
    expect(JSON.parse(curlOf(command).input)).toEqual(body);
    for (const { base64 } of attachments) expect(command).not.toContain(base64.slice(0, 40));
  });

  it('shows every character it holds, and stands for the same request', () => {
    const name = "a\u001B[201~\n\u202Egnp \\n %s'.png";
    writeFileSync(join(folder, name), 'the content');
    const base64 = Buffer.from('the content').toString('base64');
    const body = {
      prompt: 'a\u202Eb\u007F\u{E0041}',
      models: ['gpt-4o'],
      attachments: [{ name, type: 'image/png', base64 }],
    };
    const command = commandOf(body);
    expect(command).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(command.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(curlOf(command).input)).toEqual(body);
    const { attachments: _attachments, ...plain } = body;
    const word = commandOf(plain);
    expect(word).not.toMatch(/\p{Cf}/u);
    expect(JSON.parse(curlOf(word).words.at(-1) ?? '')).toEqual(plain);
  });

  it('quotes any text as one word', () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed().replaceAll('\0', ''));
    fc.assert(
      fc.property(text, (value) => {
        expect(curlOf(`curl ${quoteForShell(value)} end`).words).toEqual([value, 'end']);
      }),
      { numRuns: cases(40) },
    );
  });
});
