import { createServer, type Socket } from 'node:net';

/**
 * A provider that reads a body, throws it away and gives a short answer in the dialect the path asks for. It shares no
 * process with what is measured, and speaks just enough HTTP for it, so as to take little of the machine. A first
 * argument slows it down, bytes a second that each connection reads; a second delays its answers, milliseconds.
 */
const bytesPerSecond = Number(process.argv[2] ?? Infinity);
const delayMs = Number(process.argv[3] ?? 0);

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
    /:generateContent$/,
    {
      candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 },
    },
  ],
  [
    /\/converse$/,
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

/** One connection: a head, as many bytes as it announces, an answer, and again. */
class Connection {
  readonly #socket: Socket;
  #head = '';
  #path = '';
  #bodyBytes = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    // A gateway that is killed resets its connections.
    socket.on('error', () => socket.destroy());
  }

  #read(chunk: Buffer): void {
    if (this.#bodyBytes > 0) this.#bodyBytes -= chunk.length;
    else this.#bodyBytes = this.#readHead(chunk);
    if (this.#path !== '' && this.#bodyBytes === 0) {
      if (delayMs === 0) this.#answer();
      else setTimeout(() => this.#answer(), delayMs);
    }
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
    const reply = REPLIES.find(([path]) => path.test(this.#path))?.[1];
    const body = JSON.stringify(reply ?? {});
    const status = reply === undefined ? '404 Not Found' : '200 OK';
    const type = 'content-type: application/json';
    this.#socket.write(`HTTP/1.1 ${status}\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    this.#path = '';
  }
}

const server = createServer((socket) => new Connection(socket));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
