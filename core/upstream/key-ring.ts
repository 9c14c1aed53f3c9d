import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '../config.ts';

/** One of a provider's keys, as `take` gave it to a call. */
export interface ProviderKey {
  readonly credentials: Credentials;
  /** Its index in the operator's list. */
  readonly index: number;
  /** The secrets of all keys that the provider had then. A text that repeats one is not logged. */
  readonly secrets: readonly string[];
}

interface RingKey extends ProviderKey {
  /** The end of the key's rest, by `performance.now()`. */
  restEndsAt: number;
}

/**
 * The keys of one provider, which take turns. A resting key is used only if all rest; then the one whose rest ends first
 * is used. That call may still pass, because the limit may be on tokens, which a short call fits, and the refusal may
 * be of another model. A provider's only key is therefore always used.
 */
export class KeyRing {
  #keys: readonly RingKey[];
  /** The index of the key that was taken last. */
  #last: number;

  /** @param credentials at least one. */
  constructor(credentials: readonly Credentials[]) {
    this.#keys = ringOf(credentials);
    this.#last = credentials.length - 1;
  }

  /** Takes the key that may be used first. Keys that may be used at the same time take turns. */
  take(): ProviderKey {
    const time = performance.now();
    const { length } = this.#keys;
    const turnOf = ({ index }: RingKey): number => (index - this.#last - 1 + length) % length;
    const key = this.#keys.reduce((first, other) => {
      const laterMs = Math.max(time, other.restEndsAt) - Math.max(time, first.restEndsAt);
      return laterMs < 0 || (laterMs === 0 && turnOf(other) < turnOf(first)) ? other : first;
    });
    this.#last = key.index;
    return key;
  }

  /** Lets a key rest for at least this time. A key that has been replaced is ignored. */
  rest(key: ProviderKey, durationMs: number): void {
    const own = findSame(this.#keys, key);
    if (own !== undefined) own.restEndsAt = Math.max(own.restEndsAt, performance.now() + durationMs);
  }

  /** Whether another key does not rest. */
  hasOther(key: ProviderKey): boolean {
    const time = performance.now();
    const own = findSame(this.#keys, key);
    return this.#keys.some((other) => other !== own && other.restEndsAt <= time);
  }

  /** Whether each key rests, in the order of the list. */
  resting(): readonly boolean[] {
    const time = performance.now();
    return this.#keys.map(({ restEndsAt }) => restEndsAt > time);
  }

  /**
   * Makes later calls use these keys. Keys that stay keep their rests, and calls in flight keep their key.
   * @param credentials at least one.
   */
  replace(credentials: readonly Credentials[]): void {
    const earlierKeys = this.#keys;
    const latest = earlierKeys[this.#last];
    this.#keys = ringOf(credentials);
    this.#last = credentials.length - 1;
    for (const key of this.#keys) {
      const same = findSame(earlierKeys, key);
      if (same === undefined) continue;
      key.restEndsAt = same.restEndsAt;
      if (same === latest) this.#last = key.index;
    }
  }
}

function findSame(keys: readonly RingKey[], { credentials }: ProviderKey): RingKey | undefined {
  return keys.find((key) => isDeepStrictEqual(key.credentials, credentials));
}

function ringOf(all: readonly Credentials[]): readonly RingKey[] {
  const secrets = all.flatMap(secretsOf);
  return all.map((credentials, index) => ({
    credentials,
    index,
    secrets,
    restEndsAt: Number.NEGATIVE_INFINITY,
  }));
}

function secretsOf(credentials: Credentials): readonly string[] {
  if (credentials.kind === 'none') return [];
  if (credentials.kind === 'token') return [credentials.value.replace(/^Bearer /, '')];
  const { accessKeyId, secretAccessKey, sessionToken } = credentials.accessKey;
  return [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
}
