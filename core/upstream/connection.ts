import { Readable } from 'node:stream';
import type { Pool } from 'undici';
import type { Credentials } from '../config.ts';
import type { Provider, WirePlugin, WireRequest } from '../contract.ts';
import type { ProviderState } from '../metrics.ts';
import type { JsonSlots } from '../text/json-slots.ts';
import { lengthOf } from '../text/plain-json.ts';
import { SLICE_BYTES } from '../text/slices-of.ts';
import { createPace } from '../workers/pace.ts';
import { Breaker } from './breaker.ts';
import { createConnector } from './connect/create-connector.ts';
import { createPool } from './connect/create-pool.ts';
import { encodeBody, streamBody } from './encode-body.ts';
import { KeyRing } from './key-ring.ts';
import { receiveReply, type ReceivedReply, type ReceiveOptions } from './receive/receive-reply.ts';
import { createReplyPace, EventBudget, MAX_CHUNKS } from './receive/reply-bounds.ts';
import { STREAM_BYTES_FACTOR, type StreamSink } from './receive/streamed-body.ts';
import { RetryBudget } from './retry-budget.ts';
import { signRequest } from './sign-request.ts';
import { Slots } from './slots.ts';
import { rejectIfStopped } from './stop-signal.ts';
import { WaitingRoom } from './waiting-room.ts';

/** The address of one provider. */
export interface ConnectionTarget {
  readonly provider: Provider;
  readonly baseUrl: string;
}

interface SendOptions extends Omit<ReceiveOptions, 'provider' | 'nextTurn' | 'eventBudget'> {
  readonly plugin: WirePlugin;
  /** The provider's key to send with. */
  readonly credentials: Credentials;
  /** The long texts behind the placeholders in the request; undefined if it has none. */
  readonly placeholders: JsonSlots | undefined;
  /** Whether the call has attachments, and so the request may. */
  readonly hasFiles: boolean;
}

// The process has one of each, because the connections of all registries share its event loop.
/** Waits for a turn of the event loop before more is sent or prepared. */
export const nextTurn = createPace();
/** Waits for a turn of the event loop before more is received. */
export const nextReplyTurn = createReplyPace();
const eventBudget = new EventBudget();

/**
 * One slot in this many is reserved for accounts that hold none, so that one account cannot keep out all others with silent
 * calls.
 */
const RESERVED_DIVISOR = 8;

/** Upper bound of the bytes around a body: a few for each chunk that a reply may have, and the headers. */
const MAX_FRAMING_BYTES = 16 * MAX_CHUNKS;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The media type of binary events is a vendor's: its plugin may set the header. */
const ACCEPTED: Readonly<Record<StreamSink['framing'], string>> = {
  sse: 'text/event-stream',
  binary: '*/*',
};

/**
 * A provider with a key, and everything that limits the calls to it by the rules of its manifest. Its sockets are opened on
 * first use.
 */
export class Connection {
  readonly target: ConnectionTarget;
  readonly pool: Pool;
  readonly slots: Slots;
  readonly keys: KeyRing;
  readonly retryBudget: RetryBudget;
  /** The host name or address and the port, for the log. */
  readonly host: string;
  /** Path of the base URL, put before every request's own. */
  readonly #basePath: string;
  readonly #waitingRoom: WaitingRoom;
  /** By model ID. */
  readonly #breakers = new Map<string, Breaker>();

  constructor(target: ConnectionTarget, credentials: readonly Credentials[]) {
    const url = new URL(target.baseUrl);
    const { timeouts, streaming, maxReplyBytes, concurrency, retryBudget } = target.provider;
    const { calls: slots, queue } = concurrency;
    const maxBodyBytes = (streaming ? STREAM_BYTES_FACTOR : 1) * maxReplyBytes;
    this.target = target;
    this.host = `${url.hostname}:${url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port}`;
    this.#basePath = url.pathname === '/' ? '' : url.pathname;
    this.pool = createPool(url.origin, {
      // Each call has a socket to itself and never waits for one. That of a stream may close a little later.
      connections: (streaming ? 2 : 1) * slots,
      // Over HTTP/2 calls would share a socket, and a paused reply would still be read.
      allowH2: false,
      connect: createConnector(timeouts.connectMs, maxBodyBytes + MAX_FRAMING_BYTES),
      headersTimeout: timeouts.firstByteMs,
      bodyTimeout: timeouts.totalMs,
    });
    this.#waitingRoom = new WaitingRoom(queue);
    this.slots = new Slots(slots, this.#waitingRoom, Math.floor(slots / RESERVED_DIVISOR));
    this.keys = new KeyRing(credentials);
    this.retryBudget = new RetryBudget(retryBudget);
  }

  /** Made when the model is first called. */
  breaker(modelId: string): Breaker {
    const existing = this.#breakers.get(modelId);
    if (existing !== undefined) return existing;
    const created = new Breaker(this.target.provider.breaker, this.#waitingRoom);
    this.#breakers.set(modelId, created);
    return created;
  }

  /** For the metrics. */
  state(): ProviderState {
    const { id, concurrency } = this.target.provider;
    return {
      provider: id,
      inFlight: this.slots.inUse,
      limit: concurrency.calls,
      waiting: this.#waitingRoom.waiting,
      keysResting: this.keys.resting(),
      breakers: [...this.#breakers].map(([model, { state }]) => ({ model, state })),
    };
  }

  /**
   * Sends one request and reads the reply, whole or as events. Redirects are not followed: the key never travels to another
   * host.
   * @throws TransportError as a rejection. A body that cannot be written as JSON makes it throw at once.
   */
  send(request: WireRequest, options: SendOptions): Promise<ReceivedReply> {
    const { plugin, credentials, accountId, signal, placeholders, hasFiles, memory, exchange, stream } =
      options;
    const { target } = this;
    const { provider } = target;
    const pieces =
      placeholders === undefined && !hasFiles
        ? [Buffer.from(JSON.stringify(request.body))]
        : encodeBody(request.body, placeholders, hasFiles);
    const byteLength = lengthOf(pieces);
    const [first, second] = pieces;
    const turn = (): Promise<void> => nextTurn(accountId);
    // A short body is sent in one write with its headers. If it is one piece, it is not copied.
    const body =
      byteLength > SLICE_BYTES
        ? Readable.from(streamBody(pieces, turn), { objectMode: false })
        : first !== undefined && second === undefined
          ? first
          : Buffer.concat(pieces);
    const path = this.#basePath + request.path;
    exchange.path = path;
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'content-length': String(byteLength),
      accept: stream === undefined ? 'application/json' : ACCEPTED[stream.framing],
      ...provider.headers,
      ...request.headers,
    };
    const sent = { method: 'POST', path, headers, body } as const;
    const receiving = {
      provider,
      accountId,
      signal,
      memory,
      exchange,
      stream,
      nextTurn: nextReplyTurn,
      eventBudget,
    };
    if (credentials.kind === 'accessKey') {
      const unsigned = { path, headers, body: pieces, turn };
      const signing = signRequest(unsigned, credentials.accessKey, plugin, target);
      return rejectIfStopped(signing, signal).then((signed) =>
        receiveReply(this.pool, { ...sent, headers: signed }, receiving),
      );
    }
    if (credentials.kind === 'token') headers[credentials.header] = credentials.value;
    return receiveReply(this.pool, sent, receiving);
  }
}
