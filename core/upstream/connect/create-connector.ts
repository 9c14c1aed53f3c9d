import { buildConnector } from 'undici';
import { readInSlices } from './read-in-slices.ts';
import { lookUpProvider } from './refuse-address.ts';

/** What is parsed of a reply in one go. */
const SLICE_BYTES = 16_384;

/** Opens connections to a provider, and looks at the address each leads to. */
export function createConnector(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: lookUpProvider, allowH2: false });
  return (target, callback) =>
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      if (error === null) readInSlices(socket, SLICE_BYTES);
      callback(...outcome);
    });
}
