import { createRequire } from 'node:module';
import type { Agent, buildConnector, errors, Pool } from 'undici';

/** The parts of undici that the gateway uses. */
interface UndiciParts {
  readonly Agent: typeof Agent;
  readonly Pool: typeof Pool;
  readonly buildConnector: typeof buildConnector;
  readonly errors: typeof errors;
}

const load = createRequire(import.meta.url);

/**
 * Loaded file by file: undici's index also loads fetch, web sockets, mocks and caches, which takes every start 40 ms of
 * processor time. The version is exact, so a file that moves fails the first test.
 */
export const undici: UndiciParts = {
  Agent: load('undici/lib/dispatcher/agent.js'),
  Pool: load('undici/lib/dispatcher/pool.js'),
  buildConnector: load('undici/lib/core/connect.js'),
  errors: load('undici/lib/core/errors.js'),
};

// undici's index adds `request` to every dispatcher in the same way.
Object.assign(load('undici/lib/dispatcher/dispatcher.js').prototype, load('undici/lib/api/index.js'));
