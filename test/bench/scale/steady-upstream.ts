import { createServer } from 'node:net';
import { listenAndPrint } from '../../support/servers/child-process.ts';
import { DrainConnection, type DrainTerms } from '../attachments/drain-connection.ts';
import { PacedCalls } from './paced-calls.ts';

/** What its parent says: how long answers take from now on, milliseconds and on average, or that it asks for a `Tally`. */
export type UpstreamOrder = { readonly meanDelayMs: number } | 'tally';

/** A provider whose answers take as long as it was last told; at first they come at once. */
const calls = new PacedCalls();

process.on('message', (order: UpstreamOrder) => {
  if (order === 'tally') process.send?.(calls.tally());
  else calls.meanDelayMs = order.meanDelayMs;
});
process.once('disconnect', () => process.exit(0));

const schedule: DrainTerms['schedule'] = (answer) => calls.schedule(answer);
const server = createServer((socket) => new DrainConnection(socket, { bytesPerSecond: Infinity, schedule }));
listenAndPrint(server);
