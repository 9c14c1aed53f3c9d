#!/usr/bin/env node
import { CACHE_FALLBACK } from './config/cache-fallback.ts';
import { keepCompiled } from './keep-compiled.ts';

// First of all: what is imported before it is compiled anew at every start.
keepCompiled(process.env['ASSAY_CACHE'] ?? CACHE_FALLBACK);
const { start } = await import('./start.ts');
await start(process.env);
