import { readEvents } from '../../../core/client/read-events.ts';
import { ReceivedEvents } from '../answers/events-so-far.ts';

/** A request whose answer is read as events. */
export interface OpenEvents {
  readonly response: Response;
  /** What has come. */
  readonly events: ReceivedEvents;
  /** Resolves once the gateway has ended the stream. @throws where it breaks. */
  readonly ended: Promise<ReceivedEvents>;
  /** Leaves without the rest. */
  leave(): void;
}

/** Sends a prompt as `Accept: text/event-stream` and reads its events as they come. */
export async function openEvents(
  url: string,
  key: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenEvents> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/prompt`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const events = new ReceivedEvents();
  const read = async (): Promise<ReceivedEvents> => {
    if (response.body === null) throw new Error('an answer without a body');
    for await (const { id = '', event: name = '', data } of readEvents(response.body))
      events.take({ id, name, data: JSON.parse(data) });
    return events;
  };
  const ended = read();
  ended.catch(() => {});
  return { response, events, ended, leave: () => leaving.abort() };
}
