import type { Pool } from 'undici';
import { undici } from './undici.ts';

/** About the root of how many a manifest allows, so that neither list is long. */
const POOLED = 128;

/**
 * Connections to one origin, opened when they are needed. For each request undici looks through the list of a pool's
 * connections for an idle one, so many of them are shared out among pools of a pool.
 * @param connections at most so many, rounded up to whole pools.
 */
export function createPool(
  origin: string,
  { connections, ...options }: Pool.Options & { readonly connections: number },
): Pool {
  if (connections <= POOLED) return new undici.Pool(origin, { ...options, connections });
  return new undici.Pool(origin, {
    ...options,
    connections: Math.ceil(connections / POOLED),
    factory: () => new undici.Pool(origin, { ...options, connections: POOLED }),
  });
}
