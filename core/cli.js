#!/usr/bin/env -S node --disable-sigusr1
// `core/cli.ts` is a link to this file: an old Node refuses a .ts file before it reads it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepCompiled } from './entry/keep-compiled.js';
import { requireNode } from './require-node.js';

if (requireNode('core/cli.ts')) {
  const build = fileURLToPath(new URL('../build', import.meta.url));
  // The build makes it, for every user of this machine to read.
  if (existsSync(build)) keepCompiled(build);
  await import('./entry/run-cli.ts');
}
