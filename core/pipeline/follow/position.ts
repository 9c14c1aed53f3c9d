/**
 * The progress of a reader in one answer. A gateway needs nothing else to continue, so a reader may switch gateways.
 */
export interface Position {
  /** Whole events the reader has: `started`, results, evaluations, and the last one. */
  readonly events: number;
  /** The unfinished entries of `models` of which it has received something, by index. */
  readonly entries: ReadonlyMap<number, EntryPosition>;
}

/** Lengths in UTF-16 code units. `calls` has none, because only readers that cannot resume get events of calls. */
export interface EntryPosition {
  /**
   * Which version of this entry's text the lengths belong to, from 0. A repeated attempt or a correction begins another
   * one if a reader got some of the text before.
   */
  readonly version: number;
  readonly text: number;
  readonly reasoning: number;
}

/** The position of a reader that has received nothing. */
export const BEGINNING: Position = { events: 0, entries: new Map() };

/**
 * The `id` of the event after which a reader has come this far: `3-0.120-1.300r40v1` is three whole events, 120 characters
 * of the first entry, and of the second version of the second entry 300 and 40 of its reasoning.
 */
export function positionId({ events, entries }: Position): string {
  let id = String(events);
  for (const [index, { version, text, reasoning }] of entries) {
    id += `-${index}.${text}`;
    if (reasoning > 0) id += `r${reasoning}`;
    if (version > 0) id += `v${version}`;
  }
  return id;
}

/** At most 64 entries, as a request has; every number is exact. */
const ID = /^(\d{1,6})((?:-\d{1,3}\.\d{1,10}(?:r\d{1,10})?(?:v\d{1,3})?){0,64})$/;
const ENTRY = /-(\d+)\.(\d+)(?:r(\d+))?(?:v(\d+))?/g;

/** @param id as `positionId` writes it. @returns undefined for any other. */
export function readPosition(id: string): Position | undefined {
  const [, events, listed] = ID.exec(id) ?? [];
  if (events === undefined || listed === undefined) return undefined;
  const entries = new Map<number, EntryPosition>();
  for (const [, index, text, reasoning = '0', version = '0'] of listed.matchAll(ENTRY))
    entries.set(Number(index), {
      version: Number(version),
      text: Number(text),
      reasoning: Number(reasoning),
    });
  return { events: Number(events), entries };
}
