import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  baseUrlOverride,
  keyVariable,
  readCredentials,
  type Config,
  type DatabaseAddress,
  type Environment,
} from '../config.ts';
import { withFileKeys } from '../config/key-files.ts';
import type { Provider } from '../contract.ts';
import type { Logger } from '../log.ts';
import { VERSION } from '../version.ts';
import type { RegistrySnapshot } from './open-snapshot.ts';

/**
 * Logs one line at the start: the version, the ledger, the manifests, the number of models, the providers with keys, and
 * the base URLs that the operator replaced. Logs a warning if no provider has a key, because every model then fails; if
 * the system allows fewer open files than connections may need; or if gateways share a port but not their counters.
 */
export function logStartFacts(
  config: Config,
  environment: Environment,
  snapshot: RegistrySnapshot,
  log: Logger,
): void {
  const { providers, entries } = snapshot.registry;
  const withKeys = withFileKeys(environment, snapshot.keys);
  const hasKey = (id: string): boolean =>
    providers.some(({ id: other, auth }) => other === id && readCredentials(withKeys, auth).length > 0);
  const ids = providers.map(({ id }) => id);
  const overrides = ids.map((id) => [id, baseUrlOverride(environment, id)] as const);
  const baseUrls = Object.fromEntries(overrides.filter(([, url]) => url !== undefined));
  const facts = {
    version: VERSION,
    ledger: nameOf(config.database),
    manifests: resolve(config.manifestsPath),
    models: entries.length,
    providersWithKey: ids.filter(hasKey),
    providersWithoutKey: ids.filter((id) => !hasKey(id)),
    ...(Object.keys(baseUrls).length > 0 && { baseUrls }),
  };
  if (facts.providersWithKey.length > 0) log.info(facts, 'serving');
  else
    log.warn(
      facts,
      `no provider has a key, so every model fails: set ${anyOf(providers)}, or what "assay sandbox --print" prints, and restart`,
    );
  const calls = providers.reduce((sum, { id, concurrency }) => sum + (hasKey(id) ? concurrency.calls : 0), 0);
  warnOfFewFiles(config.maxConnections + calls + OTHER_FILES, log);
  if (config.reusePort && config.counters.kind === 'process')
    log.warn(
      'each gateway at this port counts requests for itself, so a key may send several times its rate: set ASSAY_COUNTERS_URL=redis://HOST:6379 to count together',
    );
}

/** Upper bound of the files of the ledger, threads and logs. An idle gateway has about 50 open. */
const OTHER_FILES = 100;

/** At the limit, clients are refused without a log line, and calls to providers fail. */
function warnOfFewFiles(mayNeed: number, log: Logger): void {
  const openFiles = openFilesAllowed();
  if (openFiles === undefined || openFiles >= mayNeed) return;
  log.warn(
    { openFiles, mayNeed },
    'fewer open files are allowed than connections may need: raise the limit (LimitNOFILE of a service, ulimit -n of a shell), or lower ASSAY_MAX_CONNECTIONS or the manifests’ concurrency.calls',
  );
}

/**
 * The limit of this process (proc_pid_limits(5)), which Node has raised to the hard limit.
 * @returns undefined if the system does not report it.
 */
function openFilesAllowed(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** More names would hide the rest of the line. */
const MAX_NAMED = 12;

function anyOf(providers: readonly Provider[]): string {
  const names = providers.flatMap(({ auth }) => keyVariable(auth) ?? []);
  if (names.length === 0) return 'a key';
  return `any of ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ' and others' : ''}`;
}

/** The address without user and password. */
function nameOf(database: DatabaseAddress): string {
  if (database.kind === 'sqlite') return `file:${database.path}`;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}
