import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Turn } from '../../workers/pace.ts';
import type { StopSignal } from '../stop-signal.ts';
import { asTransportError, replyTooLarge, TransportError, type UpstreamReply } from '../upstream-reply.ts';
import { ReplyBuffer } from './reply-buffer.ts';

export interface ReceiveTerms {
  readonly signal: StopSignal;
  readonly maxReplyBytes: number;
  /** Of the account whose call it is: a long reply goes on when its turn comes. */
  readonly turn: Turn;
}

export interface ReceivedReply extends Omit<UpstreamReply, 'body'> {
  readonly bytes: Buffer;
}

/**
 * Sends one request and reads its reply whole; the dispatcher bounds its time. Undici's own `request` makes
 * a stream of each reply, and listens to it and to a signal; a reply that is read whole needs none of it. Without them
 * and the signals themselves a request with sixteen models takes an eighth less processor time.
 * @throws TransportError also where the signal comes first; the connection is then closed.
 */
export function receiveReply(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, maxReplyBytes, turn }: ReceiveTerms,
): Promise<ReceivedReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedReply>();
  const receiver = new Receiver({ resolve, reject, body: request.body, maxReplyBytes, turn, signal });
  try {
    dispatcher.dispatch(request, receiver);
  } catch (cause) {
    receiver.fail(cause);
  }
  return promise;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Interim answers (1xx) before the final one. A provider sends one or two; undici does not pause between them. */
const MAX_INTERIM_ANSWERS = 16;

/** One socket would give two megabytes at a stretch; after this much the event loop turns. */
const BYTES_PER_STRETCH = 262_144;
/** Some tenths of a millisecond. */
const CHUNKS_PER_STRETCH = 1_000;

/** What a provider cannot be told: the time for its answer is over. */
const TOO_LATE = new TransportError('timeout', undefined);

interface ReceiverOptions {
  readonly resolve: (reply: ReceivedReply) => void;
  readonly reject: (error: TransportError) => void;
  readonly body: Dispatcher.DispatchOptions['body'];
  readonly maxReplyBytes: number;
  readonly turn: Turn;
  readonly signal: StopSignal;
}

class Receiver implements Dispatcher.DispatchHandler {
  readonly #options: ReceiverOptions;
  /** Since the event loop last turned for it. Chunks of a byte cost as much as large ones. */
  #stretch = { bytes: 0, chunks: 0 };
  #bytes: ReplyBuffer;
  #status = 0;
  #interimAnswers = 0;
  #headers: Headers = {};
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #forget = (): void => {};

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#bytes = new ReplyBuffer(options.maxReplyBytes, undefined);
    this.#forget = options.signal.whenStopped(() => {
      this.fail(TOO_LATE);
      this.#controller?.abort(TOO_LATE);
    });
  }

  fail(cause: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#forget();
    const { body, reject } = this.#options;
    // Its next slice would have nowhere to go; undici ends the stream only of a request that it has begun.
    if (body instanceof Readable) body.on('error', () => {}).destroy();
    reject(asTransportError(cause));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The end came while the request waited for its connection.
    if (this.#isSettled) controller.abort(TOO_LATE);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) {
      this.#interimAnswers += 1;
      if (this.#interimAnswers > MAX_INTERIM_ANSWERS) this.#abort(controller, replyTooLarge());
      return;
    }
    this.#status = status;
    this.#headers = headers;
    const declared = headers['content-length'];
    this.#bytes = new ReplyBuffer(
      this.#options.maxReplyBytes,
      typeof declared === 'string' ? declared : undefined,
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    try {
      this.#bytes.append(chunk);
    } catch (cause) {
      return this.#abort(controller, asTransportError(cause));
    }
    this.#stretch.bytes += chunk.byteLength;
    this.#stretch.chunks += 1;
    if (this.#stretch.bytes < BYTES_PER_STRETCH && this.#stretch.chunks < CHUNKS_PER_STRETCH) return;
    this.#stretch = { bytes: 0, chunks: 0 };
    this.#waitForTurn(controller);
  }

  #abort(controller: Dispatcher.DispatchController, error: TransportError): void {
    this.fail(error);
    controller.abort(error);
  }

  #waitForTurn(controller: Dispatcher.DispatchController): void {
    // Undici takes a connection that is closed before it has told the end for one that was lost.
    if (this.#bytes.isWhole()) return;
    controller.pause();
    // Where the connection has been given up meanwhile, this does nothing.
    void this.#options.turn().then(() => controller.resume());
  }

  onResponseEnd(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#forget();
    this.#options.resolve({
      status: this.#status,
      headers: firstOfEach(this.#headers),
      bytes: this.#bytes.take(),
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
