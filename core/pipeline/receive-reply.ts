import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Ending } from './ending.ts';
import { asTransportError, TransportError, type UpstreamReply } from './upstream-reply.ts';

/**
 * Sends one request and reads its reply whole; the dispatcher bounds its size and its time. Undici's own `request` makes
 * a stream of each reply, and listens to it and to a signal; a reply that is read whole needs none of it. Without them
 * and the signals themselves a request with sixteen models takes an eighth less processor time.
 * @throws TransportError also where the ending comes first; the connection is then closed.
 */
export function receiveReply(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  ending: Ending,
): Promise<UpstreamReply> {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamReply>();
  const receiver = new Receiver({ resolve, reject, body: request.body });
  receiver.heed(ending);
  try {
    dispatcher.dispatch(request, receiver);
  } catch (cause) {
    receiver.fail(cause);
  }
  return promise;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a provider cannot be told: the time for its answer is over. */
const TOO_LATE = new TransportError('timeout', undefined);

interface ReceiverOptions {
  readonly resolve: (reply: UpstreamReply) => void;
  readonly reject: (error: TransportError) => void;
  readonly body: Dispatcher.DispatchOptions['body'];
}

class Receiver implements Dispatcher.DispatchHandler {
  readonly #options: ReceiverOptions;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: Headers = {};
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #forget = (): void => {};

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  heed(ending: Ending): void {
    this.#forget = ending.whenOver(() => {
      this.fail(TOO_LATE);
      this.#controller?.abort(TOO_LATE);
    });
  }

  fail(cause: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget();
    const { body, reject } = this.#options;
    // Its next slice would have nowhere to go; undici ends the stream only of a request that it has begun.
    if (body instanceof Readable) body.on('error', () => {}).destroy();
    reject(asTransportError(cause));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The end came while the request waited for its connection.
    if (this.#isOver) controller.abort(TOO_LATE);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // Of interim answers (1xx) the last word is the one that stands.
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget();
    this.#options.resolve({
      status: this.#status,
      headers: firstOfEach(this.#headers),
      body: parsed(this.#chunks),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    this.fail(cause);
  }
}

function firstOfEach(headers: Headers): Readonly<Record<string, string>> {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = typeof value === 'string' ? value : value?.[0];
    if (text !== undefined) first[name.toLowerCase()] = text;
  }
  return first;
}

/** JSON in UTF-8, with or without a byte order mark (RFC 8259, 8.1, lets a reader skip one). */
function parsed(chunks: readonly Buffer[]): unknown {
  const [only = NO_BYTES] = chunks;
  const text = (chunks.length <= 1 ? only : Buffer.concat(chunks)).toString('utf8');
  try {
    return JSON.parse(text.startsWith('\u{FEFF}') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

const NO_BYTES = Buffer.alloc(0);
