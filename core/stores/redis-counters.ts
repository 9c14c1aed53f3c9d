import { randomBytes } from 'node:crypto';
import { ADMIT, RENEW, type Script } from './count-scripts.ts';
import {
  countOf,
  type Admission,
  type Count,
  type Lane,
  type RateCounters,
  type RateLimits,
} from './rate-counters.ts';
import { RedisConnection } from './redis-connection.ts';

/**
 * A request in flight has a lease, which its gateway renews until the request ends, however long that takes. The requests
 * of a killed gateway are counted for this long after its last renewal.
 */
const LEASE_MS = 6_000;
const RENEWALS_PER_LEASE = 3;
/** Leases renewed by one command, which keeps the server from others meanwhile. */
const LEASES_PER_COMMAND = 1_000;
/** The names of the sets of leases, by lane. */
const SETS: Readonly<Record<Lane, string>> = { run: 'flight', look: 'looks', cancel: 'cancels' };

export interface RedisCountersOptions {
  readonly url: string;
  /** Commands that may wait for their reply; a request beyond is not counted. */
  readonly maxPending: number;
  /** Called once when the counters become unreachable. The reason is a code or a name that may be logged. */
  readonly onDown: (reason: string) => void;
  readonly onUp: () => void;
  /** 6,000 milliseconds by default. */
  readonly leaseMs?: number;
}

/**
 * Counters that all gateways on one Redis share, through keyv's adapter and in its namespace. One round trip counts a
 * request, another ends it. While Redis is away nothing is counted, but what is in flight is counted once it is back.
 * @returns after the first attempt to connect, also if it fails: a gateway starts without Redis.
 */
export async function openRedisCounters(options: RedisCountersOptions): Promise<RateCounters> {
  const counters = new RedisCounters(options);
  await counters.start();
  return counters;
}

class RedisCounters implements RateCounters {
  readonly #options: RedisCountersOptions;
  readonly #leaseMs: number;
  readonly #connection: RedisConnection;
  /** The leases of this gateway, each with its sorted set. */
  readonly #leases = new Map<string, string>();
  /** Makes the leases of each gateway different. */
  readonly #gateway = randomBytes(9).toString('base64url');
  #admissions = 0;
  #isDown = false;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: RedisCountersOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#connection = new RedisConnection({
      url: options.url,
      namespace: 'assay-counters',
      maxPending: options.maxPending,
      onReady: () => this.#renewNow(),
      onLost: (cause) => this.#fail(cause),
    });
    // The gateway's own lease shows operators which gateways live, and makes each renewal a write that tests the server.
    this.#leases.set(this.#gateway, this.#connection.key('gateways'));
  }

  async start(): Promise<void> {
    await this.#connection.start();
    await this.#renewing;
  }

  async admit(keyId: string, limits: RateLimits, lane: Lane = 'run'): Promise<Admission> {
    this.#admissions += 1;
    const lease = `${this.#gateway}:${this.#admissions.toString(36)}`;
    const set = this.#connection.key(`${SETS[lane]}:${keyId}`);
    const count = await this.#count(keyId, { set, lease }, limits);
    if (count?.refusedBy !== undefined) return { count, release: () => Promise.resolve() };
    // Even if nothing was counted, since a request that passes meanwhile is in flight when the server is back.
    this.#leases.set(lease, set);
    return {
      count,
      release: async () => {
        this.#leases.delete(lease);
        await this.#end(set, [lease]);
      },
    };
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#stop());
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#renewing;
    for (const [set, leases] of Map.groupBy(this.#leases, ([, set]) => set))
      await this.#end(
        set,
        leases.map(([lease]) => lease),
      );
    await this.#connection.close();
  }

  async #count(
    keyId: string,
    { set, lease }: { readonly set: string; readonly lease: string },
    limits: RateLimits,
  ): Promise<Count | undefined> {
    const words = [limits.requestsPerMinute, limits.requestsInFlight, lease, this.#leaseMs];
    try {
      const reply = await this.#run(ADMIT, [this.#connection.key(`minute:${keyId}`), set], words);
      return readCount(reply, limits);
    } catch (cause) {
      this.#fail(cause);
      return undefined;
    }
  }

  /** A lease that cannot be removed now expires. */
  async #end(set: string, leases: string[]): Promise<void> {
    await this.#connection.send((client) => client.zRem(set, leases)).catch(() => {});
  }

  #renewNow(): void {
    clearTimeout(this.#timer);
    this.#renewing = this.#renew().finally(() => {
      if (this.#closed !== undefined) return;
      this.#timer = setTimeout(() => this.#renewNow(), this.#leaseMs / RENEWALS_PER_LEASE);
      this.#timer.unref();
    });
  }

  async #renew(): Promise<void> {
    try {
      for (const batch of this.#batches()) {
        const leases = batch.map(([lease]) => lease);
        const sets = batch.map(([, set]) => set);
        await this.#run(RENEW, sets, [this.#leaseMs, ...leases]);
      }
    } catch (cause) {
      this.#fail(cause);
      return;
    }
    if (this.#isDown) this.#options.onUp();
    this.#isDown = false;
  }

  /** Each batch is made when it is requested, so that it has no lease that was removed while the batch before was sent. */
  *#batches(): Generator<readonly (readonly [lease: string, set: string])[]> {
    let batch: (readonly [string, string])[] = [];
    for (const lease of this.#leases) {
      batch.push(lease);
      if (batch.length < LEASES_PER_COMMAND) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  #fail(cause: unknown): void {
    if (this.#isDown || this.#closed !== undefined) return;
    this.#isDown = true;
    this.#options.onDown(reasonOf(cause));
  }

  /** Redis keeps scripts by their hash until it restarts. */
  #run(script: Script, keys: string[], words: readonly (string | number)[]): Promise<unknown> {
    const options = { keys, arguments: words.map(String) };
    return this.#connection.send((client) =>
      client.evalSha(script.sha1, options).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return client.eval(script.text, options);
      }),
    );
  }
}

/** Never the message, because a server may quote what it was sent. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'closed';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  // Redis' errors begin with their code, such as WRONGPASS or READONLY.
  return /^[A-Z]{2,20}\b/.exec(cause.message)?.[0] ?? cause.constructor.name;
}

const REFUSALS = [undefined, 'requests_per_minute', 'requests_in_flight'] as const;

/** @throws Error if the reply is not the script's. */
function readCount(reply: unknown, limits: RateLimits): Count {
  const [refusal, used, resetMs] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  if (typeof refusal !== 'number' || typeof used !== 'number' || typeof resetMs !== 'number')
    throw new Error('the counters answered with something else');
  return countOf({ used, resetMs, refusedBy: REFUSALS[refusal] }, limits);
}
