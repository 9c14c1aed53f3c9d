import { isDeepStrictEqual } from 'node:util';
import type { ReloadAnswer } from '../administration/reload-answer.ts';
import type { Environment } from '../config.ts';
import { readKeyFiles, type FileKeys } from '../config/key-files.ts';
import type { Logger } from '../log.ts';
import { ManifestError } from '../manifests/load/manifest-problem.ts';
import type { Metrics } from '../metrics.ts';
import { readFacts, type RegistrySource } from '../registry/find-registry.ts';
import { describeMoves, NO_MOVES } from '../registry/price-moves.ts';
import { compareById, type Changes } from '../registry/registry-changes.ts';
import type { RegistrySnapshots } from './registry-snapshots.ts';

/** The outcome of the last reload, and the first of its problems. */
export interface LastReload {
  readonly outcome: ReloadAnswer['outcome'];
  /** RFC 3339. */
  readonly at: string;
  readonly problems: ReloadAnswer['problems'];
}

export interface Reload {
  /** Never rejects, because the result has the problems. Calls during a reload share the one that follows it. */
  readonly run: () => Promise<ReloadAnswer>;
  last(): LastReload | undefined;
}

export interface ReloadOptions {
  readonly source: RegistrySource;
  /** Its `_FILE` variables name the key files. */
  readonly environment: Environment;
  readonly target: RegistrySnapshots;
  readonly metrics: Pick<Metrics, 'reloads'>;
  readonly log: Logger;
}

/** Upper bounds for a log line and for /readyz. `assay reload` shows all. */
const MAX_LOGGED_PROBLEMS = 20;
const MAX_LOGGED_MOVES = 20;

/** Reloads the manifests, calibrations, panels and key files. Reloads never overlap. */
export function createReload(options: ReloadOptions): Reload {
  let last: LastReload | undefined;
  let running: Promise<ReloadAnswer> | undefined;
  let next: Promise<ReloadAnswer> | undefined;

  const once = async (): Promise<ReloadAnswer> => {
    const result = await attempt(options);
    const problems = result.problems.slice(0, MAX_LOGGED_PROBLEMS);
    last = { outcome: result.outcome, at: new Date().toISOString(), problems };
    options.metrics.reloads.inc({ outcome: result.outcome });
    logResult(result, problems, options.log);
    running = undefined;
    return result;
  };
  const after = async (current: Promise<ReloadAnswer>): Promise<ReloadAnswer> => {
    await current;
    next = undefined;
    return (running = once());
  };
  return {
    run: () => {
      if (running === undefined) return (running = once());
      // The running one may have read the manifests already.
      return (next ??= after(running));
    },
    last: () => last,
  };
}

const NOTHING: Changes = { added: [], changed: [], removed: [] };
const NO_CHANGES: ReloadAnswer['changed'] = {
  providers: NOTHING,
  models: NOTHING,
  prices: NO_MOVES,
  calibrations: NOTHING,
  panels: NOTHING,
  keys: NOTHING,
};

async function attempt({ source, environment, target }: ReloadOptions): Promise<ReloadAnswer> {
  const { hash, registry, keys: earlierKeys } = target.current();
  const result = {
    registry: hash,
    models: registry.entries.length,
    manifests: source.manifests,
    changed: NO_CHANGES,
    problems: [],
  };
  try {
    const location = await source.find({ models: registry.entries.map(({ model }) => model) });
    const { providers } = await readFacts(location);
    const keys = await readKeyFiles(environment, providers);
    if (location.hash === hash && isDeepStrictEqual(keys, earlierKeys))
      return { ...result, outcome: 'unchanged' };
    const changes = await target.swap(location, keys);
    const later = target.current();
    return {
      ...result,
      outcome: 'swapped',
      registry: later.hash,
      models: later.registry.entries.length,
      changed: { ...changes, keys: compareKeys(earlierKeys, keys) },
    };
  } catch (error) {
    return { ...result, outcome: 'refused', problems: problemsOf(error) };
  }
}

/** The problems that prevent the use of a registry. */
function problemsOf(error: unknown): ReloadAnswer['problems'] {
  if (error instanceof ManifestError) return error.problems;
  const message = error instanceof Error ? error.message : 'the reload failed';
  return [{ file: null, line: null, column: null, path: null, message }];
}

function logResult(
  { outcome, registry, models, changed }: ReloadAnswer,
  problems: ReloadAnswer['problems'],
  log: Logger,
): void {
  if (outcome === 'refused')
    log.error({ problems, registry }, 'the reload is refused: the gateway keeps what it has');
  else if (outcome === 'unchanged') log.info({ registry }, 'the manifests and keys are what runs already');
  else
    log.info(
      {
        registry,
        models,
        providers: counts(changed.providers),
        changed: counts(changed.models),
        prices: describeMoves(changed.prices, MAX_LOGGED_MOVES),
        calibrations: counts(changed.calibrations),
        panels: counts(changed.panels),
        keys: counts(changed.keys),
      },
      'the manifests and keys are reloaded',
    );
}

function compareKeys(earlier: FileKeys, later: FileKeys): Changes {
  const entriesOf = (keys: FileKeys) => Object.entries(keys).map(([id, value]) => ({ id, value }));
  return compareById(entriesOf(earlier), entriesOf(later));
}

function counts({ added, changed, removed }: Changes): Readonly<Record<keyof Changes, number>> {
  return { added: added.length, changed: changed.length, removed: removed.length };
}
