import type { StreamReader } from '../../contract.ts';
import { BinarySplitter } from './binary-splitter.ts';
import { SseSplitter } from './sse-splitter.ts';

/** Finds the events in the chunks of a stream, without reading them. */
export interface EventSplitter {
  /** The next chunk; only after `next` has given all events of the one before. */
  push(chunk: Buffer): void;
  /**
   * The next event that is whole, as it came, to be read before the next call: over 64 KiB it has memory of its own.
   * @returns undefined where more must come in first. @throws TransportError for an event longer than the bound.
   */
  next(): Buffer | undefined;
}

/** @param maxEventBytes a longer event is refused. */
export function createSplitter(framing: StreamReader['framing'], maxEventBytes: number): EventSplitter {
  return framing === 'sse' ? new SseSplitter(maxEventBytes) : new BinarySplitter(maxEventBytes);
}
