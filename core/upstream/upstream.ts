import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { Pool } from 'undici';
import type { Credentials } from '../config.ts';
import type { AccessKey, Provider, SignableRequest, WirePlugin, WireRequest } from '../contract.ts';
import type { ProviderState } from '../metrics.ts';
import type { LongTexts } from '../text/long-text.ts';
import { SLICE_BYTES } from '../text/slices-of.ts';
import { createConnector } from './connect/create-connector.ts';
import type { Ending } from './ending.ts';
import { encodeBody, type EncodedBody } from './encode-body.ts';
import { createProviderLine, type ProviderLine } from './provider-line.ts';
import { receiveReply } from './receive-reply.ts';
import { createReplyPace } from './reply-stretch.ts';
import { refuseBaseUrl } from './connect/refuse-address.ts';
import { createPace, type Pace, type Turn } from '../workers/pace.ts';
import { streamBody } from './stream-body.ts';
import { within } from './within.ts';
import { asTransportError, TransportError, type UpstreamReply } from './upstream-reply.ts';

/** Where one provider is reached and with which keys. */
export interface UpstreamTarget {
  readonly provider: Provider;
  readonly baseUrl: string;
  /** In the order of rotation; empty where the operator has set none. */
  readonly credentials: readonly Credentials[];
}

export interface SendTerms {
  readonly providerId: string;
  /** Whose turn it takes where the call is long. */
  readonly accountId: number;
  /** Which of the provider's keys to send with. */
  readonly key: number;
  readonly ending: Ending;
  /** What the marks in the request stand for. */
  readonly texts: LongTexts;
  /** @returns the reply's JSON; undefined where it is none. @throws TransportError where it is larger than is read. */
  readonly parse: (bytes: Buffer, status: number) => Promise<unknown>;
}

export interface Upstream {
  isConfigured(providerId: string): boolean;
  /** What a call to the provider must pass; undefined where the provider is not configured. */
  line(providerId: string): ProviderLine | undefined;
  /**
   * Sends one request and reads the reply whole. Redirects are not followed: the key never travels to another host.
   * @throws TransportError
   */
  send(request: WireRequest, plugin: WirePlugin, terms: SendTerms): Promise<UpstreamReply>;
  /** Of every provider that is configured. */
  state(): readonly ProviderState[];
  /** Closes what none of the others shares, in flight or not. */
  close(others?: readonly Upstream[]): Promise<void>;
  /** By provider. */
  readonly connections: ReadonlyMap<string, Connection>;
  /** Of what is sent. */
  readonly pace: Pace;
  /** Of what is received. */
  readonly replyPace: Pace;
}

interface Connection {
  readonly target: UpstreamTarget;
  readonly pool: Pool;
  readonly line: ProviderLine;
  /** Path of the base URL, put before every request's own. */
  readonly basePath: string;
}

/**
 * One pool of connections per configured provider; its sockets are opened on first use.
 * @param earlier gives its pools, slots, keys and breakers of all providers that have not changed.
 */
export function createUpstream(
  targets: readonly UpstreamTarget[],
  now: () => Date,
  earlier?: Upstream,
): Upstream {
  const configured = targets.filter(({ credentials }) => credentials.length > 0);
  const connections = new Map(
    configured.map((target) => {
      const known = earlier?.connections.get(target.provider.id);
      const stays = known !== undefined && isDeepStrictEqual(known.target, target);
      return [target.provider.id, stays ? known : connect(target)];
    }),
  );
  const pace = earlier?.pace ?? createPace();
  const replyPace = earlier?.replyPace ?? createReplyPace();

  return {
    isConfigured: (providerId) => connections.has(providerId),
    line: (providerId) => connections.get(providerId)?.line,
    async send(request, plugin, { providerId, accountId, key, ending, texts, parse }) {
      const connection = connections.get(providerId);
      if (connection === undefined) throw new TransportError('provider_unconfigured', undefined);
      const credentials = connection.target.credentials[key];
      const body = encodeBody(request.body, texts);
      const path = connection.basePath + request.path;
      try {
        const turn = (): Promise<void> => pace(accountId);
        const outgoing = { connection, credentials, request, path, body, plugin, turn, now: now() };
        const headers = await headersFor(outgoing);
        const dispatched = { method: 'POST', path, headers, body: sendable(body, turn) } as const;
        const { maxReplyBytes } = connection.target.provider;
        const terms = { ending, maxReplyBytes, turn: () => replyPace(accountId) };
        const { bytes, ...head } = await receiveReply(connection.pool, dispatched, terms);
        return { ...head, body: await within(parse(bytes, head.status), ending) };
      } catch (cause) {
        throw asTransportError(cause);
      }
    },
    state: () => [...connections.values()].map(({ line }) => line.state()),
    async close(others = []) {
      const shared = new Set(others.flatMap((other) => [...other.connections.values()]));
      const own = [...connections.values()].filter((connection) => !shared.has(connection));
      await Promise.all(own.map(({ pool }) => pool.destroy()));
    },
    connections,
    pace,
    replyPace,
  };
}

