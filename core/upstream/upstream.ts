import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'undici';
import type { Credentials } from '../config.ts';
import type { AccessKey, Provider, SignableRequest, WirePlugin, WireRequest } from '../contract.ts';
import type { ProviderState } from '../metrics.ts';
import { type JsonPieces, lengthOf } from '../text/plain-json.ts';
import type { JsonSlots } from '../text/json-slots.ts';
import { SLICE_BYTES } from '../text/slices-of.ts';
import { Breaker } from './breaker.ts';
import { createConnector } from './connect/create-connector.ts';
import { createPool } from './connect/create-pool.ts';
import type { StopSignal } from './stop-signal.ts';
import { encodeBody, streamBody } from './encode-body.ts';
import { KeyRing } from './key-ring.ts';
import { type Exchange, receiveReply, type ReceivedReply } from './receive/receive-reply.ts';
import { createEventBudget, createReplyPace, MAX_CHUNKS, type ReplyMemory } from './receive/reply-bounds.ts';
import { STREAM_BYTES_FACTOR, type StreamSink } from './receive/streamed-body.ts';
import { refuseBaseUrl } from './connect/refuse-address.ts';
import { RetryBudget } from './retry-budget.ts';
import { Slots } from './slots.ts';
import { WaitingRoom } from './waiting-room.ts';
import { createPace, type Pace, type WaitForTurn } from '../workers/pace.ts';
import { asTransportError } from './fault.ts';

/** The address of one provider, and its keys. */
export interface UpstreamTarget {
  readonly provider: Provider;
  readonly baseUrl: string;
  /** In the order of rotation; empty if the operator has set none. */
  readonly credentials: readonly Credentials[];
}

interface SendOptions {
  readonly plugin: WirePlugin;
  /** The provider's key to send with. */
  readonly credentials: Credentials;
  /** The account whose turns a long call takes. */
  readonly accountId: number;
  readonly signal: StopSignal;
  /** The long texts behind the placeholders in the request; undefined if it has none. */
  readonly placeholders: JsonSlots | undefined;
  /** Whether the call has attachments, and so the request may. */
  readonly hasFiles: boolean;
  /** Set if the request asks for a stream. A reply that comes whole nevertheless is read as a whole. */
  readonly stream?: StreamSink | undefined;
  /** The memory for the reply. */
  readonly memory: ReplyMemory;
  readonly exchange?: Exchange;
}

export interface Upstream {
  /** The connections by provider ID. A provider without a key has none. */
  readonly connections: ReadonlyMap<string, Connection>;
  /**
   * Sends one request and reads the reply, whole or as events. Redirects are not followed: the key never travels to another host.
   * @throws TransportError
   */
  send(connection: Connection, request: WireRequest, options: SendOptions): Promise<ReceivedReply>;
  /** All providers that it was made for, even those without a key. */
  readonly targets: readonly UpstreamTarget[];
  /**
   * Makes later calls use the keys of these targets. A provider keeps its present keys if it is not among the targets,
   * has no key there, or now expects its key in another form.
   */
  useKeys(targets: readonly UpstreamTarget[]): void;
  /** The state of every provider that is configured, for the metrics. */
  state(): readonly ProviderState[];
  /** Closes the connections that none of the others shares, which ends the calls on them. */
  close(others?: readonly Upstream[]): Promise<void>;
  /** Waits for a turn of the event loop before more is sent or prepared. */
  readonly nextTurn: Pace;
  /** Waits for a turn of the event loop before more is received. */
  readonly nextReplyTurn: Pace;
}

/** A provider with a key, and everything that limits the calls to it by the rules of its manifest. */
export interface Connection {
  readonly target: Omit<UpstreamTarget, 'credentials'>;
  readonly pool: Pool;
  readonly slots: Slots;
  readonly keys: KeyRing;
  readonly retryBudget: RetryBudget;
  /** Made when the model is first called. */
  breaker(modelId: string): Breaker;
  /** For the metrics. */
  state(): ProviderState;
  /** The host name or address and the port, for the log. */
  readonly host: string;
  /** Path of the base URL, put before every request's own. */
  readonly basePath: string;
}

/** One for the process, because reloaded registries share its event loop. */
const eventBudget = createEventBudget();

/**
 * One pool of connections per configured provider; its sockets are opened on first use.
 * @param earlier hands on the pools, slots, keys and breakers of all providers that have not changed. Their new keys
 * are used only after `useKeys`.
 */
