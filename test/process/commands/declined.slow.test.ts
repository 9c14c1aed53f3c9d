import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptCode } from '../../support/kept-code.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const CLI = join(import.meta.dirname, '../../../core/cli.ts');
const LABEL = { task: 'Name a colour.', a: 'red', b: 'seven', winner: 'a' };
const CTRL_C = '\u0003';

const SUITE = { name: 'declined', prompts: [{ prompt: 'hi' }], models: ['gpt-5.4', 'gpt-4o'] };

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 1_000);
const folder = folderOfFile('declined');
writeFileSync(join(folder, 'suite.yaml'), JSON.stringify(SUITE));
writeFileSync(join(folder, 'labels.jsonl'), `${JSON.stringify(LABEL)}\n`);

/** Runs a command at a terminal, and answers its question. @returns its exit code and output. */
async function answerPrompt(words: string, answer: string): Promise<readonly [number | null, string]> {
  const command = `${process.execPath} ${CLI} ${words} --url ${gateway.url}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: {
      ...keptCode(),
      PATH: process.env['PATH'],
      ASSAY_KEY: account.key,
      ASSAY_CALIBRATIONS: folder,
      TERM: 'dumb',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const before = output.includes('Send them?');
    output += chunk.toString();
    if (!before && output.includes('Send them?')) child.stdin.write(answer);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, output];
}

describe.each([
  ['eval run', 'eval run suite.yaml --out out.jsonl'],
  ['judge calibrate', 'judge calibrate labels.jsonl --judges gpt-4o --name declined --out out.jsonl'],
])('%s at a terminal', (_name, words) => {
  it.each([
    ['no', 'n\r', 1, 'Nothing was sent.'],
    ['Ctrl-C', CTRL_C, 130, 'Stopped. Nothing was sent.'],
  ])('that is answered by %s sends nothing, fails, and leaves no file', async (_answer, keys, code, says) => {
    const [exitCode, output] = await answerPrompt(words, keys);
    expect([exitCode, output]).toEqual([code, expect.stringContaining(says)]);
    expect(existsSync(join(folder, 'out.jsonl'))).toBe(false);
    expect(gateway.upstream.callCounts().size).toBe(0);
    expect(await account.balance()).toEqual({ posted: 1_000_000_000, reserved: 0 });
  });

  it('leaves a file that has more than its head', async () => {
    const file = join(folder, 'out.jsonl');
    writeFileSync(file, 'not a run\n');
    await answerPrompt(words, 'n\r');
    expect(readFileSync(file, 'utf8')).toBe('not a run\n');
    rmSync(file);
  });
});

it.each([
  ['with --out', ' --out out.jsonl', 'the same command with --out out.jsonl goes on where the run stood.'],
  ['without --out', '', 'the same command goes on where the run stood.'],
])('an eval that is stopped %s says which command goes on', async (_what, out, says) => {
  const [, output] = await answerPrompt(`eval run suite.yaml${out}`, `y\r${CTRL_C}`);
  expect(output).toContain(says);
});
