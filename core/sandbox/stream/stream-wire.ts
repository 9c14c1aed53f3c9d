import type { Completion } from '../wire.ts';
import type { Framing, WireEvent } from './event.ts';

/** How one provider's streams differ from what aimock sends. */
export interface StreamWire {
  readonly framing: Framing;
  /** Whether a call asks for a stream. */
  readonly isStreamRequest: (path: string, body: unknown) => boolean;
  /** The message of the provider for a stream request with fields that it refuses. */
  readonly refusal?: (body: unknown) => string | undefined;
  /** Turns the path of a stream request into that of a whole reply. */
  readonly wholePath?: (path: string) => string;
  /** JSON Pointers at which an event may have text. */
  readonly text: readonly string[];
  /** aimock's events, each text still in one piece, as the provider would send them. */
  readonly complete: (events: readonly WireEvent[], completion: Completion, body: unknown) => WireEvent[];
  /** Sets the fields that depend on an event's place among all. */
  readonly place?: (event: WireEvent, index: number, count: number) => void;
  readonly hasDone: boolean;
  /** An error in the midst of a stream. @param sent the events before it. */
  readonly error: (status: number, message: string, sent: readonly WireEvent[]) => WireEvent[];
}
