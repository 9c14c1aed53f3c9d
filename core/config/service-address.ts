/** The database of the ledger. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  /** `url` may contain a password, so it is not enumerable, and printing or logging a config does not show it. */
  | { readonly kind: 'postgres'; readonly url: string };

/** The store of the rate counters. */
export type CountersAddress =
  | { readonly kind: 'process' }
  /** `url` may contain a password, so it is not enumerable either. */
  | { readonly kind: 'redis'; readonly url: string };

/** @throws Error that never quotes the value, because it may contain a password. */
export function readDatabase(value: string): DatabaseAddress {
  if (value.startsWith('file:') && value.length > 'file:'.length)
    return Object.freeze({ kind: 'sqlite', path: value.slice('file:'.length) });
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2)
    throw new Error(
      'ASSAY_DATABASE_URL must be a SQLite file such as file:./data/assay.db, or a PostgreSQL database such as postgres://USER:PASSWORD@HOST:5432/DATABASE',
    );
  return withHiddenUrl('postgres', value);
}

/** @throws Error that never quotes the value, because it may contain a password. */
export function readCounters(value: string): CountersAddress {
  if (value === 'none') return Object.freeze({ kind: 'process' });
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !isRedis(url))
    throw new Error(
      'ASSAY_COUNTERS_URL must be none, or a Redis server such as redis://HOST:6379 or rediss://USER:PASSWORD@HOST:6379/0',
    );
  return withHiddenUrl('redis', value);
}

function isRedis(url: URL): boolean {
  return (
    ['redis:', 'rediss:'].includes(url.protocol) &&
    url.hostname !== '' &&
    /^(\/\d{0,4})?$/.test(url.pathname) &&
    url.search === '' &&
    url.hash === '' &&
    isPercentEncoded(url.username + url.password)
  );
}

/** Without this check, a user or password that does not decode would fail only in the client. */
function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text).length >= 0;
  } catch {
    return false;
  }
}

function withHiddenUrl<Kind extends string>(
  kind: Kind,
  url: string,
): { readonly kind: Kind; readonly url: string } {
  return Object.freeze(Object.defineProperty({ kind, url }, 'url', { enumerable: false }));
}
