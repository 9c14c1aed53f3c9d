import type { buildConnector } from 'undici';
import { createReplyPace } from '../receive/reply-bounds.ts';
import { readInSlices } from './read-in-slices.ts';
import { lookUpProvider } from './refuse-address.ts';
import { undici } from './undici.ts';

/** What is parsed of a reply in one go. */
const SLICE_BYTES = 16_384;
/** More than a reply has between two of its own pauses; some tenths of a millisecond. */
const STRETCH_BYTES = 524_288;

/** Of all connections: each has a turn of its own. */
const pace = createReplyPace();
let connections = 0;

export interface ConnectorTerms {
  /** Until a connection is open, milliseconds. */
  readonly timeoutMs: number;
  /** Of a reply with its heads and its framing: a connection that brings more is closed. */
  readonly maxBytes: number;
}

/** Opens connections to a provider, and looks at the address each leads to. */
export function createConnector({ timeoutMs, maxBytes }: ConnectorTerms): buildConnector.connector {
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
