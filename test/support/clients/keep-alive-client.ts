import { connect, type Socket } from 'node:net';

/** A client for very many small requests: raw bytes in, replies out, over a few connections that stay open. */
export interface KeepAliveClient {
  /**
   * Sends one request whole. Its reply must state its length, as every answer but events does.
   * @throws Error where the connection ends before the reply does.
   */
  send(request: RawRequest): Promise<RawReply>;
  close(): void;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface RawReply {
  readonly status: number;
  /** Names in lower case; of a name that stands twice, the last. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface ClientOptions {
  readonly port: number;
  readonly connections: number;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly hasBody: boolean;
  readonly resolve: (reply: RawReply) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = '\r\n\r\n';

/** One connection at a time: opened when needed, left when the server says so. */
class Lane {
  readonly #port: number;
  #socket: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  readonly sent: Waiting[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  send(waiting: Waiting): void {
    const socket = (this.#socket ??= this.#open());
    this.sent.push(waiting);
    // Whatever is sent in one turn travels in one piece.
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    socket.write(waiting.bytes);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1');
    this.#received = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(socket, chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#leave(socket));
    return socket;
  }

  #read(socket: Socket, chunk: Buffer): void {
    let rest = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (;;) {
      const found = readReply(rest, this.sent[0]?.hasBody !== false);
      if (found === undefined) break;
      rest = rest.subarray(found.length);
      this.sent.shift()?.resolve(found.reply);
      if (found.reply.headers.get('connection') === 'close') {
        this.#leave(socket);
        return;
      }
    }
    this.#received = rest;
  }

  #leave(socket: Socket): void {
    socket.destroy();
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    for (const { reject } of this.sent.splice(0)) reject(new Error('the connection ended before the reply'));
  }
}

/** @returns undefined while the reply is not whole. */
function readReply(
  bytes: Buffer,
  hasBody: boolean,
): { readonly reply: RawReply; readonly length: number } | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const start = headEnd + HEAD_END.length;
  const end = start + (hasBody ? Number(headers.get('content-length')) : 0);
  if (Number.isNaN(end)) throw new Error(`no Content-Length in a reply: ${statusLine}`);
  if (bytes.length < end) return undefined;
  const status = Number(statusLine.split(' ')[1]);
  return { reply: { status, headers, body: bytes.toString('utf8', start, end) }, length: end };
}

export function createKeepAliveClient({ port, connections }: ClientOptions): KeepAliveClient {
  const lanes = Array.from({ length: connections }, () => new Lane(port));
  const queue: Waiting[] = [];

  const freeLane = (): Lane | undefined => lanes.find(({ sent }) => sent.length === 0);
  const pump = (): void => {
    for (let lane = freeLane(); lane !== undefined; lane = freeLane()) {
      const next = queue.shift();
      if (next === undefined) return;
      lane.send(next);
    }
  };
  return {
    async send(request) {
      const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
      queue.push({ bytes: bytesOf(request), hasBody: request.method !== 'HEAD', resolve, reject });
      pump();
      return promise.finally(pump);
    },
    close() {
      for (const lane of lanes) lane.close();
    },
  };
}

function bytesOf({ method, path, headers = {}, body }: RawRequest): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${body.byteLength}`]),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}${HEAD_END}`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, body]);
}
