import { readEventStream, type EventReader } from './event-reader.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they test
  readonly body: any;
}

/** A caller of one gateway that sends requests, leaves, and looks at them again. */
export interface AsyncClient {
  submit(body: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  /** @returns the ID of a request that runs from now on. */
  start(body: unknown, headers?: Readonly<Record<string, string>>): Promise<string>;
  record(promptLogId: string): Promise<ApiAnswer>;
  follow(promptLogId: string, lastEventId?: string): Promise<EventReader>;
  cancel(promptLogId: string): Promise<ApiAnswer>;
}

export function asyncClient(url: string, key: string): AsyncClient {
  const authorization = { authorization: `Bearer ${key}` };
  const send = async (path: string, init: RequestInit): Promise<ApiAnswer> => {
    const reply = await fetch(`${url}${path}`, init);
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const submit: AsyncClient['submit'] = (body, headers = {}) =>
    send('/api/v1/prompt', {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json', prefer: 'respond-async', ...headers },
      body: JSON.stringify(body),
    });
  return {
    submit,
    async start(body, headers) {
      const { status, body: accepted } = await submit(body, headers);
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(accepted)}`);
      return String(accepted.promptLogId);
    },
    record: (id) => send(`/api/v1/prompts/${id}`, { headers: authorization }),
    cancel: (id) => send(`/api/v1/prompts/${id}`, { method: 'DELETE', headers: authorization }),
    follow: (id, lastEventId) =>
      readEventStream(`${url}/api/v1/prompts/${id}`, {
        headers: {
          ...authorization,
          accept: 'text/event-stream',
          ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        },
      }),
  };
}
