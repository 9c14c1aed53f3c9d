import { createServer } from 'node:net';
import { listenAndPrint } from '../../support/servers/child-process.ts';
import { type DrainAnswers, DrainConnection } from './drain-connection.ts';

/** How its parent has it answer from now on. It says `true` once it does. */
export interface UpstreamOrder extends DrainAnswers {
  /** Milliseconds until an answer. */
  readonly delayMs?: number;
}

/**
 * A provider that reads a body, throws it away and gives a short answer in the dialect the path asks for. It shares no
 * process with what is measured, and speaks just enough HTTP for it, so as to take little of the machine. An argument slows
 * it down, bytes a second that each connection reads.
 */
const bytesPerSecond = Number(process.argv[2] ?? Infinity);
let order: UpstreamOrder = {};

function schedule(answer: () => void): (() => void) | undefined {
  const { delayMs = 0 } = order;
  if (delayMs === 0) {
    answer();
    return undefined;
  }
  const timer = setTimeout(answer, delayMs);
  return () => clearTimeout(timer);
}

process.on('message', (message: UpstreamOrder) => {
  order = message;
  process.send?.(true);
});
process.once('disconnect', () => process.exit(0));

const terms = {
  bytesPerSecond,
  schedule,
  get answers() {
    return order;
  },
};
const server = createServer((socket) => new DrainConnection(socket, terms));
listenAndPrint(server);
