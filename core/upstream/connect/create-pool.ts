import type { Pool } from 'undici';
import { undici } from './undici.ts';

/** About the square root of the highest number of connections that a manifest allows, so that both lists stay short. */
const CONNECTIONS_PER_POOL = 128;

/**
 * Connections to one origin, opened when they are needed. For each request undici looks through the list of a pool's
 * connections for an idle one, so many connections are divided among the pools of a pool.
 * @param connections their upper bound, which is rounded up to whole pools.
 */
export function createPool(
  origin: string,
  { connections, ...options }: Pool.Options & { readonly connections: number },
): Pool {
  if (connections <= CONNECTIONS_PER_POOL) return new undici.Pool(origin, { ...options, connections });
  return new undici.Pool(origin, {
    ...options,
    connections: Math.ceil(connections / CONNECTIONS_PER_POOL),
    factory: () => new undici.Pool(origin, { ...options, connections: CONNECTIONS_PER_POOL }),
  });
}
