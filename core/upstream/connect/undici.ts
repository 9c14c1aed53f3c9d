import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const load = createRequire(import.meta.url);

/**
 * The parts of undici that the gateway uses. They are loaded file by file: undici's index also loads fetch, web sockets,
 * mocks and caches, which takes every start 40 ms of processor time. The version is exact, so a file that moves fails the
 * first test.
 */
export const undici: Pick<typeof Undici, 'Agent' | 'Pool' | 'buildConnector' | 'errors'> = {
  Agent: load('undici/lib/dispatcher/agent.js'),
  Pool: load('undici/lib/dispatcher/pool.js'),
  buildConnector: load('undici/lib/core/connect.js'),
  errors: load('undici/lib/core/errors.js'),
};

// undici's index adds `request` to every dispatcher in the same way.
Object.assign(load('undici/lib/dispatcher/dispatcher.js').prototype, load('undici/lib/api/index.js'));
