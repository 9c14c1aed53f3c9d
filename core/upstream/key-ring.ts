import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '../config.ts';

/** One of a provider's keys, as a call took it. */
export interface ProviderKey {
  readonly credentials: Credentials;
  /** In the operator's list, from 0. */
  readonly place: number;
  /** Those of all keys that the provider had then: nothing of a reply that repeats one is logged. */
  readonly secrets: readonly string[];
}

interface RingKey extends ProviderKey {
  /** By the ring's clock. */
  restsUntil: number;
}

/**
 * The keys of one provider in turn. A rest only moves calls to keys that are better off. Where every key rests, the one
 * whose rest ends first is used all the same: a limit may be on tokens and a refusal of one model, so the call may pass,
 * and a provider with a single key is asked as if there were no rests.
 */
export interface KeyRing {
  /** The key to send with. */
  take(): ProviderKey;
  /** Keeps a key back for so long, or longer where it rests longer already. Nothing where it has been replaced. */
  rest(key: ProviderKey, durationMs: number): void;
  /** Whether a key besides this one is there that does not rest. */
  hasOther(key: ProviderKey): boolean;
  /** By place, whether the key rests. */
  resting(): readonly boolean[];
  /**
   * Later calls take these keys. Those that stay keep their rests, and calls in flight end with the key they have.
   * @param credentials at least one.
   */
  replace(credentials: readonly Credentials[]): void;
}

/**
 * @param first at least one.
 * @param now milliseconds of a clock that never goes back.
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
