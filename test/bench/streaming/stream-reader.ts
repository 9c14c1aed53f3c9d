import { connect, type Socket } from 'node:net';
import { MarkReader, nowMicros } from './mark.ts';
import { Spread, type SpreadFigures } from './spread.ts';

/** What its parent says to the process that reads streams. */
export type ReaderOrder = StartOrder | 'sample' | 'stop';

export interface StartOrder {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly streams: number;
  /** From one stream to the next at the start, so that they do not all ask at once. */
  readonly startEveryMs: number;
  /** Whether each asks again as soon as its stream has ended. */
  readonly isRepeated: boolean;
}

/** Of the time since the last sample, or the start. */
export interface ReaderFigures {
  /** What was added to the provider's own time until the first token was there, milliseconds. */
  readonly firstToken: SpreadFigures;
  /** How long the oldest token in what was read at once had been under way, milliseconds. */
  readonly token: SpreadFigures;
  readonly tokens: number;
  readonly failed: number;
  /** Streams of which a token was read. */
  readonly running: number;
  readonly cpuMicros: number;
  readonly tookMicros: number;
}

let firstToken = new Spread();
let tokenAge = new Spread();
let tokens = 0;
let failed = 0;
let sampledMicros = nowMicros();
let cpu = process.cpuUsage();
let isRepeated = false;
const streams = new Set<ReadStream>();

const END = Buffer.from('0\r\n\r\n');
const NOTHING = Buffer.alloc(0);
/** What is read goes here, whoever it is for: it is looked at before the next is read. */
const SHARED = Buffer.alloc(65_536);

class ReadStream {
  readonly #request: Buffer;
  readonly #socket: Socket;
  #marks = new MarkReader();
  #askedMicros = 0;
  #isFirst = true;
  #hasStatus = false;
  #tail: Buffer = NOTHING;

  constructor(order: StartOrder) {
    const { hostname, port, pathname } = new URL(order.url);
    const headers = Object.entries({ host: `${hostname}:${port}`, ...order.headers });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    this.#request = Buffer.from(
      `POST ${pathname} HTTP/1.1\r\n${head}content-length: ${order.body.length}\r\n\r\n${order.body}`,
    );
    streams.add(this);
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: SHARED,
        callback: (length) => {
          this.#read(SHARED.subarray(0, length));
          return true;
        },
      },
    });
    this.#socket.on('connect', () => this.#ask());
    this.#socket.on('error', () => this.#fail());
    this.#socket.on('close', () => this.#fail());
  }

  get isRunning(): boolean {
    return !this.#isFirst;
  }

  #ask(): void {
    this.#marks = new MarkReader();
    this.#isFirst = true;
    this.#hasStatus = false;
    this.#tail = NOTHING;
    this.#askedMicros = nowMicros();
    this.#socket.write(this.#request);
  }

  #read(bytes: Buffer): void {
    const now = nowMicros();
    if (!this.#hasStatus) {
      this.#hasStatus = true;
      if (bytes.toString('latin1', 9, 12) !== '200') {
        process.stderr.write(`${bytes.toString('latin1', 0, 600)}\n`);
        return this.#fail();
      }
    }
    let oldest = 0;
    this.#marks.read(bytes, ({ writtenMicros, waitedMicros }) => {
      oldest ||= writtenMicros;
      tokens += 1;
      if (!this.#isFirst) return;
      this.#isFirst = false;
      firstToken.add((now - this.#askedMicros - waitedMicros) / 1_000);
    });
    if (oldest !== 0) tokenAge.add((now - oldest) / 1_000);
    if (!this.#isEnd(bytes)) return;
    if (this.#isFirst) return this.#fail();
    if (isRepeated) this.#ask();
    else this.#leave();
  }

  #isEnd(bytes: Buffer): boolean {
    if (bytes.length >= END.length) {
      this.#tail = Buffer.from(bytes.subarray(-END.length));
    } else this.#tail = Buffer.concat([this.#tail, bytes]).subarray(-END.length);
    return this.#tail.equals(END);
  }

  #fail(): void {
    if (!streams.has(this)) return;
    failed += 1;
    this.#leave();
  }

  #leave(): void {
    streams.delete(this);
    this.#socket.destroy();
    if (streams.size === 0) onEmpty();
  }
}

let onEmpty = (): void => {};

function sample(): ReaderFigures {
  const now = nowMicros();
  const { user, system } = process.cpuUsage(cpu);
  const figures = {
    firstToken: firstToken.figures(),
    token: tokenAge.figures(),
    tokens,
    failed,
    running: [...streams].filter(({ isRunning }) => isRunning).length,
    cpuMicros: user + system,
    tookMicros: now - sampledMicros,
  };
  firstToken = new Spread();
  tokenAge = new Spread();
  tokens = 0;
  failed = 0;
  sampledMicros = now;
  cpu = process.cpuUsage();
  return figures;
}

function start(order: StartOrder, started: number): void {
  if (started === order.streams) return void process.send?.('started');
  // oxlint-disable-next-line no-new -- it keeps itself
  new ReadStream(order);
  if (order.startEveryMs === 0) start(order, started + 1);
  else setTimeout(start, order.startEveryMs, order, started + 1);
}

process.on('message', (order: ReaderOrder) => {
  if (order === 'sample') process.send?.(sample());
  else if (order === 'stop') {
    isRepeated = false;
    onEmpty = () => void process.send?.(sample());
    if (streams.size === 0) onEmpty();
  } else {
    onEmpty = () => {};
    isRepeated = order.isRepeated;
    start(order, 0);
  }
});
process.once('disconnect', () => process.exit(0));
