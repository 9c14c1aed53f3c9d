#!/usr/bin/env -S node --disable-sigusr1
// `core/cli.ts` is a link to this file, because an old Node refuses a .ts file before it reads it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepCompiled } from './entry/keep-compiled.js';
import { requireNode } from './require-node.js';

// A reader such as `head` may close the output early. The command then goes on without output.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
if (process.argv[2] === '--version') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (requireNode('core/cli.ts')) {
  const build = fileURLToPath(new URL('../build', import.meta.url));
  // The build made this folder, which every user of this machine may read.
  if (existsSync(build)) keepCompiled(build);
  // The gateway replaces this process, so the commands need not be loaded.
  if (process.argv[2] === 'serve' && process.argv.length === 3) await import('./entry/run-serve.ts');
  else await import('./entry/run-cli.ts');
}
