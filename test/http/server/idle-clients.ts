import { connect, type Socket } from 'node:net';

/** A crowd of clients that connect and then ask nothing, in a process of its own: each has its own limit of open files. */
export interface IdleCrowd {
  readonly port: number;
  readonly count: number;
  /** Every other one begins a request and does not go on. */
  readonly begun: string;
}

/** Sent whenever it is asked for with `report`, and once all are connected. */
export interface IdleReport {
  readonly connected: number;
  readonly closed: number;
  /** The connections that got a 408 first. */
  readonly toldWhy: number;
  readonly errors: number;
}

/** Connections that open at once; few, so that the server's backlog is not measured. */
const OPENING_AT_ONCE = 100;

let connected = 0;
let closed = 0;
let toldWhy = 0;
let errors = 0;

function report(): void {
  process.send?.({ connected, closed, toldWhy, errors } satisfies IdleReport);
}

async function open({ port, count, begun }: IdleCrowd): Promise<void> {
  const openOne = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const socket: Socket = connect(port, '127.0.0.1', () => {
        connected += 1;
        if (index % 2 === 0) socket.write(begun);
        resolve();
      });
      socket.on('data', (chunk) => {
        if (String(chunk).startsWith('HTTP/1.1 408 ')) toldWhy += 1;
      });
      socket.on('error', () => {
        errors += 1;
        resolve();
      });
      socket.on('close', () => {
        closed += 1;
      });
    });
  for (let index = 0; index < count; index += OPENING_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(OPENING_AT_ONCE, count - index) }, (_, offset) =>
        openOne(index + offset),
      ),
    );
  report();
}

process.on('message', (message: IdleCrowd | 'report') => {
  if (message === 'report') report();
  else void open(message);
});
process.once('disconnect', () => process.exit(0));
