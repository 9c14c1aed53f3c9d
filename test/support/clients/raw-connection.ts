import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One answer of the gateway, read off the wire by its Content-Length. */
export interface RawReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A client that says exactly the bytes it is told to. */
export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** Everything that has come. */
  text(): string;
  /** Waits for so many answers. @throws where the connection closes before. */
  replies(count: number): Promise<readonly RawReply[]>;
  /** Waits until the gateway has closed. @returns every answer that came before. */
  closed(): Promise<readonly RawReply[]>;
}

export async function openRaw(url: string): Promise<RawConnection> {
  // Half open, so that it is the gateway that closes.
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  const gone = Promise.withResolvers<void>();
  socket.once('end', () => gone.resolve());
  socket.once('close', () => gone.resolve());
  socket.on('error', () => gone.resolve());
  await once(socket, 'connect');
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    text: () => text,
    async replies(count) {
      while (readReplies(text).length < count) {
        const more = await Promise.race([once(socket, 'data').then(() => true), gone.promise]);
        if (more !== true && readReplies(text).length < count)
          throw new Error(
            `closed after ${readReplies(text).length} of ${count} answers: ${text.slice(-300)}`,
          );
      }
      return readReplies(text);
    },
    async closed() {
      await gone.promise;
      socket.destroy();
      return readReplies(text);
    },
  };
}

/** Sends the bytes and never reads an answer. */
export async function openUnread(url: string, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(bytes);
  return socket;
}

/** Sends the bytes and waits until the gateway closes. */
export async function answersTo(url: string, bytes: string | Buffer): Promise<readonly RawReply[]> {
  const connection = await openRaw(url);
  connection.send(bytes);
  return connection.closed();
}

/** Sends the bytes of one request and waits for its answer, whether or not the connection stays. */
export async function answerTo(url: string, bytes: string | Buffer): Promise<RawReply | undefined> {
  const connection = await openRaw(url);
  connection.send(bytes);
  const [reply] = await connection.replies(1);
  connection.socket.destroy();
  return reply;
}

function readReplies(text: string): readonly RawReply[] {
  const replies: RawReply[] = [];
  for (let rest = text; ;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return replies;
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const headers = new Map(
      fields.map((field) => [field.split(':', 1)[0]?.toLowerCase() ?? '', field.replace(/^[^:]*:\s*/, '')]),
    );
    const from = end + 4;
    const length = Number(headers.get('content-length') ?? 0);
    if (rest.length < from + length) return replies;
    replies.push({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]),
      headers,
      body: rest.slice(from, from + length),
    });
    rest = rest.slice(from + length);
  }
}

export interface RawPost {
  readonly key?: string;
  readonly body: string;
  /** In place of `POST /api/v1/prompt HTTP/1.1`. */
  readonly line?: string;
  /** Added as they stand, each with its line end. */
  readonly fields?: readonly string[];
  /** False leaves the Content-Length out. */
  readonly declares?: boolean;
}

/** The bytes of a prompt request. */
export function postBytes({ key, body, line, fields = [], declares = true }: RawPost): string {
  return [
    line ?? 'POST /api/v1/prompt HTTP/1.1',
    'Host: gateway',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    'Content-Type: application/json',
    ...(declares ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    ...fields,
    '',
    body,
  ].join('\r\n');
}

/** A body in one chunk. */
export function inOneChunk(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}
