import type { StreamEvent } from '../../../../core/contract.ts';

/** Cuts a whole text into pieces, in order. */
export type Cut = (text: string) => readonly string[];

/** Writes a whole reply as the events that a provider would have streamed. */
export type Twin = (reply: unknown, cut: Cut) => readonly StreamEvent[];

/** Pieces of this many UTF-16 units. */
export function inPieces(length: number): Cut {
  return (text) => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
}

/** Events whose data contains its type, which server-sent events repeat in `event:`. */
export function typedEvents(events: readonly { readonly type: string }[]): readonly StreamEvent[] {
  return events.map((data) => ({ name: data.type, data }));
}

/** Events without a name. */
export function namelessEvents(events: readonly object[]): readonly StreamEvent[] {
  return events.map((data) => ({ name: '', data }));
}
