import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** A `done` event carries every output of the request on one line. */
const MAX_EVENT_CHARACTERS = 64 * 1024 * 1024;

/**
 * Server-sent events of a body. An event that the end cuts short is dropped.
 * @throws Error where an event is longer than 64 Mi characters.
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
      // Fields that nobody knows are ignored.
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
