import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('../../../core/cli.ts', import.meta.url));

it('a command whose output nobody reads any more ends as ever, without a word', async () => {
  const child = spawn(process.execPath, [CLI, 'models', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([said, code]).toEqual(['', 0]);
});
