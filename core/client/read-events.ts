import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** A `done` event contains every output of the request in one line. */
const MAX_EVENT_CHARACTERS = 64 * 1024 * 1024;

/**
 * Reads the server-sent events of a body. An incomplete event at its end is dropped.
 * @throws Error if an event is longer than 64 Mi characters.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const decoder = new TextDecoder();
  let events: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onEvent: (event) => void events.push(event),
    onError({ type }) {
      // Unknown fields are ignored.
      if (type === 'max-buffer-size-exceeded')
        throw new Error('the gateway sent an event longer than 64 Mi characters');
    },
  });
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* events;
    events = [];
  }
}