function connect(target: UpstreamTarget): Connection {
  const url = new URL(target.baseUrl);
  refuseBaseUrl(target.provider.id, url);
  const { connectMs, firstByteMs, totalMs } = target.provider.timeouts;
  const pool = new Pool(url.origin, {
    // Each call has a socket to itself, and whoever holds a slot waits for none.
    connections: target.provider.concurrency.calls,
    // Over HTTP/2 calls would share a socket, and a paused reply would still be read.
    allowH2: false,
    connect: createConnector(connectMs),
    headersTimeout: firstByteMs,
    bodyTimeout: totalMs,
    maxResponseSize: target.provider.maxReplyBytes,
  });
  return {
    target,
    pool,
    line: createProviderLine(target.provider, target.credentials.length),
    basePath: url.pathname === '/' ? '' : url.pathname,
  };
}

interface Outgoing {
  readonly connection: Connection;
  readonly credentials: Credentials | undefined;
  readonly request: WireRequest;
  readonly path: string;
  readonly body: EncodedBody;
  readonly plugin: WirePlugin;
  readonly turn: Turn;
  readonly now: Date;
}

type Headers = Readonly<Record<string, string>>;

function headersFor(outgoing: Outgoing): Headers | Promise<Headers> {
  const { connection, credentials, request, body } = outgoing;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-length': String(body.byteLength),
    accept: 'application/json',
    ...connection.target.provider.headers,
    ...request.headers,
  };
  if (credentials === undefined || credentials.kind === 'none') return headers;
  if (credentials.kind === 'accessKey') return sign(outgoing, headers, credentials.accessKey);
  headers[credentials.header] = credentials.value;
  return headers;
}

async function sign(
  { connection, path, body, plugin, turn, now }: Outgoing,
  headers: Headers,
  accessKey: AccessKey,
): Promise<Headers> {
  const { provider, baseUrl } = connection.target;
  if (plugin.sign === undefined)
    throw new Error(`the plugin of ${provider.id} cannot sign; set a bearer key instead`);
  const url = new URL(path, baseUrl);
  const signable: SignableRequest = { method: 'POST', url, headers, body: await gather(body, turn) };
  return plugin.sign(signable, accessKey, now);
}

/** A signature is over the whole body. The copy is made in slices as well, and is gone once the request is signed. */
async function gather(body: EncodedBody, turn: Turn): Promise<Uint8Array> {
  if (body.byteLength <= SLICE_BYTES) return Buffer.concat(body.pieces);
  const whole = Buffer.allocUnsafeSlow(body.byteLength);
  let offset = 0;
  for await (const slice of streamBody(body, turn)) {
    whole.set(slice, offset);
    offset += slice.byteLength;
  }
  return whole;
}

/** A short body goes as it is: its header and itself are then one write. */
function sendable(body: EncodedBody, turn: Turn): Uint8Array | Readable {
  return body.byteLength <= SLICE_BYTES
    ? Buffer.concat(body.pieces)
    : Readable.from(streamBody(body, turn), { objectMode: false });
}
