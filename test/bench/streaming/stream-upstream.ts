import { createServer, type Socket } from 'node:net';
import { listenAndPrint } from '../../support/servers/child-process.ts';
import { nowMicros, token, TOKEN_LENGTH } from './mark.ts';
import { NEVER_MS, TokenWheel } from './token-wheel.ts';

/**
 * How streams are from now on: at an interval of 0 all tokens come at once, at `NEVER_MS` none comes after the first.
 * `finish` ends those under way.
 */
export type StreamOrder =
  | { readonly thinkMs: number; readonly tokens: number; readonly tokenEveryMs: number }
  | 'finish'
  | 'tally';

export interface StreamTally {
  readonly tokens: number;
  readonly open: number;
  /** Processor time, microseconds. */
  readonly cpuMicros: number;
}

/**
 * A provider that streams chat completions: a token whenever one is due, each with the time it was written. It reads
 * just enough HTTP for it, and the bytes around a token are made once, so that it takes little of the machine.
 */
let order = { thinkMs: 0, tokens: 1, tokenEveryMs: 20 };
let tokens = 0;
const open = new Set<Stream>();
const wheel = new TokenWheel();

const START =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n';
const CHUNK = {
  id: 'chatcmpl-7eb08824fb8d47afa1f03aa786f2d1f3',
  object: 'chat.completion.chunk',
  created: 1_770_770_839,
  model: 'mistral-large-2512',
};

const event = (members: object): string => `data: ${JSON.stringify({ ...CHUNK, ...members })}\n\n`;
const choice = (delta: object, finish_reason: string | null): object => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const framed = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const TOKEN_EVENT = framed(
  event(choice({ content: '\0'.padEnd(TOKEN_LENGTH, '\0') }, null)).replaceAll('\\u0000', '\0'),
);
const TOKEN_AT = TOKEN_EVENT.indexOf('\0');
const BEFORE = TOKEN_EVENT.slice(0, TOKEN_AT);
const AFTER = TOKEN_EVENT.slice(TOKEN_AT + TOKEN_LENGTH);
const ROLE = framed(event(choice({ role: 'assistant', content: '' }, null)));

class Stream {
  readonly #socket: Socket;
  readonly #left: number;
  #sent = 0;
  #waitedMicros = 0;
  readonly #readMicros = nowMicros();

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#left = order.tokens;
    open.add(this);
    wheel.add(order.thinkMs, () => {
      const { tokenEveryMs } = order;
      if (tokenEveryMs === 0) this.#writeAll();
      else if (this.#start() && tokenEveryMs < NEVER_MS) wheel.repeat(tokenEveryMs, () => this.#write());
      return false;
    });
  }

  /** @returns whether more is to come. */
  #start(): boolean {
    if (!open.has(this)) return false;
    this.#waitedMicros = nowMicros() - this.#readMicros;
    this.#socket.write(START + ROLE, 'latin1');
    return this.#write();
  }

  /** @returns whether more is to come. */
  #write(): boolean {
    if (!open.has(this)) return false;
    const now = nowMicros();
    this.#sent += 1;
    tokens += 1;
    this.#socket.write(BEFORE + token(now, this.#waitedMicros) + AFTER, 'latin1');
    if (this.#sent < this.#left) return true;
    this.end();
    return false;
  }

  #writeAll(): void {
    if (!this.#start()) return;
    const now = nowMicros();
    let events = '';
    // Each has a time of its own, by which readers tell them apart.
    for (; this.#sent < this.#left; this.#sent += 1)
      events += BEFORE + token(now + this.#sent, this.#waitedMicros) + AFTER;
    tokens += this.#left - 1;
    this.#socket.write(events, 'latin1');
    this.end();
  }

  end(): void {
    if (open.has(this) && this.#sent === 0) this.#start();
    if (!open.delete(this)) return;
    const usage = { prompt_tokens: 9, completion_tokens: this.#sent, total_tokens: 9 + this.#sent };
    const last = event({ ...choice({ content: '' }, 'stop'), usage });
    this.#socket.write(`${framed(`${last}data: [DONE]\n\n`)}0\r\n\r\n`, 'latin1');
  }

  drop(): void {
    open.delete(this);
  }
}

/** A head, as many bytes as it announces, a stream, and again. */
function serve(socket: Socket): void {
  let head = '';
  let bodyBytes = 0;
  let stream: Stream | undefined;
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    if (bodyBytes > 0) bodyBytes -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      bodyBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
      head = '';
    }
    if (bodyBytes === 0) stream = new Stream(socket);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => stream?.drop());
}

process.on('message', (message: StreamOrder) => {
  if (message === 'tally') {
    const { user, system } = process.cpuUsage();
    const tally: StreamTally = { tokens, open: open.size, cpuMicros: user + system };
    process.send?.(tally);
  } else if (message === 'finish') {
    for (const stream of open) stream.end();
  } else order = message;
});
process.once('disconnect', () => process.exit(0));

const server = createServer(serve);
listenAndPrint(server, 4_096);
