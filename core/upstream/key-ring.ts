import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '../config.ts';

/** One of a provider's keys, as a call took it. */
export interface ProviderKey {
  readonly credentials: Credentials;
  /** In the operator's list, from 0. */
  readonly place: number;
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
  /** What must not be logged of a reply to this key. */
  secrets(key: ProviderKey): readonly string[];
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
  let keys: readonly ProviderKey[] = numbered(first);
  let secrets = keys.flatMap(secretsOf);
  let restsUntil = new Map<Credentials, number>();
  let last = keys.length - 1;
  const restOf = ({ credentials }: ProviderKey): number =>
    restsUntil.get(credentials) ?? Number.NEGATIVE_INFINITY;
  const isPresent = (key: ProviderKey): boolean =>
    keys.some(({ credentials }) => credentials === key.credentials);

  return {
    take() {
      const time = now();
      const inTurn = [...keys.slice(last + 1), ...keys.slice(0, last + 1)];
      const free = inTurn.find((key) => restOf(key) <= time);
      const taken = free ?? inTurn.reduce((soonest, key) => (restOf(key) < restOf(soonest) ? key : soonest));
      last = taken.place;
      return taken;
    },
    rest(key, durationMs) {
      if (isPresent(key)) restsUntil.set(key.credentials, Math.max(restOf(key), now() + durationMs));
    },
    hasOther(key) {
      const time = now();
      return keys.some((other) => other.credentials !== key.credentials && restOf(other) <= time);
    },
    resting() {
      const time = now();
      return keys.map((key) => restOf(key) > time);
    },
    secrets: (key) => (isPresent(key) ? secrets : [...secrets, ...secretsOf(key)]),
    replace(credentials) {
      const known = keys.map((key) => key.credentials);
      const latest = known[last];
      const next = credentials.map((one) => known.find((other) => isDeepStrictEqual(one, other)) ?? one);
      keys = numbered(next);
      secrets = keys.flatMap(secretsOf);
      restsUntil = new Map([...restsUntil].filter(([one]) => next.includes(one)));
      const stays = next.findIndex((one) => one === latest);
      last = stays === -1 ? keys.length - 1 : stays;
    },
  };
}

function numbered(credentials: readonly Credentials[]): readonly ProviderKey[] {
  return credentials.map((one, place) => ({ credentials: one, place }));
}

function secretsOf({ credentials }: ProviderKey): readonly string[] {
  if (credentials.kind === 'none') return [];
  if (credentials.kind === 'token') return [credentials.value.replace(/^Bearer /, '')];
  const { accessKeyId, secretAccessKey, sessionToken } = credentials.accessKey;
  return [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
}