export function createUpstream(targets: readonly UpstreamTarget[], earlier?: Upstream): Upstream {
  // An address is checked even before it has a key, so that no key is ever sent to a wrong one.
  for (const { provider, baseUrl } of targets) refuseBaseUrl(provider.id, new URL(baseUrl));
  const configured = targets.filter(({ credentials }) => credentials.length > 0);
  const connections = new Map(
    configured.map(({ credentials, ...target }) => {
      const existing = earlier?.connections.get(target.provider.id);
      const isUnchanged = existing !== undefined && isDeepStrictEqual(existing.target, target);
      return [target.provider.id, isUnchanged ? existing : connect(target, credentials)];
    }),
  );
  const nextTurn = earlier?.nextTurn ?? createPace();
  const nextReplyTurn = earlier?.nextReplyTurn ?? createReplyPace();

  return {
    connections,
    async send(connection, request, options) {
      const { plugin, credentials, accountId, signal, placeholders, hasFiles, stream, memory, exchange } =
        options;
      const { target, pool, basePath } = connection;
      const body =
        placeholders === undefined && !hasFiles
          ? [Buffer.from(JSON.stringify(request.body))]
          : encodeBody(request.body, placeholders, hasFiles);
      const byteLength = lengthOf(body);
      const turn = (): Promise<void> => nextTurn(accountId);
      const path = basePath + request.path;
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'content-length': String(byteLength),
        accept: stream === undefined ? 'application/json' : ACCEPTED[stream.framing],
        ...target.provider.headers,
        ...request.headers,
      };
      if (credentials.kind === 'token') headers[credentials.header] = credentials.value;
      const signed =
        credentials.kind === 'accessKey'
          ? await sign({ path, headers, body, turn }, credentials.accessKey, { plugin, target })
          : headers;
      // A short body is sent in one write with its headers.
      const bytes =
        byteLength <= SLICE_BYTES
          ? Buffer.concat(body)
          : Readable.from(streamBody(body, turn), { objectMode: false });
      const sent = { method: 'POST', path, headers: signed, body: bytes } as const;
      const { maxReplyBytes, timeouts } = target.provider;
      // The reply is not awaited here, because it may take minutes and would keep this function's memory as long.
      return receiveReply(pool, sent, {
        signal,
        maxReplyBytes,
        turn: () => nextReplyTurn(accountId),
        memory,
        exchange,
        ...(stream !== undefined && { stream: { sink: stream, timeouts, eventBudget, accountId } }),
      });
    },
    targets,
    useKeys(others) {
      for (const { provider, credentials } of others) {
        const connection = connections.get(provider.id);
        if (connection === undefined || credentials.length === 0) continue;
        if (isDeepStrictEqual(connection.target.provider.auth, provider.auth))
          connection.keys.replace(credentials);
      }
    },
    state: () => [...connections.values()].map((connection) => connection.state()),
    async close(others = []) {
      const shared = new Set(others.flatMap((other) => [...other.connections.values()]));
      const own = [...connections.values()].filter((connection) => !shared.has(connection));
      await Promise.all(own.map(({ pool }) => pool.destroy()));
    },
    nextTurn,
    nextReplyTurn,
  };
}

function connect(target: Connection['target'], credentials: readonly Credentials[]): Connection {
  const url = new URL(target.baseUrl);
  const { timeouts, streaming, maxReplyBytes, concurrency } = target.provider;
  const { connectMs, firstByteMs, totalMs } = timeouts;
  const { calls } = concurrency;
  const maxResponseSize = (streaming ? STREAM_BYTES_FACTOR : 1) * maxReplyBytes;
  const pool = createPool(url.origin, {
    // Each call has a socket to itself and never waits for one. That of a stream may close a little later.
    connections: (streaming ? 2 : 1) * calls,
    // Over HTTP/2 calls would share a socket, and a paused reply would still be read.
    allowH2: false,
    connect: createConnector(connectMs, maxResponseSize + MAX_FRAMING_BYTES),
    headersTimeout: firstByteMs,
    bodyTimeout: totalMs,
    maxResponseSize,
  });
  const waitingRoom = new WaitingRoom(concurrency.queue);
  const slots = new Slots({
    slots: calls,
    reserved: Math.floor(calls / RESERVED_DIVISOR),
    waitingRoom,
  });
  const keys = new KeyRing(credentials, now);
  const breakers = new Map<string, Breaker>();
  return {
    target,
    pool,
    slots,
    keys,
    retryBudget: new RetryBudget(target.provider.retryBudget, now),
    breaker(modelId) {
      const existing = breakers.get(modelId);
      if (existing !== undefined) return existing;
      const created = new Breaker(target.provider.breaker, waitingRoom, now);
      breakers.set(modelId, created);
      return created;
    },
    state: () => ({
      provider: target.provider.id,
      inFlight: slots.inUse,
      limit: calls,
      waiting: waitingRoom.waiting,
      keysResting: keys.resting(),
      breakers: [...breakers].map(([model, { state }]) => ({ model, state })),
    }),
    host: `${url.hostname}:${url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port}`,
    basePath: url.pathname === '/' ? '' : url.pathname,
  };
}

const now = (): number => performance.now();

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

type Headers = Readonly<Record<string, string>>;

interface Unsigned {
  readonly path: string;
  readonly headers: Headers;
  readonly body: JsonPieces;
  readonly turn: WaitForTurn;
}

/** @throws TransportError also if the plugin fails. */
async function sign(
  { path, headers, body, turn }: Unsigned,
  accessKey: AccessKey,
  { plugin, target }: { readonly plugin: WirePlugin; readonly target: Connection['target'] },
): Promise<Headers> {
  try {
    if (plugin.sign === undefined)
      throw new Error(`the plugin of ${target.provider.id} cannot sign; set a bearer key instead`);
    const url = new URL(path, target.baseUrl);
    const signable: SignableRequest = { method: 'POST', url, headers, body: await gather(body, turn) };
    return plugin.sign(signable, accessKey, new Date());
  } catch (cause) {
    throw asTransportError(cause);
  }
}

/**
 * Joins the body, because a signature covers all of it. The copy is made in slices and dropped once the request is
 * signed.
 */
async function gather(body: JsonPieces, turn: WaitForTurn): Promise<Uint8Array> {
  const byteLength = lengthOf(body);
  if (byteLength <= SLICE_BYTES) return Buffer.concat(body);
  const whole = Buffer.allocUnsafeSlow(byteLength);
  let offset = 0;
  for await (const slice of streamBody(body, turn)) {
    whole.set(slice, offset);
    offset += slice.byteLength;
  }
  return whole;
}
