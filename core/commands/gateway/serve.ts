import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../config.ts';

const GATEWAY = fileURLToPath(new URL('../../main.js', import.meta.url));
/**
 * Node reads these flags when a process begins. A debugger stays closed, what one request allocates is collected young, and
 * nothing else is collected while the old generation has less than 96 MB: the buffers of long streams would otherwise have
 * V8 collect a heap of 30 MB six times a second. In some processes V8 would come to allocate some objects of each request
 * among the old ones (pretenuring), where they keep the rest of their request until a full collection.
 */
export const NODE_FLAGS = [
  '--disable-sigusr1',
  '--max-semi-space-size=16',
  '--initial-old-space-size=96',
  '--no-allocation-site-pretenuring',
];
/**
 * For the allocator of glibc: with an arena for each thread, or if it keeps the pieces of long bodies and answers, a gateway
 * grows by a third.
 */
const MEMORY: Environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Becomes the gateway: same process, so that signals reach it.
 * @param words that the gateway reads, such as `--watch`. @throws Error if the system cannot replace a process.
 */
export function serve(words: readonly string[], environment: Environment): void {
  const variables = Object.entries({ ...MEMORY, ...environment }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  process.execve?.(
    process.execPath,
    [process.execPath, ...NODE_FLAGS, GATEWAY, ...words],
    Object.fromEntries(variables),
  );
  throw new Error('This system cannot replace a process. Start the gateway with "node core/main.ts".');
}
