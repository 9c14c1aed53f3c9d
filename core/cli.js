#!/usr/bin/env -S node --disable-sigusr1
// `core/cli.ts` is a link to this file: an old Node refuses a .ts file before it reads it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepCompiled } from './entry/keep-compiled.js';
import { requireNode } from './require-node.js';

// Such as `head`, which ends when it has read enough: the command ends its work, and says no more.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
if (process.argv[2] === '--version') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (requireNode('core/cli.ts')) {
  const build = fileURLToPath(new URL('../build', import.meta.url));
  // The build makes it, for every user of this machine to read.
  if (existsSync(build)) keepCompiled(build);
  // The gateway takes the place of this process, which need not read the commands first.
  if (process.argv[2] === 'serve' && process.argv.length === 3) await import('./entry/run-serve.ts');
  else await import('./entry/run-cli.ts');
}
