import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

/** What bash offers after these words; the last one is being typed. */
async function completionsOf(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runCommand(['completion', 'bash'], {});
  const command = ['assay', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${stdout}\nCOMP_WORDS=(${command}); COMP_CWORD=${words.length}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

it('completes commands, verbs, options and their words in bash', async () => {
  expect(await completionsOf('ac')).toEqual(['account']);
  expect(await completionsOf('account', 'cre')).toEqual(['create', 'credit']);
  expect(await completionsOf('key', 'rotate', '--')).toEqual(['--grace', '--json', '--help']);
  expect(await completionsOf('account', 'set', '--cache=o')).toEqual(['--cache=on', '--cache=off']);
  expect(await completionsOf('check', '--str')).toEqual(['--strict']);
  expect(await completionsOf('reload', 'x', '--a')).toEqual(['--all']);
});

it.each(['bash', 'zsh', 'fish'])('knows every option in %s', async (shell) => {
  const { code, stdout, stderr } = await runCommand(['completion', shell], {});
  expect([code, stderr]).toEqual([0, '']);
  for (const word of ['admin-token', 'retiring', 'fail-if-worse-than', 'older-than'])
    expect(stdout).toContain(word);
});

it.each(['--requests-per-minute', '--requests-in-flight'])(
  'refuses a value of %s that the ledger would refuse',
  async (option) => {
    const { code, stderr } = await runCommand(['account', 'set', 'acme', option, '1000001'], {});
    expect([code, stderr]).toEqual([2, expect.stringContaining('a whole number from 1 to 1000000.')]);
  },
);
