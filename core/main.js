#!/usr/bin/env -S node --disable-sigusr1 --max-semi-space-size=16 --initial-old-space-size=96 --no-allocation-site-pretenuring
// `core/main.ts` is a link to this file, because an old Node refuses a .ts file before it reads it.
import { CACHE_FALLBACK } from './config/cache-fallback.js';
import { keepCompiled } from './entry/keep-compiled.js';
import { requireNode } from './require-node.js';

if (requireNode('core/main.ts')) {
  // Modules that are imported earlier are compiled anew at every start.
  if (process.argv.length === 2 || process.argv.includes('--watch'))
    keepCompiled(process.env['ASSAY_CACHE'] ?? CACHE_FALLBACK);
  await import('./entry/run-main.ts');
}
