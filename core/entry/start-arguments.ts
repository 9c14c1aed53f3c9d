import cluster from 'node:cluster';
import { parseArgs } from 'node:util';
import { VARIABLES } from '../config/variables.ts';
import type { FoundRegistry } from '../registry/find-registry.ts';
import { ArgumentError } from '../argument-error.ts';

const MAX_WORKERS = 64;

const HELP = `Start the Assay gateway.

  node core/main.ts [--workers N] [--watch] [--help]

  --workers N                  Run N gateways as processes behind one port, 1 to ${MAX_WORKERS}. More than one needs
                               PostgreSQL, and Redis for limits that are exact. Default: 1
  --watch                      Reload the manifests and key files whenever they change. SIGHUP and "assay reload" do it
                               always.

It is configured by environment variables:

${VARIABLES.map(({ name, fallback, meaning }) => `  ${name.padEnd(28)} ${meaning} Default: ${fallback}`).join('\n')}
  ${'ASSAY_BASE_URL_<PROVIDER>'.padEnd(28)} Replaces that provider's base URL whole.

and by each provider's key, under the name its manifest gives ("assay models" lists what is configured). With _FILE
after its name, a variable names a file to read the key from, such as AURORA_API_KEY_FILE; a reload reads it again.

Example: ASSAY_PORT=8090 ASSAY_LOG_LEVEL=warn npm start
Example: ASSAY_DATABASE_URL=postgres://assay@127.0.0.1/assay ASSAY_COUNTERS_URL=redis://127.0.0.1 npm start -- --workers 4
`;

export interface StartArguments {
  /** 1 to 64. */
  readonly workers: number;
  readonly watches: boolean;
  /** What the primary runs on, written by itself. */
  readonly found: FoundRegistry | undefined;
}

/**
 * Reads the command line. Imports next to nothing, so that wrong arguments cost nothing and leave nothing behind.
 * @returns undefined where help was asked for and has been printed. @throws ArgumentError
 */
export function readStartArguments(args: readonly string[]): StartArguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      workers: { type: 'string', default: '1' },
      watch: { type: 'boolean', default: false },
      // A primary’s argument for its workers.
      ...(cluster.isWorker && { registry: { type: 'string' } }),
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return undefined;
  }
  return { workers: readWorkers(values.workers), watches: values.watch, found: readFound(values) };
}

function readWorkers(text: string): number {
  const workers = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (workers < 1 || workers > MAX_WORKERS)
    throw new ArgumentError(`--workers must be a whole number from 1 to ${MAX_WORKERS}, such as --workers 4`);
  return workers;
}

function readFound({ registry }: { readonly registry?: unknown }): FoundRegistry | undefined {
  return typeof registry === 'string' ? JSON.parse(registry) : undefined;
}
