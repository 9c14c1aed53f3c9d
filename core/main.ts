#!/usr/bin/env -S node --disable-sigusr1
import './refuse-debugger.ts';
import { CACHE_FALLBACK } from './config/cache-fallback.ts';
import { keepCompiled } from './keep-compiled.ts';
import { readStartWords, type StartWords } from './start-words.ts';
import { exitCodeFor } from './usage-error.ts';

const words = readWords();
if (words !== undefined) {
  // Before the rest is imported: what is imported earlier is compiled anew at every start.
  keepCompiled(process.env['ASSAY_CACHE'] ?? CACHE_FALLBACK);
  const { start } = await import('./start.ts');
  await start(words, process.env);
}

/** @returns undefined where there is nothing to start. */
function readWords(): StartWords | undefined {
  try {
    return readStartWords(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`assay: ${error instanceof Error ? error.message : 'the start failed'}\n`);
    process.exitCode = exitCodeFor(error);
    return undefined;
  }
}
