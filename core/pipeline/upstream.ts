import { Readable } from 'node:stream';
import { Pool, type Dispatcher } from 'undici';
import type { Credentials } from '../config.ts';
import type { FaultCode, Provider, SignableRequest, WirePlugin, WireRequest } from '../contract.ts';
import { encodeBody, type EncodedBody } from './encode-body.ts';
import { createSlots, type Priority, type Slots } from './slots.ts';
import { createPace, SLICE_BYTES, streamBody, type Pace } from './stream-body.ts';

/** Calls in flight to one provider, of all requests together, each on its own socket; more wait for a slot. */
const CALLS_PER_PROVIDER = 512;

export interface UpstreamReply {
  readonly status: number;
  /** Names in lower case; of a repeated header the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined where the body is not JSON. */
  readonly body: unknown;
}

/** The call did not come back with a reply: no connection, no answer in time, a cut or oversized body. */
export class TransportError extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, cause: unknown) {
    super(`upstream: ${code}`, { cause });
    this.name = 'TransportError';
    this.code = code;
  }
}

/** Where one provider is reached and with which key. */
export interface UpstreamTarget {
  readonly provider: Provider;
  readonly baseUrl: string;
  /** Undefined where the operator has set none. */
  readonly credentials: Credentials | undefined;
}

export interface Upstream {
  isConfigured(providerId: string): boolean;
  /**
   * Waits until a call to the provider may start; models go before judges.
   * @returns what ends the call's claim; undefined where the signal ended the wait.
   */
  acquire(providerId: string, priority: Priority, signal: AbortSignal): Promise<(() => void) | undefined>;
  /**
   * Sends one request and reads the reply whole. Redirects are not followed: the key never travels to another host.
   * @throws TransportError
   */
  send(
    request: WireRequest,
    plugin: WirePlugin,
    options: { readonly providerId: string; readonly signal: AbortSignal },
  ): Promise<UpstreamReply>;
  close(): Promise<void>;
}

interface Connection {
  readonly target: UpstreamTarget;
  readonly pool: Pool;
  readonly slots: Slots;
  /** Path of the base URL, put before every request's own. */
  readonly basePath: string;
}

/** One pool of connections per provider, opened on first use. */
export function createUpstream(targets: readonly UpstreamTarget[], now: () => Date): Upstream {
  const connections = new Map(targets.map((target) => [target.provider.id, connect(target)]));
  const pace = createPace();

  return {
    isConfigured: (providerId) => connections.get(providerId)?.target.credentials !== undefined,
    acquire: async (providerId, priority, signal) =>
      connections.get(providerId)?.slots.acquire(priority, signal),
    async send(request, plugin, { providerId, signal }) {
      const connection = connections.get(providerId);
      if (connection === undefined) throw new TransportError('provider_unconfigured', undefined);
      const body = encodeBody(request.body);
      const path = connection.basePath + request.path;
      try {
        const headers = await headersFor({ connection, request, path, body, plugin, pace, now: now() });
        const reply = await connection.pool.request({
          method: 'POST',
          path,
          headers,
          body: sendable(body, pace),
          signal,
        });
        return await readReply(reply);
      } catch (cause) {
        throw new TransportError(codeOf(cause), cause);
      }
    },
    async close() {
      await Promise.all([...connections.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

function connect(target: UpstreamTarget): Connection {
  const url = new URL(target.baseUrl);
  const { connectMs, firstByteMs, totalMs } = target.provider.timeouts;
  const pool = new Pool(url.origin, {
    connections: CALLS_PER_PROVIDER,
    connect: { timeout: connectMs },
    headersTimeout: firstByteMs,
    bodyTimeout: totalMs,
    maxResponseSize: target.provider.maxReplyBytes,
  });
  return {
    target,
    pool,
    slots: createSlots(CALLS_PER_PROVIDER),
    basePath: url.pathname === '/' ? '' : url.pathname,
  };
}

interface Outgoing {
  readonly connection: Connection;
  readonly request: WireRequest;
  readonly path: string;
  readonly body: EncodedBody;
  readonly plugin: WirePlugin;
  readonly pace: Pace;
  readonly now: Date;
}

async function headersFor({
  connection,
  request,
  path,
  body,
  plugin,
  pace,
  now,
}: Outgoing): Promise<Readonly<Record<string, string>>> {
  const { provider, credentials, baseUrl } = connection.target;
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.byteLength),
    accept: 'application/json',
    ...provider.headers,
    ...request.headers,
  };
  if (credentials === undefined) return headers;
  if (credentials.kind === 'token') return { ...headers, [credentials.header]: credentials.value };
  if (plugin.sign === undefined)
    throw new Error(`the plugin of ${provider.id} cannot sign; set a bearer key instead`);
  const url = new URL(path, baseUrl);
  const signable: SignableRequest = { method: 'POST', url, headers, body: await gather(body, pace) };
  return plugin.sign(signable, credentials.accessKey, now);
}

/** A signature is over the whole body. The copy is made in slices as well, and is gone once the request is signed. */
async function gather(body: EncodedBody, pace: Pace): Promise<Uint8Array> {
  if (body.byteLength <= SLICE_BYTES) return Buffer.concat(body.pieces);
  const whole = Buffer.allocUnsafeSlow(body.byteLength);
  let offset = 0;
  for await (const slice of streamBody(body, pace)) {
    whole.set(slice, offset);
    offset += slice.byteLength;
  }
  return whole;
}

/** A short body goes as it is: its header and itself are then one write. */
function sendable(body: EncodedBody, pace: Pace): Uint8Array | Readable {
  return body.byteLength <= SLICE_BYTES
    ? Buffer.concat(body.pieces)
    : Readable.from(streamBody(body, pace), { objectMode: false });
}

async function readReply(reply: Dispatcher.ResponseData): Promise<UpstreamReply> {
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: flatten(reply.headers), body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function flatten(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) flat[name.toLowerCase()] = first;
  }
  return flat;
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
]);

function codeOf(error: unknown): FaultCode {
  if (!(error instanceof Error)) return 'unavailable';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  if (TIMEOUT_CODES.has(code)) return 'timeout';
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'malformed_reply' : 'unavailable';
}
