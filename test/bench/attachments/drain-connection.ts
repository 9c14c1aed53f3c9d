import type { Socket } from 'node:net';
import { replyOn } from '../../support/servers/provider-wires.ts';

/** How a connection behaves. */
export interface DrainTerms {
  /** That it reads. */
  readonly bytesPerSecond: number;
  /**
   * Called once a call has been read whole, with what answers it.
   * @returns what to do where nobody waits for the answer any more; undefined where it was given at once.
   */
  readonly schedule: (answer: () => void) => (() => void) | undefined;
  /** What answers are, looked at for each. */
  readonly answers?: DrainAnswers;
}

export interface DrainAnswers {
  /** How chat completions are answered that could come as events; whole where it is left out. */
  readonly stream?: StreamPace | undefined;
  /** Of a whole answer. */
  readonly text?: string | undefined;
}

export interface StreamPace {
  readonly tokens: number;
  /** Without it all of them are written at once. */
  readonly tokensPerSecond?: number | undefined;
}

/** One connection to a provider: a head, as many bytes as it announces, an answer in the path's dialect, and again. */
export class DrainConnection {
  readonly #socket: Socket;
  readonly #terms: DrainTerms;
  #head = '';
  #path = '';
  #bodyBytes = 0;
  #giveUp: (() => void) | undefined;

  constructor(socket: Socket, terms: DrainTerms) {
    this.#socket = socket;
    this.#terms = terms;
    socket.on('data', (chunk) => this.#read(chunk));
    // A gateway that is killed resets its connections.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#giveUp?.());
  }

  #read(chunk: Buffer): void {
    if (this.#bodyBytes > 0) this.#bodyBytes -= chunk.length;
    else this.#bodyBytes = this.#readHead(chunk);
    if (this.#path !== '' && this.#bodyBytes === 0) this.#giveUp = this.#terms.schedule(() => this.#answer());
    const { bytesPerSecond } = this.#terms;
    if (!Number.isFinite(bytesPerSecond)) return;
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), (chunk.length / bytesPerSecond) * 1_000);
  }

  /** @returns bytes of the body still to come; 0 while the head is not whole. */
  #readHead(chunk: Buffer): number {
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return 0;
    const head = this.#head.slice(0, end);
    const read = this.#head.length - end - 4;
    this.#head = '';
    this.#path = head.split(' ', 2)[1] ?? '';
    return Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - read;
  }

  #answer(): void {
    this.#giveUp = undefined;
    const { stream, text = 'A picture.' } = this.#terms.answers ?? {};
    if (stream !== undefined && this.#path.endsWith('/chat/completions')) return this.#stream(stream);
    const reply = replyOn(this.#path, { text, tokensIn: 9, tokensOut: 3 });
    const body = JSON.stringify(reply ?? {});
    const status = reply === undefined ? '404 Not Found' : '200 OK';
    const type = 'content-type: application/json';
    this.#socket.write(`HTTP/1.1 ${status}\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    this.#path = '';
  }

  #stream({ tokens, tokensPerSecond }: StreamPace): void {
    this.#path = '';
    this.#socket.setNoDelay(true);
    this.#socket.write(STREAM_HEAD);
    if (tokensPerSecond === undefined)
      return void this.#socket.write(TOKEN_EVENT.repeat(tokens) + streamEnd(tokens));
    let written = 0;
    const timer = setInterval(() => {
      written += 1;
      this.#socket.write(TOKEN_EVENT);
      if (written < tokens) return;
      clearInterval(timer);
      this.#giveUp = undefined;
      this.#socket.write(streamEnd(tokens));
    }, 1_000 / tokensPerSecond);
    this.#giveUp = () => clearInterval(timer);
  }
}

const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const TOKEN_EVENT = framed(eventOf({ delta: { content: ' picture' }, finish_reason: null }));

function streamEnd(tokens: number): string {
  const usage = { prompt_tokens: 9, completion_tokens: tokens, total_tokens: 9 + tokens };
  const last = eventOf({ delta: { content: '' }, finish_reason: 'stop' }, { usage });
  return `${framed(`${last}data: [DONE]\n\n`)}0\r\n\r\n`;
}

/** As long as those of a real provider. */
function eventOf(choice: object, members: object = {}): string {
  const chunk = {
    id: 'chatcmpl-7eb08824fb8d47afa1f03aa786f2d1f3',
    object: 'chat.completion.chunk',
    created: 1_770_770_839,
    model: 'mistral-large-2512',
    choices: [{ index: 0, ...choice }],
    ...members,
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function framed(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}
