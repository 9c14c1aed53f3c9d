import { readCredentials, type DatabaseAddress, type Environment } from '../config.ts';
import type { Provider } from '../contract.ts';
import type { Logger } from '../log.ts';

/** What a gateway, or all workers of one, starts with. */
export interface ServingFacts {
  readonly database: DatabaseAddress;
  readonly providers: readonly Provider[];
  readonly models: number;
  readonly environment: Environment;
}

/**
 * One line at the start: the ledger, how many models, and which providers have keys. A warning where none has, since
 * every model then fails; a gateway that can serve says nothing at that level.
 */
export function logServing({ database, providers, models, environment }: ServingFacts, log: Logger): void {
  const hasKey = (id: string): boolean =>
    providers.some(({ id: other, auth }) => other === id && readCredentials(environment, auth).length > 0);
  const ids = providers.map(({ id }) => id);
  const facts = {
    ledger: nameOf(database),
    models,
    providersWithKey: ids.filter(hasKey),
    providersWithoutKey: ids.filter((id) => !hasKey(id)),
  };
  if (facts.providersWithKey.length > 0) log.info(facts, 'serving');
  else
    log.warn(
      facts,
      'no provider has a key, so every model fails: set the variables that "assay models" names, and restart',
    );
}

/** Without user and password. */
function nameOf(database: DatabaseAddress): string {
  if (database.kind === 'sqlite') return `file:${database.path}`;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}
