import type { Socket } from 'node:net';

/** How a connection behaves. */
export interface DrainTerms {
  /** That it reads. */
  readonly bytesPerSecond: number;
  /**
   * Called once a call has been read whole, with what answers it.
   * @returns what to do where nobody waits for the answer any more; undefined where it was given at once.
   */
  readonly schedule: (answer: () => void) => (() => void) | undefined;
}

const TEXT = 'A picture.';
const REPLIES: readonly (readonly [RegExp, unknown])[] = [
  [
    /\/responses$/,
    {
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: TEXT }] }],
      usage: { input_tokens: 9, output_tokens: 3 },
    },
  ],
  [
    /\/messages$/,
    {
      content: [{ type: 'text', text: TEXT }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 9, output_tokens: 3 },
    },
  ],
  [
    /:(?:generateContent|streamGenerateContent\?alt=sse)$/,
    {
      candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 },
    },
  ],
  [
    /\/converse(?:-stream)?$/,
    {
      output: { message: { content: [{ text: TEXT }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 9, outputTokens: 3 },
    },
  ],
  [
    /\/chat\/completions$/,
    {
      choices: [{ message: { content: TEXT }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    },
  ],
];

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
    const reply = REPLIES.find(([path]) => path.test(this.#path))?.[1];
    const body = JSON.stringify(reply ?? {});
    const status = reply === undefined ? '404 Not Found' : '200 OK';
    const type = 'content-type: application/json';
    this.#socket.write(`HTTP/1.1 ${status}\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    this.#path = '';
  }
}
