import type { buildConnector } from 'undici';
import { createReplyPace } from '../receive/reply-bounds.ts';
import { readInSlices } from './read-in-slices.ts';
import { lookUpProvider } from './refuse-address.ts';
import { undici } from './undici.ts';

/** The bytes of a reply that are parsed at once. */
const SLICE_BYTES = 16_384;
/** More than a reply reads between two of its own pauses. It takes some tenths of a millisecond. */
const STRETCH_BYTES = 524_288;

/** Shared by all connections, which take turns. */
const pace = createReplyPace();
let connections = 0;

/**
 * Opens connections to a provider and checks the address of each.
 * @param timeoutMs in which a connection must open.
 * @param maxBytes of a reply with its headers and framing. A connection that delivers more is closed.
 */
export function createConnector(timeoutMs: number, maxBytes: number): buildConnector.connector {
  const connect = undici.buildConnector({ timeout: timeoutMs, lookup: lookUpProvider, allowH2: false });
  return (target, callback) =>
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      if (error === null) {
        const connection = (connections += 1);
        const turn = (): Promise<void> => pace(connection);
        readInSlices(socket, {
          sliceBytes: SLICE_BYTES,
          stretchBytes: STRETCH_BYTES,
          maxBytes,
          turn,
        });
      }
      callback(...outcome);
    });
}
