import { resolve } from 'node:path';
import {
  baseUrlOverride,
  keyVariable,
  readCredentials,
  type Config,
  type DatabaseAddress,
  type Environment,
} from '../config.ts';
import type { Provider } from '../contract.ts';
import type { Logger } from '../log.ts';

/** What a gateway, or all workers of one, starts with. */
export interface ServingFacts {
  readonly config: Pick<Config, 'database' | 'manifestsPath'>;
  readonly providers: readonly Provider[];
  readonly models: number;
  readonly environment: Environment;
}

/**
 * One line at the start: the ledger, the manifests, how many models, which providers have keys, and which are reached
 * elsewhere than their manifests say. A warning where none has a key, since every model then fails; a gateway that can
 * serve says nothing at that level.
 */
export function logServing({ config, providers, models, environment }: ServingFacts, log: Logger): void {
  const hasKey = (id: string): boolean =>
    providers.some(({ id: other, auth }) => other === id && readCredentials(environment, auth).length > 0);
  const ids = providers.map(({ id }) => id);
  const overrides = ids.map((id) => [id, baseUrlOverride(environment, id)] as const);
  const baseUrls = Object.fromEntries(overrides.filter(([, url]) => url !== undefined));
  const facts = {
    ledger: nameOf(config.database),
    manifests: resolve(config.manifestsPath),
    models,
    providersWithKey: ids.filter(hasKey),
    providersWithoutKey: ids.filter((id) => !hasKey(id)),
    ...(Object.keys(baseUrls).length > 0 && { baseUrls }),
  };
  if (facts.providersWithKey.length > 0) log.info(facts, 'serving');
  else log.warn(facts, `no provider has a key, so every model fails: set ${anyOf(providers)}, and restart`);
}

/** More would hide the rest of the line. */
const MAX_NAMED = 12;

function anyOf(providers: readonly Provider[]): string {
  const names = providers.flatMap(({ auth }) => keyVariable(auth) ?? []);
  if (names.length === 0) return 'a key';
  return `any of ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ' and others' : ''}`;
}

/** Without user and password. */
function nameOf(database: DatabaseAddress): string {
  if (database.kind === 'sqlite') return `file:${database.path}`;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}
