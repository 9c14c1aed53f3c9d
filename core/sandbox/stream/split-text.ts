import { valueAt, setAt } from '../json.ts';
import type { WireEvent } from './event.ts';

/** A word with the space before it; a longer run without spaces counts as several. Never half of a character. */
const WORD = /\s*\S{1,24}|\s+$/gu;
const USUAL_EVENTS = 32;

/**
 * Replaces each event that brings text by several that bring it in pieces.
 * @param pointers where an event of this wire has its text.
 * @param tokensPerEvent left out, as many as make about 32 events of a text.
 */
export function splitText(
  events: readonly WireEvent[],
  pointers: readonly string[],
  tokensPerEvent: number | undefined,
): WireEvent[] {
  return events.flatMap((event) => {
    const pointer = pointers.find((at) => {
      const text = valueAt(event.data, at);
      return typeof text === 'string' && text !== '';
    });
    if (pointer === undefined) return [event];
    return piecesOf(String(valueAt(event.data, pointer)), tokensPerEvent).map((piece) => {
      const data = structuredClone(event.data);
      setAt(data, pointer, piece);
      return { ...event, data };
    });
  });
}

function piecesOf(text: string, tokensPerEvent: number | undefined): string[] {
  const words = text.match(WORD) ?? [text];
  const size = tokensPerEvent ?? Math.max(1, Math.ceil(words.length / USUAL_EVENTS));
  return Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(''),
  );
}
