/** One server-sent event. */
export interface ReadEvent {
  readonly id: string;
  readonly name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they test
  readonly data: any;
}

/** The events of an answer, as they come. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Those that have come. */
  readonly events: readonly ReadEvent[];
  /** All there were, once the stream has ended; the body of an answer that is none. */
  readonly ended: Promise<string>;
  leave(): void;
}

const EVENT = /^id: (.*)\nevent: (\w+)\ndata: (.*)$/;

/** Opens a stream and reads it until it ends. */
export async function readEventStream(url: string, init: RequestInit): Promise<EventReader> {
  const leaving = new AbortController();
  const reply = await fetch(url, { ...init, signal: leaving.signal });
  const events: ReadEvent[] = [];
  const readChunk = async (): Promise<string> => {
    let text = '';
    let from = 0;
    for await (const chunk of reply.body ?? []) {
      text += Buffer.from(chunk).toString('latin1');
      for (let end = text.indexOf('\n\n', from); end >= 0; end = text.indexOf('\n\n', from)) {
        const [, id, name, data] = EVENT.exec(Buffer.from(text.slice(from, end), 'latin1').toString()) ?? [];
        from = end + 2;
        if (id !== undefined && name !== undefined)
          events.push({ id, name, data: JSON.parse(data ?? 'null') });
      }
    }
    return Buffer.from(text, 'latin1').toString();
  };
  const ended = readChunk();
  // A test that leaves does not wait for the rest.
  ended.catch(() => {});
  return {
    status: reply.status,
    headers: reply.headers,
    events,
    ended,
    leave: () => leaving.abort(),
  };
}

const TEXTS: ReadonlySet<string> = new Set(['delta', 'reasoning', 'replaced']);

/** Without texts on their way: how many parts those have is nobody's promise. */
export const wholeEvents = (events: readonly ReadEvent[]): readonly ReadEvent[] =>
  events.filter(({ name }) => !TEXTS.has(name));

/** Of whole events. */
export const namesOf = (events: readonly ReadEvent[]): readonly string[] =>
  wholeEvents(events).map(({ name }) => name);

/** What an entry's deltas come to. */
export const textOf = (events: readonly ReadEvent[], index: number): string =>
  events
    .filter(({ name, data }) => name === 'delta' && data.index === index)
    .map(({ data }) => String(data.text))
    .join('');
