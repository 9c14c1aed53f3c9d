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
  /** The end of the key's rest, by the ring's clock. */
  restEndsAt: number;
}

/**
 * The keys of one provider, which take turns. A resting key is used only if all rest; then the one whose rest ends first
 * is used. That call may still pass, because a limit may be on tokens and a refusal of one model. A provider's only key
 * is therefore always used.
 */
export interface KeyRing {
  /** The key to send with. */
  take(): ProviderKey;
  /** Lets a key rest for at least this time. A key that has been replaced is ignored. */
  rest(key: ProviderKey, durationMs: number): void;
  /** Whether another key does not rest. */
  hasOther(key: ProviderKey): boolean;
  /** Whether each key rests, in the order of the list. */
  resting(): readonly boolean[];
  /**
   * Makes later calls use these keys. Keys that stay keep their rests, and calls in flight keep their key.
   * @param credentials at least one.
   */
  replace(credentials: readonly Credentials[]): void;
}

/**
 * @param first at least one.
 * @param now a monotonic clock, in milliseconds.
 */
export function createKeyRing(first: readonly Credentials[], now: () => number): KeyRing {
  let keys: readonly RingKey[] = ringOf(first);
  let last = keys.length - 1;
  const find = (key: ProviderKey): RingKey | undefined =>
    keys.find(({ credentials }) => credentials === key.credentials);

  return {
    take() {
      const time = now();
      const inTurn = [...keys.slice(last + 1), ...keys.slice(0, last + 1)];
      const key =
        inTurn.find(({ restEndsAt }) => restEndsAt <= time) ??
        inTurn.reduce((soonest, other) => (other.restEndsAt < soonest.restEndsAt ? other : soonest));
      last = key.index;
      return key;
    },
    rest(key, durationMs) {
      const own = find(key);
      if (own !== undefined) own.restEndsAt = Math.max(own.restEndsAt, now() + durationMs);
    },
    hasOther(key) {
      const time = now();
      const own = find(key);
      return keys.some((other) => other !== own && other.restEndsAt <= time);
    },
    resting() {
      const time = now();
      return keys.map(({ restEndsAt }) => restEndsAt > time);
    },
    replace(credentials) {
      const before = keys;
      const latest = before[last];
      const earlierKeys = credentials.map((one) =>
        before.find((key) => isDeepStrictEqual(one, key.credentials)),
      );
      keys = ringOf(credentials.map((one, index) => earlierKeys[index]?.credentials ?? one));
      for (const [index, key] of keys.entries())
        key.restEndsAt = earlierKeys[index]?.restEndsAt ?? key.restEndsAt;
      const latestIndex = earlierKeys.findIndex((key) => key !== undefined && key === latest);
      last = latestIndex === -1 ? keys.length - 1 : latestIndex;
    },
  };
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
