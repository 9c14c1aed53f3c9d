import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '../config.ts';

/** One of a provider's keys, as `take` gave it to a call. */
export interface ProviderKey {
  readonly credentials: Credentials;
  /** Its index in the operator's list. */
  readonly place: number;
  /** The secrets of all keys that the provider had then. A text that repeats one is not logged. */
  readonly secrets: readonly string[];
}

interface RingKey extends ProviderKey {
  /** The end of the key's rest, by the ring's clock. */
  restsUntil: number;
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
      const taken =
        inTurn.find(({ restsUntil }) => restsUntil <= time) ??
        inTurn.reduce((soonest, key) => (key.restsUntil < soonest.restsUntil ? key : soonest));
      last = taken.place;
      return taken;
    },
    rest(key, durationMs) {
      const own = find(key);
      if (own !== undefined) own.restsUntil = Math.max(own.restsUntil, now() + durationMs);
    },
    hasOther(key) {
      const time = now();
      const own = find(key);
      return keys.some((other) => other !== own && other.restsUntil <= time);
    },
    resting() {
      const time = now();
      return keys.map(({ restsUntil }) => restsUntil > time);
    },
    replace(credentials) {
      const before = keys;
      const latest = before[last];
      const stays = credentials.map((one) =>
        before.find((known) => isDeepStrictEqual(one, known.credentials)),
      );
      keys = ringOf(credentials.map((one, place) => stays[place]?.credentials ?? one));
      for (const [place, key] of keys.entries()) key.restsUntil = stays[place]?.restsUntil ?? key.restsUntil;
      const latestPlace = stays.findIndex((known) => known !== undefined && known === latest);
      last = latestPlace === -1 ? keys.length - 1 : latestPlace;
    },
  };
}

function ringOf(all: readonly Credentials[]): readonly RingKey[] {
  const secrets = all.flatMap(secretsOf);
  return all.map((credentials, place) => ({
    credentials,
    place,
    secrets,
    restsUntil: Number.NEGATIVE_INFINITY,
  }));
}

function secretsOf(credentials: Credentials): readonly string[] {
  if (credentials.kind === 'none') return [];
  if (credentials.kind === 'token') return [credentials.value.replace(/^Bearer /, '')];
  const { accessKeyId, secretAccessKey, sessionToken } = credentials.accessKey;
  return [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
}
