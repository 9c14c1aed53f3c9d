import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { MAX_MAIL_CHARACTERS, type GatewayMail, type Mail } from '../mail/gateway-mail.ts';
import { LedgerError } from '../ledger-error.ts';
import { POSTGRES, read } from '../sql/database.ts';
import { Connection, describeError, rowsOf, SESSION_LIMITS } from './connection.ts';

/** Interval of checks of the session and of the usage of the server's queue, milliseconds. */
const LOOK_MS = 5_000;
/** Pause before a lost session is reopened, milliseconds; `Connection` adds growing pauses. */
const REOPEN_MS = 200;
/**
 * Nothing is sent while more than this share of the server's queue of notifications is used. All databases share the queue,
 * 8 GB by default, and a listening session that stops reading keeps all later notifications in it.
 */
const MAX_QUEUE_USAGE = 0.05;

/** How long a killed gateway still counts as alive, milliseconds. */
const ALIVE_MS = 15_000;

/** LISTEN and NOTIFY on one session, which is reopened whenever it is lost. */
export class PostgresMail implements GatewayMail {
  readonly address: string;
  readonly #connection: Connection;
  readonly #closing = new AbortController();
  /** By the channels of their addresses. */
  readonly #receivers = new Map<string, (text: string) => void>();
  #listening: Promise<void> | undefined;
  #opening: Promise<Client> | undefined;
  #lost = Promise.withResolvers<void>();
  #queueUsage = 0;

  constructor(url: string, address: string) {
    this.address = address;
    this.receive(() => {});
    this.#connection = new Connection({
      url,
      limits: SESSION_LIMITS,
      name: 'assay-mail',
      isPipelined: true,
      onOpen: async (client) => await this.#begin(client),
    });
  }

  /** Starts to listen. A gateway starts although the server is away. */
  start(): void {
    this.#listening ??= this.#keepListening();
  }

  receive(onMail: (text: string) => void, address = this.address): void {
    const channel = channelOf(address);
    const isNew = !this.#receivers.has(channel);
    this.#receivers.set(channel, onMail);
    if (isNew && this.#listening !== undefined) void this.#listen(channel);
  }

  /** If LISTEN fails, the session is dropped, and the next one listens to every channel. */
  async #listen(channel: string): Promise<void> {
    const client = await this.#open().catch(() => undefined);
    if (client === undefined) return;
    await rowsOf(client, { text: `LISTEN ${channel}` }).catch(() => this.#connection.drop(client));
  }

  async send(mails: readonly Mail[]): Promise<void> {
    if (mails.some(({ text }) => text.length > MAX_MAIL_CHARACTERS))
      throw new LedgerError(
        'invalid',
        `A message between gateways has more than ${MAX_MAIL_CHARACTERS} characters.`,
      );
    if (this.#queueUsage > MAX_QUEUE_USAGE)
      throw new LedgerError(
        'queue-full',
        'PostgreSQL’s queue of notifications fills: some session reads none.',
      );
    const client = await this.#open();
    try {
      await rowsOf(client, {
        name: 'notify',
        text: 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS mail (channel, payload)',
        values: [mails.map(({ to }) => channelOf(to)), mails.map(({ text }) => text)],
      });
    } catch (error) {
      throw new LedgerError('unavailable', `Other gateways cannot be reached: ${describeError(error)}.`, {
        cause: error,
      });
    }
  }

  /** How many gateways have a lease on the ledger. @throws LedgerError `unavailable`, or the driver's error. */
  async countGateways(): Promise<number> {
    const [row = {}] = await rowsOf(await this.#open(), {
      text: `SELECT count(*) AS alive FROM gateway WHERE taken = 0 AND ${POSTGRES.nowMs} - renewed_ms < $1`,
      values: [ALIVE_MS],
    });
    return read(row, 'alive', 'integer');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
    await this.#connection.close();
  }

  /** Opens one session for all callers that wait for it. */
  #open(): Promise<Client> {
    this.#opening ??= this.#connection.open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #begin(client: Client): Promise<void> {
    const lost = Promise.withResolvers<void>();
    this.#lost = lost;
    client.once('end', () => lost.resolve());
    client.on('notification', ({ channel, payload }) => this.#receivers.get(channel)?.(payload ?? ''));
    // Messages need not survive a crash of the server, so none waits for its disk.
    await rowsOf(client, { text: "SELECT set_config('synchronous_commit', 'off', false)" });
    for (const channel of this.#receivers.keys()) await rowsOf(client, { text: `LISTEN ${channel}` });
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let isOpen = false;
      try {
        const client = await this.#open();
        this.#queueUsage = await queueUsageOf(client).catch((error: unknown) => {
          this.#connection.drop(client);
          throw error;
        });
        isOpen = true;
      } catch {
        // The next look opens another session.
      }
      const pause = wait(isOpen ? LOOK_MS : REOPEN_MS, undefined, { signal, ref: false }).catch(() => {});
      await (isOpen ? Promise.race([pause, this.#lost.promise]) : pause);
    }
  }
}

/** Makes a different channel name for each address, whatever characters the address has. */
function channelOf(address: string): string {
  return `assay_${hash('sha256', address).slice(0, 40)}`;
}

async function queueUsageOf(client: Client): Promise<number> {
  const [row] = await rowsOf(client, { text: 'SELECT pg_notification_queue_usage() AS usage' });
  const usage = row?.['usage'];
  return typeof usage === 'number' ? usage : 1;
}
