import { setTimeout as wait } from 'node:timers/promises';
import KeyvRedis, { createClient } from '@keyv/redis';

/** For TCP and TLS to connect, milliseconds. */
const CONNECT_TIMEOUT_MS = 1_000;
/** How often the oldest command without a reply is looked at, and how many looks it may live through: a second. */
const LOOK_MS = 100;
const MAX_LOOKS = 10;
const SHORTEST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

export interface RedisConnectionOptions {
  /** redis:// or rediss://; it may hold a password, and no error made here quotes it. */
  readonly url: string;
  readonly namespace: string;
  /** Commands that may wait for their reply; one more fails at once. */
  readonly maxPending: number;
  readonly onReady: () => void;
  readonly onLost: (cause: unknown) => void;
}

class NoAnswerError extends Error {}

type Client = ReturnType<typeof createClient>;

/**
 * The client inside keyv's Redis adapter, with a bound on everything: a command fails at once while there is no
 * connection, and within about a second if the server hangs. It reconnects by itself until it is closed.
 *
 * The client's own reconnecting is off: a hung connection has to be dropped, and a client that was dropped while it
 * reconnects by itself would do so twice from then on.
 */
export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #client: Client;
  readonly #adapter: KeyvRedis<unknown>;
  readonly #closing = new AbortController();
  /** Commands without a reply, the oldest first, with the look at which they were sent. */
  readonly #pending = new Set<{ readonly look: number }>();
  #looks = 0;
  #watch: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #lost = Promise.withResolvers<unknown>();

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.#client = createClient({
      url: options.url,
      disableOfflineQueue: true,
      commandsQueueMaxLength: options.maxPending,
      socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
    });
    this.#adapter = new KeyvRedis(this.#client, { namespace: options.namespace });
    // An `error` event without a listener would end the process.
    const onEnd = (cause?: unknown): void => {
      if (!this.#client.isReady) this.#lost.resolve(cause);
    };
    this.#client.on('error', onEnd).on('end', onEnd);
  }

  /** @returns after the first attempt to connect, also if it fails. */
  start(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running ??= this.#keepConnected(resolve);
    return promise;
  }

  /** The key as the adapter writes it, in its namespace. */
  key(name: string): string {
    return this.#adapter.createKeyPrefix(name, this.#options.namespace);
  }

  /** @throws Error if there is no connection, or the server refuses the command or does not answer. */
  async send<Reply>(command: (client: Client) => Promise<Reply>): Promise<Reply> {
    if (!this.#client.isReady) throw new Error('there is no connection');
    return await this.#watched(command(this.#client));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#client.isReady) this.#client.destroy();
    await this.#running;
    clearTimeout(this.#watch);
  }

  async #keepConnected(onFirstAttempt: () => void): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      this.#lost = Promise.withResolvers();
      try {
        await this.#connect();
        if (signal.aborted) break;
        failures = 0;
        this.#options.onReady();
        onFirstAttempt();
      } catch (cause) {
        this.#lost.resolve(cause);
      }
      const cause = await this.#lost.promise;
      if (signal.aborted) break;
      // A server that does not speak Redis is lost, but still connected.
      if (this.#client.isOpen) this.#client.destroy();
      this.#options.onLost(cause);
      onFirstAttempt();
      const pauseMs = Math.min(MAX_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** failures);
      // Gateways that lost the server at the same moment must not all reconnect at the same moment.
      await wait(pauseMs * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
    }
    if (this.#client.isOpen) this.#client.destroy();
    onFirstAttempt();
  }

  /** @throws Error if TCP, TLS or the handshake fails or takes too long. */
  async #connect(): Promise<void> {
    // The client bounds the time to connect, but not the handshake, and a stopped server accepts and then sends nothing.
    const handshake = Promise.withResolvers<void>();
    const onConnect = (): void => void this.#watched(handshake.promise);
    this.#client.once('connect', onConnect);
    try {
      await this.#client.connect();
    } finally {
      this.#client.off('connect', onConnect);
      handshake.resolve();
    }
  }

  async #watched<Reply>(reply: Promise<Reply>): Promise<Reply> {
    const sent = { look: this.#looks };
    this.#pending.add(sent);
    this.#watch ??= setTimeout(() => this.#look(), LOOK_MS);
    try {
      return await reply;
    } finally {
      this.#pending.delete(sent);
    }
  }

  /** Counts looks instead of time, because this process reads no reply while it cannot run. */
  #look(): void {
    this.#watch = undefined;
    const [oldest] = this.#pending;
    if (oldest === undefined) return;
    this.#looks += 1;
    if (this.#looks - oldest.look > MAX_LOOKS && this.#client.isOpen) {
      this.#lost.resolve(new NoAnswerError('the server does not answer'));
      // Rejects every pending command; `#keepConnected` then reconnects.
      this.#client.destroy();
    }
    this.#watch = setTimeout(() => this.#look(), LOOK_MS);
  }
}
